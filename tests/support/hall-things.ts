import { saveEntry } from '#server/modules/planner/index.ts';
import { requests } from '#server/modules/requests/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';

/** What A has there: a request that waits for staff, a date. */
export async function hallThings(
  t: TestApp,
  { a, mark }: { a: Pick<Person, 'id' | 'ctx'>; mark: string },
): Promise<Record<string, unknown>> {
  const closes_at = new Date(t.clock.now().getTime() + 86_400_000);
  const row = {
    asker_id: a.id,
    title: mark,
    detail: mark,
    field: 'film',
    state: 'review',
    planners_max: 5,
    key: 'held-request',
    closes_at,
  };
  const [held] = await t.app.db.insert(requests).values(row).returning({ id: requests.id });
  const entry = await saveEntry(a.ctx, { id: 0, title: mark, note: '', at: 0, all_day: false, link: '' });
  return { request: held?.id, entry: entry.id };
}
