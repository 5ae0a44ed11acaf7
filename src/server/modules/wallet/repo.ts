import { sql } from 'drizzle-orm';
import { batched } from '../../db/batched.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { ACCOUNT_KINDS, type Entry, type Purpose, type Unit } from './rules.ts';
import type { LedgerLine } from './statement.ts';

const findAccounts = statement<{ id: number; owner_id: number | null; purpose: Purpose }>(
  'wallet_find_accounts',
  `select a.id, a.owner_id, a.purpose
   from unnest($1::bigint[], $2::text[]) as wanted(owner_id, purpose)
   join accounts a on coalesce(a.owner_id, 0) = coalesce(wanted.owner_id, 0) and a.purpose = wanted.purpose`,
);

// in one order, so that two who make the same accounts do not wait for each other
const insertAccounts = statement(
  'wallet_insert_accounts',
  `insert into accounts (owner_id, purpose, unit, balance)
   select owner_id, purpose, unit, case when running then 0 end
   from unnest($1::bigint[], $2::text[], $3::text[], $4::boolean[]) as new(owner_id, purpose, unit, running)
   order by owner_id, purpose
   on conflict do nothing`,
);

type AccountName = Pick<Entry, 'owner_id' | 'purpose'>;

export const accountKey = (name: AccountName): string => `${name.owner_id ?? 0}/${name.purpose}`;

/** Ids of the accounts by `accountKey`, making those that are missing. */
export async function ensureAccounts(db: Tx, names: readonly AccountName[]): Promise<Map<string, number>> {
  const columns = [names.map((name) => name.owner_id), names.map((name) => name.purpose)];
  let rows = await findAccounts(db, columns);
  if (rows.length < names.length) {
    const kinds = names.map((name) => ACCOUNT_KINDS[name.purpose]);
    await insertAccounts(db, [...columns, kinds.map((kind) => kind.unit), kinds.map((kind) => kind.running)]);
    rows = await findAccounts(db, columns);
  }
  return new Map(rows.map((row) => [accountKey(row), row.id]));
}

// an account's moves are added up first: an update reaches each row once; the rows are locked before, by their ids
const insertTransfersStatement = statement<{ key: string }>(
  'wallet_insert_transfers',
  `with transfer as (
     insert into ledger_transfers (key, reason, reference, created_at)
     select key, reason, reference, $7 from unnest($1::text[], $2::text[], $3::text[]) as given(key, reason, reference)
     on conflict (key) do nothing returning id, key, created_at
   ), moved as (
     select transfer.id as transfer_id, account_id, amount, purpose, reason, subject, channel, created_at
     from unnest($4::text[], $5::bigint[], $6::bigint[], $8::text[], $9::text[], $10::text[], $11::text[])
       as given(key, account_id, amount, purpose, reason, subject, channel) join transfer using (key)
   ), entries as (
     insert into ledger_entries (transfer_id, account_id, amount, purpose, reason, subject, channel, created_at)
     select transfer_id, account_id, amount, purpose, reason, subject, channel, created_at from moved
   ), held as (
     select id from accounts where id = any($5::bigint[]) and balance is not null order by id for no key update
   ), running as (
     update accounts set balance = accounts.balance + total.amount
     from (select account_id, sum(amount)::bigint as amount from moved group by account_id) total join held on held.id = total.account_id
     where accounts.id = total.account_id
   )
   select key from transfer`,
);

export interface TransferRow {
  key: string;
  reason: string;
  reference: string;
  subject?: string;
  channel?: string;
  moves: Array<{ account_id: number; purpose: Purpose; amount: number }>;
}

/**
 * One statement for transfers with different keys, their entries and the running balances; what `now` lies in a closed month falls into the first
 * open one. Returns the keys that are new.
 */
export async function insertTransfers(db: Tx, transfers: readonly TransferRow[], now: Date): Promise<Set<string>> {
  const moves = transfers.flatMap(({ key, reason, subject = '', channel = '', moves }) =>
    moves.map((move) => ({ key, reason, subject, channel: move.purpose === 'gateway' ? channel : '', ...move })),
  );
  const rows = await insertTransfersStatement(db, [
    transfers.map(({ key }) => key),
    transfers.map(({ reason }) => reason),
    transfers.map(({ reference }) => reference),
    moves.map(({ key }) => key),
    moves.map(({ account_id }) => account_id),
    moves.map(({ amount }) => amount),
    now,
    moves.map(({ purpose }) => purpose),
    moves.map(({ reason }) => reason),
    moves.map(({ subject }) => subject),
    moves.map(({ channel }) => channel),
  ]);
  return new Set(rows.map(({ key }) => key));
}

