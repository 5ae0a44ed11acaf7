import { KINDS } from '#contract/kinds.ts';
import { ORGANISE_CALLS } from '#contract/organise.ts';
import { RECAP_CALLS } from '#contract/recap.ts';
import type { TestApp } from './app.ts';
import { makeItem } from './catalog.ts';
import type { Person } from './people.ts';
import { makeSalon } from './salon-guests.ts';

/** What the calls of organisers and talks need to be answered to `boss`. */
export async function organiseReads(t: TestApp, boss: Person): Promise<Record<string, Record<string, number>>> {
  const { id } = await makeSalon(t, { owner_id: boss.id, seats: [{ buyer_id: boss.id }] });
  const talk = await makeItem(t.ctx(), { kind: KINDS.talk, publisher_id: boss.id, title: '三张表管住现场', format: '' });
  const { detail, related, publish } = KINDS.talk.calls;
  return {
    ...Object.fromEntries(
      ['salon', 'guests', 'csv', 'message', 'doors', 'seats'].map((name) => [ORGANISE_CALLS[name as keyof typeof ORGANISE_CALLS], { id }]),
    ),
    [RECAP_CALLS.form]: { id },
    [detail.path]: { id: talk },
    [related.path]: { id: talk },
    [publish.form]: { id: talk },
  };
}
