import { sql } from 'drizzle-orm';
import { bothWays, choiceFilter, dayFilters, type KeysetSource } from '../../db/keyset.ts';
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
  subject: string | null;
  channel: string | null;
  trade_no: string | null;
}

const word = (column: ReturnType<typeof sql>) => (value: string) =>
  value === NONE ? sql`${column} is null` : /^\w{1,40}$/.test(value) ? sql`${column} = ${value}` : null;

/** Every line of the ledger with what it is about, for staff. `accounts`: the words that name an account. */
export const lineSource = (accounts: readonly string[]): KeysetSource => ({
  select: sql`e.id, floor(extract(epoch from e.created_at))::bigint as created_at, a.purpose as account, a.unit, a.owner_id, t.reason, t.reference, t.key,
    e.amount, o.subject, coalesce(p.channel, rp.channel) as channel, coalesce(p.provider_trade_no, rp.provider_trade_no) as trade_no`,
  from: sql`ledger_entries e join ledger_transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
    left join orders o on o.orderid = t.reference
    left join payments p on t.key like 'pay:%' and p.payment_no = substr(t.key, 5)
    left join refunds r on t.reason = 'refund' and r.refund_no = t.reference left join payments rp on rp.id = r.payment_id`,
  id: sql`e.id`,
  id_cast: 'bigint',
  filters: {
    account: choiceFilter(Object.fromEntries(accounts.map((name) => [name, sql`a.purpose = ${name}`]))),
    reason: word(sql`t.reason`),
    subject: word(sql`o.subject`),
    channel: word(sql`coalesce(p.channel, rp.channel)`),
    ...dayFilters(sql`e.created_at`),
  },
  people: [sql`a.owner_id`],
  search: (text) => sql`e.transfer_id in (
    select id from ledger_transfers where reference = ${text} union select id from ledger_transfers where key in ('pay:' || ${text}, 'refund:' || ${text})
    union select lt.id from payments tp join ledger_transfers lt on lt.key = 'pay:' || tp.payment_no where tp.provider_trade_no = ${text}
    union select lt.id from payments tp join refunds tr on tr.payment_id = tp.id join ledger_transfers lt on lt.key = 'refund:' || tr.refund_no
      where tp.provider_trade_no = ${text})`,
  orders: bothWays({ by: sql`e.created_at`, cast: 'timestamptz' }),
  sums: {
    select: sql`a.unit, count(*)::float8 as n, coalesce(sum(e.amount) filter (where e.amount > 0), 0)::float8 as plus,
      coalesce(sum(e.amount) filter (where e.amount < 0), 0)::float8 as minus`,
    by: sql`a.unit`,
  },
});
