import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { RecapForm } from '#contract/outputs/organise.ts';
import type { SalonAgendaLine, SalonForm, SalonGuest, TicketQuestion } from '#contract/outputs/salon.ts';
import type { RecapPicture } from '#contract/recap.ts';
import type { SalonMode, SalonState, TicketAnswer, TicketHolder, TicketState } from '#contract/salon.ts';
import type { SeatBlock } from '#contract/seats.ts';
import { at, created, fen, id, ref } from '../../db/columns.ts';

/** A public copy of a picture that a form names. */
export type SalonPicture = Omit<RecapPicture, 'caption'>;

/** What a salon has beside its item, whose id it shares. Columns hold what is published, `form` what is typed. */
export const salons = pgTable(
  'salons',
  {
    item_id: ref().primaryKey(),
    owner_id: ref().notNull(),
    title: text().notNull().default(''),
    /** One of SALON_STATES; written by `moveSalon` alone. */
    state: text().$type<SalonState>().notNull().default('draft'),
    /** Null before the first publishing. */
    starts_at: at(),
    ends_at: at(),
    city: text().notNull().default(''),
    venue: text().notNull().default(''),
    address: text().notNull().default(''),
    /** WGS 84, both or neither. */
    lat: doublePrecision(),
    lng: doublePrecision(),
    organiser: text().notNull().default(''),
    agenda: jsonb().$type<SalonAgendaLine[]>().notNull().default([]),
    guests: jsonb().$type<SalonGuest[]>().notNull().default([]),
    /** Empty: seats are not numbered. */
    plan: jsonb().$type<SeatBlock[]>().notNull().default([]),
    /** What readers see, by its file; null: a poster is drawn. */
    cover: ref(),
    /** Of all files that the form, what waits and what is shown name. */
    pictures: jsonb().$type<SalonPicture[]>().notNull().default([]),
    form: jsonb().$type<SalonForm>().notNull(),
    /** What waits for the desk; null: nothing does. */
    submitted: jsonb().$type<SalonForm>(),
    /** Of one form in one tab, so that saving twice makes one draft. */
    draft_key: text().notNull(),
    reject_reason: text().notNull().default(''),
    /** Why it does not take place. */
    cancel_reason: text().notNull().default(''),
    opened_at: at(),
    /** When time or place became another one while it was open; null: never. */
    changed_at: at(),
    /** When its guests were reminded that it is tomorrow. */
    reminded_at: at(),
    /** Tickets can be given to others until so many hours before the beginning; null: never. */
    give_h: smallint().default(0),
    mode: text().$type<SalonMode>().notNull().default('here'),
    /** Where people meet by the network; of its holders alone, from so many minutes before the beginning. */
    link: text().notNull().default(''),
    link_before_min: smallint().notNull().default(30),
    /** When holders heard that the link is open. */
    link_told_at: at(),
    /** What the organiser says in reminders. */
    remind_text: text().notNull().default(''),
    /** Who was there may have it on paper. */
    has_certificate: boolean().notNull().default(true),
    created_at: created(),
    saved_at: created(),
  },
  (t) => [
    index('salons_of_owner').on(t.owner_id, t.item_id.desc().nullsFirst()),
    index('salons_by_start').on(t.starts_at, t.item_id).where(sql`${t.state} = 'open'`),
    index('salons_of_city').on(t.city, t.starts_at, t.item_id).where(sql`${t.state} = 'open'`),
    index('salons_over').on(t.ends_at.desc().nullsFirst(), t.item_id.desc().nullsFirst()).where(sql`${t.state} = 'over'`),
    index('salons_titles').on(t.title.op('text_pattern_ops')),
    index('salons_by_state').on(t.state, t.item_id.desc().nullsFirst()),
    index('salons_of_draft').on(t.owner_id, t.draft_key),
    check('salons_state', sql`${t.state} in ('draft', 'review', 'open', 'over', 'cancelled')`),
    check('salons_mode', sql`${t.mode} in ('here', 'online', 'both')`),
    check('salons_time', sql`${t.ends_at} > ${t.starts_at}`),
    check(
      'salons_place',
      sql`(${t.lat} is null) = (${t.lng} is null) and coalesce(${t.lat}, 0) between -90 and 90 and coalesce(${t.lng}, 0) between -180 and 180`,
    ),
    check('salons_open', sql`${t.state} not in ('open', 'over') or (${t.starts_at} is not null and ${t.ends_at} is not null)`),
  ],
);

