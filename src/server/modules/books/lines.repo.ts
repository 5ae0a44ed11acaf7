import { sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
import type { Purpose } from '../wallet/index.ts';
import { NONE } from './rules.ts';

export interface BookLine {
  id: number;
  created_at: number;
  account: string;
  unit: string;
  owner_id: number | null;
  reason: string;
  reference: string;
  key: string;
  amount: number;
  subject: string;
  channel: string;
  trade_no: string | null;
}

/** What lines of one kind of account come to. */
export interface LineSum {
  account: Purpose;
  plus: number;
  minus: number;
}

const word = (column: ReturnType<typeof sql>) => (value: string) =>
  /^\w{1,40}$/.test(value) ? sql`${column} = ${value === NONE ? '' : value}` : null;

/** Every line of the ledger with what it is about, for staff. `accounts`: the words that name an account. Joins serve what a page shows alone. */
export const lineSource = (accounts: readonly string[]): KeysetSource => ({
  select: sql`e.id, floor(extract(epoch from e.created_at))::bigint as created_at, e.purpose as account, a.unit, a.owner_id, e.reason, t.reference,
    t.key, e.amount, e.subject, e.channel, coalesce(p.provider_trade_no, rp.provider_trade_no) as trade_no`,
  from: sql`ledger_entries e left join ledger_transfers t on t.id = e.transfer_id left join accounts a on a.id = e.account_id
    left join payments p on t.key like 'pay:%' and p.payment_no = substr(t.key, 5)
    left join refunds r on e.reason = 'refund' and r.refund_no = t.reference left join payments rp on rp.id = r.payment_id`,
  id: sql`e.id`,
  id_cast: 'bigint',
  filters: {
    account: choiceFilter(Object.fromEntries(accounts.map((name) => [name, sql`e.purpose = ${name}`]))),
    reason: word(sql`e.reason`),
    subject: word(sql`e.subject`),
    channel: word(sql`e.channel`),
    ...dayFilters(sql`e.created_at`),
  },
  // ids first, each way by its index, then their lines
  search: (text, people) => {
    const pays = sql`select * from payments where provider_trade_no = ${text} or cart_no = ${text}`;
    const keys = sql`select 'pay:' || ${text} union all select 'refund:' || ${text} union all select 'pay:' || payment_no from (${pays}) paid
      union all select 'refund:' || refund_no from refunds where payment_id = any(array(select id from (${pays}) paid))`;
    return people.length > 0
      ? sql`e.account_id = any(array(select id from accounts where coalesce(owner_id, 0) = any(${sql.param([...people])}::bigint[])))`
      : sql`e.transfer_id = any(array(select id from ledger_transfers where reference = ${text}
          union select id from ledger_transfers where key = any(array(${keys}))))`;
  },
  orders: bothWays({ by: sql`e.created_at`, cast: 'timestamptz' }),
  sums: {
    select: sql`e.purpose as account, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::float8 as plus,
      coalesce(sum(e.amount) filter (where e.amount < 0), 0)::float8 as minus`,
    by: sql`e.purpose`,
  },
});
