import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Criterion, JudgeState, MarkedOffer, StageState } from '#contract/offer.ts';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** A file that was handed in with an offer: stored under a key of its own, whatever becomes of the upload. */
export interface OfferFile {
  name: string;
  size_bytes: number;
  type: string;
  /** In private storage. */
  key: string;
  /** AES key of a sealed file, base64url; empty: the bytes lie there as they came. */
  secret: string;
}

/** What all offers of one demand share; its row is the lock under which offers come, are agreed to and opened. */
export const offer_boards = pgTable(
  'offer_boards',
  {
    demand_id: ref().primaryKey(),
    /** Offers that were not withdrawn. */
    offer_num: integer().notNull().default(0),
    /** Of a tender: what its offers are sealed to; empty: no tender, or no offer yet. */
    public_key: text().notNull().default(''),
    /** When the sealed offers are to be opened; null: nothing is sealed, or all are open. */
    opens_at: at(),
    /** When they were opened. */
    opened_at: at(),
    /** What offers are marked for; empty: no judges mark them. */
    criteria: jsonb().$type<Criterion[]>().notNull().default([]),
    /** When the last judge handed in: from then on the marks are shown. */
    marked_at: at(),
  },
  (t) => [
    index('offer_boards_due').on(t.opens_at).where(sql`${t.opens_at} is not null`),
    check('offer_boards_num', sql`${t.offer_num} >= 0`),
  ],
);

/** One person's offer for one demand; what it says lies in its versions. */
export const offers = pgTable(
  'offers',
  {
    id: id(),
    demand_id: ref().notNull(),
    user_id: ref().notNull(),
    /** made, withdrawn, declined, agreed, lost, cancelled */
    state: text().notNull(),
    /** Number of the version that counts. */
    version: smallint().notNull().default(1),
    short_listed: boolean().notNull().default(false),
    /** Why it was declined, for the person. */
    reason: text().notNull().default(''),
    /** What of its maker's purse it binds while it is live, and in which round of the demand; 0: nothing. */
    deposit_fen: fen().notNull().default(0),
    round: integer().notNull().default(0),
    /** When the owner saw the version that counts. */
    seen_at: at(),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    uniqueIndex('offers_once').on(t.demand_id, t.user_id),
    index('offers_of_user').on(t.user_id, t.updated_at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    uniqueIndex('offers_agreed_once').on(t.demand_id).where(sql`${t.state} = 'agreed'`),
    check('offers_state', sql`${t.state} in ('made', 'withdrawn', 'declined', 'agreed', 'lost', 'cancelled')`),
  ],
);

/** Every version of an offer; never changed, except that a sealed one is opened. */
export const offer_versions = pgTable(
  'offer_versions',
  {
    id: id(),
    offer_id: ref()
      .notNull()
      .references(() => offers.id),
    no: smallint().notNull(),
    /** Null while it is sealed. */
    price_fen: fen(),
    /** The upper end of a range; null: one price. */
    price_max_fen: fen(),
    /** Working days that it takes; 0: not said. */
    days: integer().notNull().default(0),
    text: text().notNull().default(''),
    files: jsonb().$type<OfferFile[]>().notNull().default([]),
    /** Own works, ids of items. */
    work_ids: ref().array().notNull().default([]),
    /** What was sealed, base64url; stays as the proof after it was opened. Empty: it never was. */
    sealed: text().notNull().default(''),
    /** SHA-256 of the sealed text, public from its first moment. */
    seal_hash: text().notNull().default(''),
    /** Storage keys of its files, known also while it is sealed. */
    file_keys: text().array().notNull().default([]),
    opened_at: at(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('offer_versions_once').on(t.offer_id, t.no),
    index('offer_versions_files').using('gin', t.file_keys).where(sql`${t.file_keys} <> '{}'`),
    check('offer_versions_price', sql`${t.price_fen} is null or (${t.price_fen} > 0 and ${t.price_fen} <= 1000000000)`),
    check('offer_versions_range', sql`${t.price_max_fen} is null or ${t.price_max_fen} > ${t.price_fen}`),
    check('offer_versions_sealed', sql`(${t.price_fen} is not null) or (${t.sealed} <> '')`),
  ],
);

/** Whom the owner of a demand asked for an offer: a person once. */
export const offer_invitations = pgTable(
  'offer_invitations',
  {
    demand_id: ref().notNull(),
    user_id: ref().notNull(),
    created_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.demand_id, t.user_id] }),
    index('offer_invitations_of_user').on(t.user_id, t.created_at.desc().nullsFirst()),
  ],
);