/** What is sold of a salon. `sold` and `held` move by one conditional UPDATE each; a job counts them again every night. */
export const salon_ticket_kinds = pgTable(
  'salon_ticket_kinds',
  {
    id: id(),
    salon_id: ref()
      .notNull()
      .references(() => salons.item_id),
    /** Of the form: the same key is the same kind after a change. */
    key: text().notNull(),
    name: text().notNull(),
    about: text().notNull().default(''),
    price_fen: fen().notNull(),
    /** Both null: no early price. */
    early_price_fen: fen(),
    early_until: at(),
    /** Null: members pay what all pay. */
    member_price_fen: fen(),
    capacity: integer().notNull(),
    sold: integer().notNull().default(0),
    /** Of open orders and of seats that are reserved for the waiting list. */
    held: integer().notNull().default(0),
    /** Null: from the publishing on, until the salon begins. */
    sale_from: at(),
    sale_until: at(),
    questions: jsonb().$type<TicketQuestion[]>().notNull().default([]),
    is_online: boolean().notNull().default(false),
    position: smallint().notNull().default(0),
    /** Each of its seats is a chair of `salon_seats`. */
    seated: boolean().notNull().default(false),
    /** False: the organiser took it out of the form after some were sold. */
    is_on: boolean().notNull().default(true),
  },
  (t) => [
    uniqueIndex('salon_ticket_kinds_key').on(t.salon_id, t.key),
    check(
      'salon_ticket_kinds_seats',
      sql`${t.sold} >= 0 and ${t.held} >= 0 and ${t.capacity} >= 0 and ${t.sold} + ${t.held} <= ${t.capacity}`,
    ),
    check(
      'salon_ticket_kinds_prices',
      sql`${t.price_fen} >= 0 and coalesce(${t.early_price_fen}, 0) between 0 and ${t.price_fen} and coalesce(${t.member_price_fen}, 0) between 0 and ${t.price_fen} and (${t.early_price_fen} is null) = (${t.early_until} is null)`,
    ),
  ],
);

/**
 * The number of the newest ticket of a salon. A row of its own and without a reference: who sells holds kinds of tickets and takes a number last,
 * who edits holds the salon and then its kinds, and both at once must not wait for each other.
 */
export const salon_numbers = pgTable('salon_numbers', {
  salon_id: ref().primaryKey(),
  last: integer().notNull(),
});

/** What a buyer chose last for a salon: the engine's quote reads it. An order keeps its own copy. */
export const salon_choices = pgTable(
  'salon_choices',
  {
    salon_id: ref()
      .notNull()
      .references(() => salons.item_id),
    buyer_id: ref().notNull(),
    lines: jsonb().$type<Array<{ kind_id: number; count: number }>>().notNull(),
    holders: jsonb().$type<TicketHolder[]>().notNull(),
    chosen_at: created(),
  },
  (t) => [primaryKey({ columns: [t.salon_id, t.buyer_id] })],
);

/** Seats set aside, one row an order and kind: for an open order, or for somebody who waited and has no order yet. */
export const salon_holds = pgTable(
  'salon_holds',
  {
    id: id(),
    salon_id: ref().notNull(),
    kind_id: ref()
      .notNull()
      .references(() => salon_ticket_kinds.id),
    buyer_id: ref().notNull(),
    /** Null: reserved for the waiting list. */
    order_id: ref(),
    waiting_id: ref(),
    count: integer().notNull(),
    /** Who sits there, until the tickets are made. */
    holders: jsonb().$type<TicketHolder[]>().notNull().default([]),
    /** held, moving (its order gives way to another in this transaction), sold, released; the first two are counted in `held` */
    state: text().$type<'held' | 'moving' | 'sold' | 'released'>().notNull().default('held'),
    expires_at: at().notNull(),
    created_at: created(),
  },
  (t) => [
    uniqueIndex('salon_holds_of_order').on(t.order_id, t.kind_id).where(sql`${t.order_id} is not null`),
    index('salon_holds_of_kind').on(t.kind_id).where(sql`${t.state} in ('held', 'moving')`),
    index('salon_holds_of_buyer').on(t.buyer_id, t.salon_id).where(sql`${t.state} in ('held', 'moving')`),
    check('salon_holds_count', sql`${t.count} > 0`),
    check('salon_holds_state', sql`${t.state} in ('held', 'moving', 'sold', 'released')`),
  ],
);

