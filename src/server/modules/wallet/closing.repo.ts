import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

const closed = statement('wallet_closed_part', 'select 1 from ledger_transfers where starts_with(key, $1) limit 1');

/** Whether only sums stand there. */
export async function isClosed(db: Queryable, part: string): Promise<boolean> {
  return (await closed(db, [`closing:${part}:`])).length > 0;
}

/**
 * One line an account, Shanghai month, reason, subject, way of payment and sign: every sum of the books stays what it was, and each of these transfers is zero.
 * Their keys name the last transfer whose lines are gone (`findLedgerFaults`); keys of transfers stay for ever, so none is posted again.
 */
export async function insertSums(tx: Tx, part: string, into: string, now: Date): Promise<void> {
  const [from, to] = [part, into].map((name) => sql.raw(pg.escapeIdentifier(name)));
  const month = sql.raw(`to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM')`);
  const prefix = sql`${`closing:${part}:`}::text || (select max(transfer_id) from ${from}) || ':'`;
  await tx.execute(sql`
    insert into ledger_transfers (key, reason, reference, created_at)
    select ${prefix} || month || ':' || reason, reason, '', ${now}
    from (select distinct ${month} as month, reason from ${from}) as found order by month, reason`);
  await tx.execute(sql`
    insert into ${to} (id, transfer_id, account_id, amount, purpose, reason, subject, channel, created_at)
    select (select min(id) from ${from}) - 1 + row_number() over (order by s.month, s.account_id, s.reason, s.subject, s.channel, s.amount),
      t.id, s.account_id, s.amount, s.purpose, s.reason, s.subject, s.channel, s.at
    from (
      select ${month} as month, account_id, purpose, reason, subject, channel, sum(amount) as amount, max(created_at) as at
      from ${from} group by 1, 2, 3, 4, 5, 6, amount > 0
    ) as s join ledger_transfers t on t.key = ${prefix} || s.month || ':' || s.reason`);
}
