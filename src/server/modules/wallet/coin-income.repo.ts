import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

export interface CoinDay {
  /** Shanghai day. */
  day: string;
  uses: number;
  coins: number;
}

const used = statement<CoinDay>(
  'wallet_coins_used',
  `select to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::int as uses, sum(coins)::float8 as coins from (
     select ended_at as at, settled_amount as coins from reservations
     where unit = 'coin' and status = 'settled' and settled_amount > 0 and ended_at >= $1
     union all
     select e.created_at, e.amount from ledger_entries e join accounts a on a.id = e.account_id
     where a.owner_id is null and a.purpose = 'coin_written_off' and e.created_at >= $1
   ) used group by 1`,
);

export function findCoinsUsed(db: Queryable, since: Date): Promise<CoinDay[]> {
  return used(db, [since]);
}

const owed = statement<{ coins: number }>(
  'wallet_coins_owed',
  `select coalesce(sum(balance), 0)::float8 as coins from accounts where purpose in ('coin', 'held_coin')`,
);

export async function sumCoinsOwed(db: Queryable): Promise<number> {
  return (await owed(db, []))[0]?.coins ?? 0;
}
