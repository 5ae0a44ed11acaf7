import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';
import type { AccountSum } from './rules.ts';

/**
 * Accounts of the double-entry ledger. Spendable ones keep a running `balance`, never below zero; the platform's and publishers' earnings have null
 * (the sum of their entries), so that no row is written by every buyer: docs/decisions/0020-ledger-without-hot-rows.md.
 */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    /** Null: the platform's own. */
    owner_id: ref(),
    /** See ACCOUNT_KINDS in rules.ts. */
    purpose: text().notNull(),
    /** fen, coin, point: entries of one transfer share it. */
    unit: text().notNull(),
    balance: fen(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('accounts_of_owner').on(sql`coalesce(${t.owner_id}, 0)`, t.purpose),
    check('accounts_not_below_zero', sql`${t.balance} >= 0`),
    check(
      'accounts_running_balance',
      sql`(${t.balance} is not null) = (${t.purpose} in ('balance', 'held', 'purse', 'coin', 'held_coin', 'point'))`,
    ),
  ],
);

/** One movement: its entries sum to zero a unit. Never changed, never deleted. */
export const ledger_transfers = pgTable(
  'ledger_transfers',
  {
    id: id(),
    /** Idempotency: the payment's number, the refund's number ... */
    key: text().notNull(),
    reason: text().notNull(),
    /** orderid, refund number: for the reader of the wallet page. */
    reference: text().notNull(),
    created_at: created(),
  },
  (t) => [uniqueIndex('ledger_transfers_key').on(t.key), index('ledger_transfers_of_reference').on(t.reference, t.id)],
);

export const ledger_entries = pgTable(
  'ledger_entries',
  {
    id: id(),
    transfer_id: ref()
      .notNull()
      .references(() => ledger_transfers.id),
    account_id: ref()
      .notNull()
      .references(() => accounts.id),
    /** Signed: positive adds to the account. */
    amount: fen().notNull(),
    /** What the line is about, so that lists and sums of lines find it by an index: its account's purpose, its transfer's reason ... */
    purpose: text().notNull().default(''),
    reason: text().notNull().default(''),
    /** ... what the order sold, '' without one, and the way of payment of money at a provider. */
    subject: text().notNull().default(''),
    channel: text().notNull().default(''),
    created_at: created(),
  },
  (t) => [
    check('ledger_entries_not_zero', sql`${t.amount} <> 0`),
    index('ledger_entries_of_account').on(t.account_id, t.id.desc()),
    index('ledger_entries_of_transfer').on(t.transfer_id),
    index('ledger_entries_by_time').on(t.created_at, t.id),
    index('ledger_entries_of_purpose').on(t.purpose, t.created_at, t.id),
    index('ledger_entries_of_reason').on(t.reason, t.created_at, t.id),
    index('ledger_entries_of_subject').on(t.subject, t.created_at, t.id),
    // lines without one are more than half: each at a provider has another beside it
    index('ledger_entries_of_channel').on(t.channel, t.created_at, t.id).where(sql`${t.channel} <> ''`),
  ],
);

/** A Shanghai month that finance closed: no line of the ledger falls into it any more (triggers of the migration `closed-months`). Never changed. */
export const ledger_months = pgTable(
  'ledger_months',
  {
    id: id(),
    /** YYYY-MM */
    month: text().notNull(),
    starts_at: at().notNull(),
    ends_at: at().notNull(),
    /** What every kind of account had, gained, lost and had then. */
    sums: jsonb().$type<AccountSum[]>().notNull(),
    /** As the screen showed it when it was closed. */
    figures: jsonb().notNull(),
    /** What was said of what did not agree; '': all did. */
    explained: text().notNull().default(''),
    asked_by: ref(),
    /** Null: no other account could confirm it (decision 0191). */
    confirmed_by: ref(),
    closed_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('ledger_months_month').on(t.month),
    uniqueIndex('ledger_months_ends').on(t.ends_at),
    check('ledger_months_over', sql`${t.ends_at} > ${t.starts_at} and ${t.closed_at} >= ${t.ends_at}`),
  ],
);

/** Money set aside for what is priced afterwards: an AI answer, a call, a ticket. Settled or released once; expires by itself. */
export const reservations = pgTable(
  'reservations',
  {
    id: id(),
    /** Idempotency: the same key is the same reservation. */
    key: text().notNull(),
    user_id: ref().notNull(),
    /** fen, coin */
    unit: text().notNull(),
    max_amount: fen().notNull(),
    /** What was taken in the end. */
    settled_amount: fen(),
    /** held, settled, released */
    status: text().notNull().default('held'),
    reason: text().notNull(),
    reference: text().notNull(),
    created_at: created(),
    expires_at: at().notNull(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('reservations_key').on(t.key),
    index('reservations_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('reservations_expiring').on(t.expires_at).where(sql`${t.status} = 'held'`),
    index('reservations_coins_used').on(t.ended_at).where(sql`${t.unit} = 'coin' and ${t.status} = 'settled'`),
    check(
      'reservations_amounts',
      sql`${t.max_amount} > 0 and (${t.settled_amount} is null or ${t.settled_amount} between 0 and ${t.max_amount})`,
    ),
    check('reservations_status', sql`${t.status} in ('held', 'settled', 'released')`),
  ],
);