/** What was asked about a tender and what its owner answered or added. What is published never changes; who asked is shown to none. */
export const tender_notes = pgTable(
  'tender_notes',
  {
    id: id(),
    demand_id: ref().notNull(),
    /** Null: the owner's own addition, or somebody who is gone. */
    asker_id: ref(),
    /** Empty: an addition. */
    question: text().notNull().default(''),
    /** The answer or addition; of a declined one why. */
    text: text().notNull().default(''),
    /** waiting, published, declined */
    state: text().notNull(),
    /** Place among the published ones of the tender, from 1. */
    no: smallint(),
    /** SHA-256 over the one before it, its number, words and time. */
    hash: text().notNull().default(''),
    created_at: created(),
    published_at: at(),
  },
  (t) => [
    uniqueIndex('tender_notes_no').on(t.demand_id, t.no),
    index('tender_notes_of_tender').on(t.demand_id, t.id),
    index('tender_notes_of_asker').on(t.asker_id, t.id).where(sql`${t.asker_id} is not null`),
    check('tender_notes_state', sql`${t.state} in ('waiting', 'published', 'declined')`),
    check('tender_notes_published', sql`(${t.state} = 'published') = (${t.no} is not null and ${t.published_at} is not null)`),
  ],
);

/** Who marks the offers of a tender. What they gave is for themselves until all have handed in. */
export const tender_judges = pgTable(
  'tender_judges',
  {
    demand_id: ref().notNull(),
    user_id: ref().notNull(),
    /** asked, in, released */
    state: text().$type<JudgeState>().notNull().default('asked'),
    /** A draft until it is handed in. */
    marks: jsonb().$type<MarkedOffer[]>().notNull().default([]),
    created_at: created(),
    handed_in_at: at(),
  },
  (t) => [
    primaryKey({ columns: [t.demand_id, t.user_id] }),
    index('tender_judges_of_user').on(t.user_id, t.created_at.desc().nullsFirst()),
    check('tender_judges_state', sql`${t.state} in ('asked', 'in', 'released')`),
    check('tender_judges_in', sql`(${t.state} = 'in') = (${t.handed_in_at} is not null)`),
  ],
);

/** What two agreed on: one that counts a demand. */
export const agreements = pgTable(
  'agreements',
  {
    id: id(),
    agree_no: text().notNull(),
    demand_id: ref().notNull(),
    offer_id: ref()
      .notNull()
      .references(() => offers.id),
    /** The version that was agreed to. */
    version: smallint().notNull(),
    owner_id: ref().notNull(),
    user_id: ref().notNull(),
    price_fen: fen().notNull(),
    price_max_fen: fen(),
    /** running, disputed, done, cancelled */
    state: text().notNull(),
    owner_done_at: at(),
    user_done_at: at(),
    /** Of a dispute or a cancellation: who and why. */
    ended_by: ref(),
    reason: text().notNull().default(''),
    /** What staff said at the end of a dispute. */
    answer: text().notNull().default(''),
    created_at: created(),
    ended_at: at(),
  },
  (t) => [
    uniqueIndex('agreements_no').on(t.agree_no),
    uniqueIndex('agreements_once').on(t.demand_id).where(sql`${t.state} <> 'cancelled'`),
    index('agreements_of_offer').on(t.offer_id),
    index('agreements_of_owner').on(t.owner_id, t.id.desc().nullsFirst()),
    index('agreements_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('agreements_of_demand').on(t.demand_id),
    index('agreements_by_state').on(t.state, t.created_at, t.id),
    index('agreements_by_time').on(t.created_at, t.id),
    check('agreements_state', sql`${t.state} in ('running', 'disputed', 'done', 'cancelled')`),
    check('agreements_ended', sql`(${t.state} in ('done', 'cancelled')) = (${t.ended_at} is not null)`),
  ],
);

/** Parts of an agreement that are paid through us: held when they are paid, then paid out to who does the work, or given back. */
export const agreement_stages = pgTable(
  'agreement_stages',
  {
    id: id(),
    agreement_id: ref()
      .notNull()
      .references(() => agreements.id),
    title: text().notNull(),
    price_fen: fen().notNull(),
    /** asked, held, delivered, released, refunded */
    state: text().$type<StageState>().notNull().default('asked'),
    /** That paid it. */
    order_id: ref(),
    /** What of the price is held for who does the work. */
    escrow_fen: fen().notNull().default(0),
    created_at: created(),
    held_at: at(),
    delivered_at: at(),
    /** How often its owner asked for changes. */
    redos: smallint().notNull().default(0),
    /** When it was no longer held. */
    ended_at: at(),
  },
  (t) => [
    index('agreement_stages_of').on(t.agreement_id, t.id),
    uniqueIndex('agreement_stages_order').on(t.order_id),
    index('agreement_stages_delivered').on(t.delivered_at).where(sql`${t.state} = 'delivered'`),
    index('agreement_stages_held').on(t.held_at),
    index('agreement_stages_ended').on(t.ended_at),
    check('agreement_stages_amounts', sql`${t.price_fen} > 0 and ${t.escrow_fen} between 0 and ${t.price_fen}`),
    check('agreement_stages_state', sql`${t.state} in ('asked', 'held', 'delivered', 'released', 'refunded')`),
    check('agreement_stages_paid', sql`(${t.state} = 'asked') = (${t.order_id} is null)`),
    check('agreement_stages_ended', sql`(${t.state} in ('released', 'refunded')) = (${t.ended_at} is not null)`),
  ],
);