/** Locks an account that keeps no running balance and returns the sum of its entries. */
export async function lockAndSum(db: Tx, account_id: number): Promise<number> {
  await db.execute(sql`select 1 from accounts where id = ${account_id} for no key update`);
  const { rows } = await db.execute<{ sum: string }>(
    sql`select coalesce(sum(amount), 0)::text as sum from ledger_entries where account_id = ${account_id}`,
  );
  return Number(rows[0]?.sum ?? 0);
}

const sumsOfOwner = statement<{ purpose: Purpose; sum: string }>(
  'wallet_sums_of_owner',
  `select a.purpose, coalesce(a.balance, (select sum(e.amount) from ledger_entries e where e.account_id = a.id), 0)::text as sum
   from accounts a where coalesce(a.owner_id, 0) = $1`,
);

export async function findBalances(db: Queryable, owner_id: number): Promise<Map<Purpose, number>> {
  return new Map((await sumsOfOwner(db, [owner_id])).map((row) => [row.purpose, Number(row.sum)]));
}

export interface LineRow {
  id: number;
  reason: string;
  reference: string;
  amount: number;
  created_at: Date;
}

const lines = statement<LineRow>(
  'wallet_lines',
  `select e.id, t.reason, t.reference, e.amount, e.created_at
   from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
   where e.account_id = (select id from accounts where coalesce(owner_id, 0) = $1 and purpose = $2)
   order by e.id desc nulls last offset $3 limit $4`,
);

/** Entries of one account of a person, the newest first. */
export function findLines(db: Queryable, owner_id: number, purpose: Purpose, offset: number, limit: number): Promise<LineRow[]> {
  return lines(db, [owner_id, purpose, offset, limit]);
}

const lastMoved = statement<{ purpose: 'balance' | 'earning' }>(
  'wallet_last_moved',
  `select a.purpose from accounts a join lateral (select id from ledger_entries where account_id = a.id order by id desc nulls last limit 1) e on true
   where coalesce(a.owner_id, 0) = $1 and a.purpose in ('balance', 'earning') order by e.id desc limit 1`,
);

/** Which of a person's two accounts in money has the newest entry; null: nothing ever moved. */
export async function findLastMoved(db: Queryable, owner_id: number): Promise<'balance' | 'earning' | null> {
  return (await lastMoved(db, [owner_id]))[0]?.purpose ?? null;
}

const lineCount = statement<{ n: number }>(
  'wallet_count_lines',
  `select count(*)::int as n from accounts a join ledger_entries e on e.account_id = a.id
   where coalesce(a.owner_id, 0) = $1 and a.purpose = $2`,
);

export async function countLines(db: Queryable, owner_id: number, purpose: Purpose): Promise<number> {
  return (await lineCount(db, [owner_id, purpose]))[0]?.n ?? 0;
}

const balancesOfPurpose = statement<{ owner_id: number; balance: number }>(
  'wallet_balances_of_purpose',
  'select owner_id, balance from accounts where purpose = $1 and owner_id is not null and balance <> 0 order by owner_id',
);

export async function findBalancesOf(db: Queryable, purpose: Purpose): Promise<Map<number, number>> {
  return new Map((await balancesOfPurpose(db, [purpose])).map(({ owner_id, balance }) => [owner_id, balance]));
}

const balanceForUpdate = statement<{ balance: number }>(
  'wallet_lock_balance',
  `select balance from accounts where coalesce(owner_id, 0) = $1 and purpose = 'balance' for no key update`,
);

export async function lockBalance(db: Tx, owner_id: number): Promise<number> {
  return (await balanceForUpdate(db, [owner_id]))[0]?.balance ?? 0;
}

// by their ids, as transfers between the two lock them
const purseForUpdate = statement<{ purpose: Purpose; balance: number }>(
  'wallet_lock_purse',
  `select purpose, balance from accounts where coalesce(owner_id, 0) = $1 and purpose in ('balance', 'purse') order by id for no key update`,
);

export async function lockPurse(db: Tx, owner_id: number): Promise<number> {
  return (await purseForUpdate(db, [owner_id])).find(({ purpose }) => purpose === 'purse')?.balance ?? 0;
}

const spendableForUpdate = statement<{ purpose: Purpose; balance: number }>(
  'wallet_lock_spendable',
  `select purpose, balance from accounts where coalesce(owner_id, 0) = $1 and purpose in ('balance', 'coin') order by purpose desc for no key update`,
);

/** Balance and coins of a person, locked: the coins first, as orders of coins do. */
export async function lockSpendable(db: Tx, owner_id: number): Promise<Map<Purpose, number>> {
  return new Map((await spendableForUpdate(db, [owner_id])).map(({ purpose, balance }) => [purpose, balance]));
}

const balancesOnly = statement<{ owner_id: number; balance: number }>(
  'wallet_read_balances',
  `select owner_id, balance from accounts where coalesce(owner_id, 0) = any($1::bigint[]) and purpose = 'balance'`,
);

