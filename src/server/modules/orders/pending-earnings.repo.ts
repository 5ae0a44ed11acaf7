import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import type { SubjectKey } from './repo.ts';

const EARNED = 'o.id, o.publisher_fen - o.publisher_back_fen as fen';

// three index scans: one publisher may have sold a million
const pending = statement<{ fen: string }>(
  'orders_pending_earnings',
  `select coalesce(sum(fen), 0)::text as fen from (
     select ${EARNED} from orders o where o.publisher_id = $1 and o.status = 2 and o.paid_at >= $2
     union select ${EARNED} from orders o where o.id = any($3::bigint[]) and o.publisher_id = $1 and o.status = 2
     union select ${EARNED} from unnest($4::text[], $5::bigint[]) as r(subject, subject_id)
       join orders o on o.publisher_id = $1 and o.status = 2 and o.subject = r.subject and o.subject_id = r.subject_id
   ) as returnable`,
);

export interface PendingOf {
  publisher_id: number;
  since: Date;
  returnable: readonly SubjectKey[];
  /** Orders whose refund waits for a decision. */
  asked_ids: readonly number[];
}

/** Earnings of paid orders since then, of those orders, and of those subjects whenever they were paid; fen. */
export async function sumPendingEarnings(db: Queryable, { publisher_id, since, returnable, asked_ids }: PendingOf): Promise<number> {
  const names = returnable.map(({ subject }) => subject);
  const ids = returnable.map(({ subject_id }) => subject_id);
  return Number((await pending(db, [publisher_id, since, asked_ids, names, ids]))[0]?.fen ?? 0);
}