/** One seat of one person. Made when its order is paid; never removed. */
export const salon_tickets = pgTable(
  'salon_tickets',
  {
    id: id(),
    salon_id: ref()
      .notNull()
      .references(() => salons.item_id),
    kind_id: ref()
      .notNull()
      .references(() => salon_ticket_kinds.id),
    order_id: ref().notNull(),
    /** Its number for people. */
    orderid: text().notNull(),
    buyer_id: ref().notNull(),
    /** The account of whom it was given to; null: it was not, or their phone has none. */
    to_id: ref(),
    holder_name: text().notNull(),
    holder_phone: text().notNull().default(''),
    answers: jsonb().$type<TicketAnswer[]>().notNull().default([]),
    /** What it really cost: its part of money and balance, coupon taken off. */
    paid_fen: fen().notNull(),
    /** What of it was given back. */
    refunded_fen: fen().notNull().default(0),
    /** 128 random bits: any holder sees the ticket. */
    secret: text().notNull(),
    /** One of TICKET_STATES. */
    state: text().$type<TicketState>().notNull().default('valid'),
    /** Its number within the salon. */
    seq: integer().notNull(),
    /** Name of its chair as long as it has one. */
    seat: text().notNull().default(''),
    created_at: created(),
    used_at: at(),
    /** When it was refunded or revoked. */
    ended_at: at(),
    /** The organiser entered who comes: its buyer is the organiser, and it cost nothing. */
    is_gift: boolean().notNull().default(false),
    /** Number of the certificate of attendance; null: it was not wanted so far. */
    proof_no: text(),
  },
  (t) => [
    uniqueIndex('salon_tickets_secret').on(t.secret),
    uniqueIndex('salon_tickets_proof').on(t.proof_no).where(sql`${t.proof_no} is not null`),
    uniqueIndex('salon_tickets_seq').on(t.salon_id, t.seq),
    index('salon_tickets_of_order').on(t.order_id, t.id),
    index('salon_tickets_by_state').on(t.state, t.id),
    index('salon_tickets_of_orderid').on(t.orderid),
    index('salon_tickets_of_buyer').on(t.buyer_id, t.id.desc().nullsFirst()),
    index('salon_tickets_given').on(t.to_id, t.id.desc().nullsFirst()).where(sql`${t.to_id} is not null`),
    index('salon_tickets_of_kind').on(t.kind_id).where(sql`${t.state} in ('valid', 'used')`),
    check('salon_tickets_state', sql`${t.state} in ('valid', 'used', 'refunded', 'revoked')`),
    check('salon_tickets_paid', sql`${t.paid_fen} >= 0 and ${t.refunded_fen} between 0 and ${t.paid_fen}`),
  ],
);

/** A ticket went from one person to another: its secret of before opens nothing any more, and doors say why. */
export const salon_handovers = pgTable(
  'salon_handovers',
  {
    id: id(),
    ticket_id: ref()
      .notNull()
      .references(() => salon_tickets.id),
    /** Who had it before, and their account. */
    from_name: text().notNull(),
    from_phone: text().notNull(),
    from_id: ref(),
    /** SHA-256 of the secret that is dead, hex. */
    old_hash: text().notNull(),
    given_at: created(),
  },
  (t) => [
    uniqueIndex('salon_handovers_hash').on(t.old_hash),
    index('salon_handovers_of_ticket').on(t.ticket_id, t.id),
    index('salon_handovers_of_person').on(t.from_id, t.id).where(sql`${t.from_id} is not null`),
  ],
);

/** A chair of a plan. Whose it is moves under the lock of its kind, together with the counters of the kind. */
export const salon_seats = pgTable(
  'salon_seats',
  {
    id: id(),
    salon_id: ref().notNull(),
    kind_id: ref()
      .notNull()
      .references(() => salon_ticket_kinds.id),
    /** Key of its block in the plan. */
    block: text().notNull(),
    row: smallint().notNull(),
    chair: smallint().notNull(),
    label: text().notNull(),
    is_closed: boolean().notNull().default(false),
    hold_id: ref(),
    ticket_id: ref(),
  },
  (t) => [
    uniqueIndex('salon_seats_place').on(t.salon_id, t.block, t.row, t.chair),
    index('salon_seats_of_kind').on(t.kind_id),
    index('salon_seats_of_hold').on(t.hold_id).where(sql`${t.hold_id} is not null`),
    uniqueIndex('salon_seats_of_ticket').on(t.ticket_id).where(sql`${t.ticket_id} is not null`),
    check('salon_seats_once', sql`num_nonnulls(${t.hold_id}, ${t.ticket_id}) + ${t.is_closed}::int <= 1`),
  ],
);