const balanceOf = batched(async (db, owner_ids: readonly number[]) => {
  const found = new Map((await balancesOnly(db, [owner_ids])).map((row) => [row.owner_id, row.balance]));
  return owner_ids.map((owner_id) => found.get(owner_id) ?? 0);
});

/** Look-ups of many people at once share a statement. */
export function findBalance(db: Queryable, owner_id: number): Promise<number> {
  return balanceOf(db, owner_id);
}

const entriesOf = statement<LedgerLine>(
  'wallet_entries_of',
  `select e.created_at, t.reason, t.key, a.purpose, a.owner_id, a.unit, e.amount
   from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
   where t.reference = any($1::text[]) order by t.id, e.id`,
);

export function findEntries(db: Queryable, references: readonly string[]): Promise<LedgerLine[]> {
  return entriesOf(db, [references]);
}

export interface LedgerTotals {
  unit: Unit;
  sum: number;
}

/** What the ledger promises, looked up in one snapshot. Open orders hold balance too, so reservations are a part of `held`. */
const keysOf = statement<{ key: string }>('wallet_keys', 'select key from ledger_transfers where key = any($1::text[])');

export async function findKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  return new Set((await keysOf(db, [keys])).map(({ key }) => key));
}

const amountMoved = statement<{ amount: number }>(
  'wallet_amount_moved',
  `select sum(greatest(e.amount, 0))::float8 as amount from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
   where t.key = $1 group by t.id`,
);

export async function findAmountMoved(db: Queryable, key: string): Promise<number | null> {
  return (await amountMoved(db, [key]))[0]?.amount ?? null;
}

export async function findLedgerFaults(db: Queryable) {
  const { rows } = await db.execute<{ fault: string; subject: string }>(sql`
    select 'transfer does not sum to zero' as fault, t.key || ' ' || a.unit as subject
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join accounts a on a.id = e.account_id
    group by t.key, a.unit having sum(e.amount) <> 0
    union all
    select 'transfer without entries', t.key from ledger_transfers t
    where not exists (select 1 from ledger_entries e where e.transfer_id = t.id)
      and t.id > (select coalesce(max(split_part(key, ':', 3)::bigint), 0) from ledger_transfers where starts_with(key, 'closing:'))
    union all
    select 'line says another account or reason than its own', e.id::text
    from ledger_entries e join ledger_transfers t on t.id = e.transfer_id join accounts a on a.id = e.account_id
    where (e.purpose, e.reason) <> (a.purpose, t.reason)
    union all
    select 'balance differs from its entries', a.id::text from accounts a
    where a.balance is not null and a.balance <> (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id)
    union all
    select 'a person''s account is below zero', a.id::text from accounts a
    where a.owner_id is not null and (select coalesce(sum(e.amount), 0) from ledger_entries e where e.account_id = a.id) < 0
    union all
    select 'reservations differ from what is held', reserved.owner_id || ' ' || reserved.purpose
    from (
      select coalesce(a.owner_id, r.user_id) as owner_id, coalesce(a.purpose, r.purpose) as purpose,
             coalesce(a.balance, 0) as held, coalesce(r.amount, 0) as amount
      from (select owner_id, purpose, balance from accounts where purpose in ('held', 'held_coin')) a
      full join (
        select user_id, case unit when 'coin' then 'held_coin' else 'held' end as purpose, sum(max_amount) as amount
        from reservations where status = 'held' group by 1, 2
      ) r on r.user_id = a.owner_id and r.purpose = a.purpose
    ) reserved
    where case reserved.purpose when 'held_coin' then reserved.held <> reserved.amount else reserved.held < reserved.amount end
    union all
    select 'closed month differs from the ledger', m.month || ' ' || purpose
    from ledger_months m, lateral (
      select coalesce(s.purpose, l.purpose) as purpose
      from jsonb_to_recordset(m.sums) as s(purpose text, plus bigint, minus bigint)
      full join (
        select a.purpose, coalesce(sum(e.amount) filter (where e.amount > 0), 0) as plus, coalesce(sum(e.amount) filter (where e.amount < 0), 0) as minus
        from ledger_entries e join accounts a on a.id = e.account_id
        where e.created_at >= m.starts_at and e.created_at < m.ends_at group by 1
      ) l on l.purpose = s.purpose
      where coalesce(s.plus, 0) <> coalesce(l.plus, 0) or coalesce(s.minus, 0) <> coalesce(l.minus, 0)
    ) odd
    limit 100`);
  return rows;
}

export async function countLedger(db: Queryable): Promise<{ transfers: number; entries: number; accounts: number }> {
  const { rows } = await db.execute<{ transfers: number; entries: number; accounts: number }>(sql`
    select (select count(*) from ledger_transfers) as transfers, (select count(*) from ledger_entries) as entries,
           (select count(*) from accounts) as accounts`);
  const row = rows[0];
  return { transfers: Number(row?.transfers), entries: Number(row?.entries), accounts: Number(row?.accounts) };
}
