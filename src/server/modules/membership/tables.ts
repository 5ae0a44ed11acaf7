import { sql } from 'drizzle-orm';
import { check, customType, date, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** As PostgreSQL writes it: ["2026-01-01 00:00:00+00","2027-01-01 00:00:00+00"). Statements read and make it by lower, upper and tstzrange. */
const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' });

/**
 * One gift or purchase of membership time a row. vip_type: scheme 1, ppt 2, design 3, sample 4, bidding 5, all 6 (spec 9). Terms of a
 * person and type cannot overlap (an exclusion constraint in db/guards.sql); a lifetime ends in the year 9999.
 */
export const membership_terms = pgTable(
  'membership_terms',
  {
    id: id(),
    user_id: ref().notNull(),
    vip_type: smallint().notNull(),
    /** When it gives the right; empty when it was closed before it began. */
    during: tstzrange().notNull(),
    /** What was given: differs from `during` only when it was closed early. */
    sold: tstzrange().notNull(),
    /** What was paid for it, credits of closed terms included; 0 for gifts. */
    paid_fen: fen().notNull().default(0),
    /** 0 unlimited. */
    max_download_pre_day: integer().notNull().default(0),
    /** order, union, staff ... and its number there: who gave it may take it back. */
    source: text().notNull().default(''),
    source_id: ref().notNull().default(0),
    /** Of a bought one: which spec, and what it cost a piece; who renews before the end pays no more (T9). */
    spec_id: ref(),
    unit_fen: fen(),
    closed_at: at(),
    /** The source of the term that took its place, where it was an upgrade: a refund of that one gives the rest back. */
    closed_for: text(),
    closed_for_id: ref(),
    created_at: created(),
  },
  (t) => [
    // upper() of an empty range is null: terms that never gave a right are not in the way
    index('membership_terms_of_user').on(t.user_id, sql`upper(${t.during})`),
    index('membership_terms_by_end').on(sql`upper(${t.during})`),
    index('membership_terms_of_source').on(t.source, t.source_id),
    index('membership_terms_closed_for').on(t.closed_for, t.closed_for_id).where(sql`${t.closed_for} is not null`),
    check('membership_terms_amounts', sql`${t.paid_fen} >= 0 and ${t.max_download_pre_day} >= 0`),
    check('membership_terms_closed', sql`${t.during} = ${t.sold} or ${t.closed_at} is not null`),
  ],
);

/** A benefit of a plan as readers see it (spec 3, VIP plan). */
export interface EquityColumn {
  id: number;
  /** Name of a drawing of ours, or the address of a picture. */
  img_url: string;
  desc: string;
  /** 1 a text, 2 an address outside. */
  type: 1 | 2;
  content: string;
  tan_img: string;
  /** What gives it, of `contract/equities.ts`. */
  rule: string;
}

/** What a type of membership is called and gives. */
export const vip_plans = pgTable(
  'vip_plans',
  {
    id: id(),
    vip_type: smallint().notNull(),
    name: text().notNull(),
    introduction: text().notNull().default(''),
    /** 1 can be opened, 2 shown in grey. */
    status: smallint().notNull().default(1),
    sort: integer().notNull().default(0),
    equities: jsonb().$type<EquityColumn[]>().notNull().default([]),
    updated_at: created(),
  },
  (t) => [uniqueIndex('vip_plans_type').on(t.vip_type), check('vip_plans_status', sql`${t.status} in (1, 2)`)],
);

/** What can be bought of a plan. Orders keep what they were placed at. */
export const vip_specs = pgTable(
  'vip_specs',
  {
    id: id(),
    plan_id: ref()
      .notNull()
      .references(() => vip_plans.id),
    /** 一年, 三个月 ... */
    show_date: text().notNull(),
    spec_desc: text().notNull().default(''),
    /** Null: a lifetime. */
    days: integer(),
    price_fen: fen().notNull(),
    org_price_fen: fen().notNull(),
    /** 0 unlimited. */
    max_download_pre_day: integer().notNull().default(0),
    /** Ids of the plan's equities that it does not give. */
    without: integer().array().notNull().default(sql`'{}'`),
    /** 1 on sale, 2 not. */
    status: smallint().notNull().default(1),
    sort: integer().notNull().default(0),
    updated_at: created(),
  },
  (t) => [
    index('vip_specs_of_plan').on(t.plan_id, t.sort),
    check('vip_specs_amounts', sql`${t.price_fen} > 0 and ${t.org_price_fen} >= ${t.price_fen} and ${t.max_download_pre_day} >= 0`),
    check('vip_specs_days', sql`${t.days} is null or ${t.days} between 1 and 3660`),
    check('vip_specs_status', sql`${t.status} in (1, 2)`),
  ],
);

/** Uses of a daily right; taken by one conditional statement. */
export const daily_quotas = pgTable(
  'daily_quotas',
  {
    user_id: ref().notNull(),
    /** free_download, scheme_unlock ... */
    name: text().notNull(),
    /** Shanghai day. */
    day: date().notNull(),
    used: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.name, t.day] })],
);