/** Who waits for a seat of a kind that is sold out, the oldest first. */
export const salon_waiting = pgTable(
  'salon_waiting',
  {
    id: id(),
    salon_id: ref().notNull(),
    kind_id: ref()
      .notNull()
      .references(() => salon_ticket_kinds.id),
    user_id: ref().notNull(),
    count: integer().notNull(),
    holders: jsonb().$type<TicketHolder[]>().notNull(),
    since: created(),
    /** waiting, offered (seats are reserved until `offer_until`), taken, declined, lapsed (the offer ended), left */
    state: text().$type<'waiting' | 'offered' | 'taken' | 'declined' | 'lapsed' | 'left'>().notNull().default('waiting'),
    offer_order_id: ref(),
    offer_until: at(),
  },
  (t) => [
    uniqueIndex('salon_waiting_once').on(t.kind_id, t.user_id).where(sql`${t.state} in ('waiting', 'offered')`),
    index('salon_waiting_next').on(t.kind_id, t.since, t.id).where(sql`${t.state} = 'waiting'`),
    index('salon_waiting_offered').on(t.offer_until).where(sql`${t.state} = 'offered'`),
    index('salon_waiting_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    check('salon_waiting_count', sql`${t.count} > 0`),
    check('salon_waiting_state', sql`${t.state} in ('waiting', 'offered', 'taken', 'declined', 'lapsed', 'left')`),
  ],
);

/** People at the door: a token of their own for one salon, stored as a hash. */
export const salon_staff = pgTable(
  'salon_staff',
  {
    id: id(),
    salon_id: ref()
      .notNull()
      .references(() => salons.item_id),
    name: text().notNull(),
    /** SHA-256 of the token, hex. */
    token_hash: text().notNull(),
    gate: text().notNull().default(''),
    created_at: created(),
    expires_at: at().notNull(),
    ended_at: at(),
  },
  (t) => [uniqueIndex('salon_staff_token').on(t.token_hash), index('salon_staff_of_salon').on(t.salon_id, t.id)],
);

/** Every scan at a door, refused ones too. The same nonce is the same scan. */
export const salon_checkins = pgTable(
  'salon_checkins',
  {
    id: id(),
    salon_id: ref().notNull(),
    /** Null: a secret that is no ticket's. */
    ticket_id: ref().references(() => salon_tickets.id),
    nonce: text().notNull(),
    at: at().notNull(),
    /** When we heard of it: later than `at` after an offline time. */
    received_at: created(),
    /** Door staff, or null and the user who scanned. */
    by_staff: ref().references(() => salon_staff.id),
    by_user_id: ref(),
    gate: text().notNull().default(''),
    direction: text().$type<'in' | 'out'>().notNull().default('in'),
    offline: boolean().notNull().default(false),
    /** ok, or the reason of the refusal. */
    result: text().notNull(),
  },
  (t) => [
    uniqueIndex('salon_checkins_nonce').on(t.salon_id, t.nonce),
    index('salon_checkins_of_ticket').on(t.ticket_id, t.at),
    index('salon_checkins_of_door').on(t.by_staff, t.received_at).where(sql`${t.by_staff} is not null`),
    index('salon_checkins_by_time').on(t.at, t.id),
    index('salon_checkins_by_result').on(t.result, t.id),
    index('salon_checkins_refused').on(t.id).where(sql`${t.result} not in ('ok', 'undone')`),
    index('salon_checkins_offline').on(t.id).where(sql`${t.offline}`),
    index('salon_checkins_of_salon').on(t.salon_id, t.id.desc().nullsFirst()),
    check('salon_checkins_direction', sql`${t.direction} in ('in', 'out')`),
  ],
);

/** What of a recap waits for the desk: its pictures are public copies already. */
export interface RecapSubmission {
  text: string;
  pictures: RecapPicture[];
  film: number | null;
}

/** A recap of a salon, written after it. */
export const salon_recaps = pgTable(
  'salon_recaps',
  {
    salon_id: ref()
      .primaryKey()
      .references(() => salons.item_id),
    text: text().notNull().default(''),
    /** Public copies of own uploads, in order. */
    pictures: jsonb().$type<RecapPicture[]>().notNull().default([]),
    /** The talk whose film it begins with; null: none. */
    film: ref(),
    /** What is typed; the columns above hold what is shown. */
    form: jsonb().$type<RecapForm>().notNull().default({ text: '', pictures: [], film: null }),
    /** What waits for the desk; null: nothing does. */
    submitted: jsonb().$type<RecapSubmission>(),
    reject_reason: text().notNull().default(''),
    attended: integer().notNull().default(0),
    state: text().$type<'draft' | 'published'>().notNull().default('draft'),
    published_at: at(),
    saved_at: created(),
  },
  (t) => [
    index('salon_recaps_by_time').on(t.saved_at, t.salon_id),
    index('salon_recaps_waiting').on(t.salon_id).where(sql`${t.submitted} is not null`),
    index('salon_recaps_rejected').on(t.salon_id).where(sql`${t.submitted} is null and ${t.reject_reason} <> ''`),
    index('salon_recaps_drafts').on(t.salon_id).where(sql`${t.state} = 'draft' and ${t.submitted} is null and ${t.reject_reason} = ''`),
    index('salon_recaps_published')
      .on(t.published_at.desc().nullsFirst(), t.salon_id.desc().nullsFirst())
      .where(sql`${t.state} = 'published'`),
    check('salon_recaps_state', sql`${t.state} in ('draft', 'published')`),
    check('salon_recaps_attended', sql`${t.attended} >= 0`),
  ],
);
