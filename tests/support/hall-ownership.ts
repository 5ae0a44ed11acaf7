import { saveEntry } from '#server/modules/planner/index.ts';
import { requests } from '#server/modules/requests/tables.ts';
import type { TestApp } from './app.ts';
import type { Person } from './market.ts';

/** Calls of the hall and the workbench, as `gateway-ownership.test.ts` declares them. */
export const HALL_OWNERSHIP: Record<string, { expect: 'refused'; with?: Record<string, unknown>; why?: string }> = {
  'GET /receive/request/detail': { expect: 'refused', with: { id: 'held_request' }, why: 'one that waits for staff is its asker’s alone' },
  'GET /receive/request/view': { expect: 'refused', with: { id: 'held_request' } },
  'POST /receive/request/add': {
    expect: 'refused',
    with: { title: '年会主持稿', field: 'copy', key: 'foreign-request', pictures: 'one_picture', days: 7 },
    why: 'only who is verified asks, and with pictures of their own',
  },
  'POST /receive/request/answer': { expect: 'refused', with: { id: 'held_request', text: '我可以做' } },
  'POST /receive/request/withdraw': { expect: 'refused', with: { id: 'held_request' } },
  'POST /receive/request/settle': { expect: 'refused', with: { id: 'held_request', planner_id: 1 } },
  'POST /receive/request/close': { expect: 'refused', with: { id: 'held_request', reason: '想关' } },
  'POST /receive/request/extend': { expect: 'refused', with: { id: 'held_request', days: 7 } },
  'POST /receive/request/rate': { expect: 'refused', with: { id: 'held_request', stars: 5 } },
  'POST /receive/request/report': { expect: 'refused', with: { id: 'held_request', reason: '不好' } },
  'POST /user/workbench/entry': { expect: 'refused', with: { id: 'entry', title: '改写' } },
  'PUT /user/workbench/done': { expect: 'refused', with: { id: 'entry', done: 1 } },
  'DELETE /user/workbench/entry': { expect: 'refused', with: { id: 'entry' } },
};

/** What A has there: a request that waits for staff, a date; `one_picture` is an upload of theirs. */
export async function hallThings(
  t: TestApp,
  { a, mark, picture }: { a: Pick<Person, 'id' | 'ctx'>; mark: string; picture: number },
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
  return { held_request: held?.id, one_picture: [picture], entry: entry.id };
}