/** A member's consent to pay for the next term of a type when one ends (T9): asked 1, agreed 2, ended 3. One that is not ended a member and type. */
export const vip_agreements = pgTable(
  'vip_agreements',
  {
    id: id(),
    /** Ours at the provider. */
    agreement_no: text().notNull(),
    provider: text().notNull(),
    user_id: ref().notNull(),
    vip_type: smallint().notNull(),
    spec_id: ref().notNull(),
    /** The most that one charge takes. */
    price_fen: fen().notNull(),
    /** Where the payer agrees. */
    url: text().notNull(),
    status: smallint().$type<1 | 2 | 3>().notNull().default(1),
    /** Of `AGREEMENT_ENDS`; '' while it is not ended. */
    ended_by: text().notNull().default(''),
    /** Charges of this period that were refused. */
    refused: smallint().notNull().default(0),
    tried_at: at(),
    created_at: created(),
    agreed_at: at(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('vip_agreements_no').on(t.agreement_no),
    uniqueIndex('vip_agreements_open').on(t.user_id, t.vip_type).where(sql`${t.status} < 3`),
    index('vip_agreements_by_time').on(t.created_at, t.id),
    index('vip_agreements_by_status').on(t.status, t.created_at, t.id),
    index('vip_agreements_of_user').on(t.user_id),
    index('vip_agreements_unended').on(t.id).where(sql`${t.status} < 3`),
    check('vip_agreements_price', sql`${t.price_fen} > 0`),
  ],
);

/**
 * Seats of a membership that a company bought: who holds one has the membership while the term runs. Terms of one line follow each other, with the
 * same people on the same number of seats.
 */
export const vip_seat_terms = pgTable(
  'vip_seat_terms',
  {
    id: id(),
    /** The order of its first term. */
    line_id: ref().notNull(),
    order_id: ref().notNull(),
    /** The account of the company. */
    owner_id: ref().notNull(),
    vip_type: smallint().notNull(),
    spec_id: ref().notNull(),
    seats: integer().notNull(),
    max_download_pre_day: integer().notNull(),
    starts_at: at().notNull(),
    ends_at: at().notNull(),
    /** Its order was refunded. */
    ended_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('vip_seat_terms_order').on(t.order_id),
    index('vip_seat_terms_of_line').on(t.line_id, t.ends_at),
    index('vip_seat_terms_of_owner').on(t.owner_id),
    index('vip_seat_terms_by_end').on(t.ends_at),
    check('vip_seat_terms_amounts', sql`${t.seats} > 0 and ${t.max_download_pre_day} >= 0 and ${t.ends_at} > ${t.starts_at}`),
  ],
);

/** Who sat on a seat of a line, and when. */
export const vip_seat_holders = pgTable(
  'vip_seat_holders',
  {
    id: id(),
    line_id: ref().notNull(),
    user_id: ref().notNull(),
    given_at: created(),
    ended_at: at(),
  },
  (t) => [
    index('vip_seat_holders_of_line').on(t.line_id),
    uniqueIndex('vip_seat_holders_once').on(t.user_id, t.line_id).where(sql`${t.ended_at} is null`),
  ],
);
