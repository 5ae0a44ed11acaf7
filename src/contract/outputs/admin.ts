import { z } from 'zod';
import type * as contract from '#contract/admin.ts';
import { ROLES } from '#contract/staff.ts';
import { ownConsentOutput } from './account.ts';
import { orderPartsOutput, savedByOutput } from './order.ts';
import { reviewTypeCountOutput } from './review.ts';

const waitingRowsOutput = z.strictObject({
  title: z.string(),
  href: z.string(),
  count: z.int(),
  /** Since when the oldest waits, unix seconds; 0: nothing does. */
  oldest: z.int(),
});
/** Rows of a list that wait for staff; counted no further than `COUNT_MOST` + 1. */
export type WaitingRows = z.infer<typeof waitingRowsOutput>;

export const todayFactsOutput = z.strictObject({
  /** Of each day, the newest first: seven. */
  days: z.array(z.strictObject({ day: z.string(), income: z.number(), orders: z.number(), new_users: z.number(), new_works: z.number() })),
  reviews: z.array(reviewTypeCountOutput),
  dead_events: z.number(),
  failed_jobs: z.number(),
  /** Mails and text messages that were given up in these days, counted no further than `COUNT_MOST` + 1. */
  given_up_notices: z.number(),
  /** Sentences on the page of the system: disks, certificate, backups. */
  system_warnings: z.number(),
  /** What the lists of all areas say that waits. */
  waits: z.array(waitingRowsOutput),
});
export type TodayFacts = z.infer<typeof todayFactsOutput>;

const consoleHitOutput = z.strictObject({ title: z.string(), about: z.string(), href: z.string() });
/** A row that the console's search found. */
export type ConsoleHit = z.infer<typeof consoleHitOutput>;

export const consoleFoundOutput = z.strictObject({
  list: z.string(),
  title: z.string(),
  /** Address of the list. */
  screen: z.string(),
  hits: z.array(consoleHitOutput),
  /** Where all rows stand that the words find, if there are more than `hits`; else ''. */
  all: z.string(),
});
/** What one list holds of the words. */
export type ConsoleFound = z.infer<typeof consoleFoundOutput>;

export const providerHealthOutput = z.strictObject({
  port: z.string(),
  title: z.string(),
  adapter: z.string(),
  ok: z.boolean(),
  note: z.string(),
});
export type ProviderHealth = z.infer<typeof providerHealthOutput>;

export const cellKindOutput = z.enum(['number', 'text', 'money', 'time', 'state', 'data']) satisfies z.ZodType<contract.CellKind>;

export const listColumnOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  kind: cellKindOutput,
  /** Shown until somebody chooses columns. */
  shown: z.boolean(),
});
export type ListColumn = z.infer<typeof listColumnOutput>;

/** What a state asks of staff. */
export const stateToneOutput = z.enum(['waiting', 'failed', 'over', 'well']);
export type StateTone = z.infer<typeof stateToneOutput>;

export const listFilterOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  /** `person`: by number or name. */
  kind: z.enum(['number', 'person', 'text', 'choice', 'day']),
  options: z.optional(z.array(z.strictObject({ value: z.string(), title: z.string(), tone: z.optional(stateToneOutput) }))),
});
export type ListFilter = z.infer<typeof listFilterOutput>;

export const listActionOutput = z.strictObject({
  name: z.string(),
  title: z.string(),
  needs_reason: z.boolean(),
  /** Above the bound of a day a second person confirms it. */
  countersigned: z.boolean(),
  /** What happens, in one sentence. */
  about: z.string(),
});
export type ListAction = z.infer<typeof listActionOutput>;

export const savedViewOutput = z.strictObject({ id: z.int(), name: z.string(), query: z.string() });
/** A view that somebody keeps: a name for the query of the list's address. */
export type SavedView = z.infer<typeof savedViewOutput>;

export const listFactsOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  columns: z.array(listColumnOutput),
  filters: z.array(listFilterOutput),
  orders: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  /** What may be searched for; '': nothing. */
  search: z.string(),
  /** Those that the caller may start. */
  actions: z.array(listActionOutput),
  can_export: z.boolean(),
  /** How an entry comes to be, and where; null: nothing needs to be said. */
  empty: z.strictObject({ hint: z.string(), link: z.string(), href: z.string() }).nullable(),
  views: z.array(savedViewOutput),
  /** States that end by themselves: rows with one are looked at again. */
  moving: z.array(z.string()),
});
/** All that a screen needs to draw a list, without its rows. */
export type ListFacts = z.infer<typeof listFactsOutput>;

export const cellOutput = z.union([z.string(), z.number()]).nullable() satisfies z.ZodType<contract.Cell>;

export const listRowOutput = z.strictObject({
  id: z.string(),
  cells: z.record(z.string(), cellOutput),
  /** The row's own page; '': none. */
  href: z.string(),
  /** A small picture of what it is about; '': none. */
  cover: z.string(),
  /** Of a state that no choice of the list's filter stands for. */
  tone: z.optional(stateToneOutput),
});
export type ListRow = z.infer<typeof listRowOutput>;

export const listPageOutput = z.strictObject({
  rows: z.array(listRowOutput),
  /** Cursors of the neighbouring pages; '': there is none. */
  next: z.string(),
  prev: z.string(),
  /** Counted no further than `COUNT_MOST`. */
  total: z.int(),
  /** What all rows come to that match, for lists of money that are narrowed. */
  sums: z.array(z.strictObject({ title: z.string(), value: z.string() })),
});
export type ListPage = z.infer<typeof listPageOutput>;

export const bulkRunOutput = z.strictObject({
  id: z.int(),
  list: z.string(),
  action_title: z.string(),
  status: z.enum(['running', 'done']),
  total: z.int(),
  done: z.number(),
  failed: z.number(),
  /** Those that failed first, at most 200. */
  results: z.array(z.strictObject({ target: z.string(), ok: z.boolean(), message: z.string() })),
});
export type BulkRun = z.infer<typeof bulkRunOutput>;

export const auditEntryOutput = z.strictObject({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  actor_id: z.int(),
  action: z.string(),
  action_title: z.string(),
  subject: z.string(),
  detail: z.string(),
  request_id: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntryOutput>;

export const staffOrderOutput = z.strictObject({
  orderid: z.string(),
  title: z.string(),
  subject: z.string(),
  subject_id: z.int(),
  status: z.number(),
  status_text: z.string(),
  buyer: z.strictObject({ id: z.int(), nickname: z.string() }),
  publisher: z.strictObject({ id: z.int(), nickname: z.string() }).nullable(),
  list_price: z.number(),
  price: z.number(),
  /** What was taken off before for a membership whose place it took: `list_price` is without it. */
  credit_price: z.number(),
  saved_by: savedByOutput,
  coupon_price: z.number(),
  balance_price: z.number(),
  pay_price: z.number(),
  publisher_price: z.number(),
  /** Given back while the order stands. */
  refunded: z.number(),
  /** What of the price pays for time that is still to come, yuan: offered when the order is ended; null: its subject counts none. */
  unused: z.number().nullable(),
  /** A part of the price that goes back while the order stands: what becomes of what was bought, or why there is `none`. */
  part: z.strictObject({ text: z.string(), none: z.boolean() }),
  /** How its buyer had what they paid for, for people; empty: not yet; null: it is not paid. */
  uses: z.string().nullable(),
  /** As its buyer sees them; empty: it has no parts. */
  parts: orderPartsOutput,
  created_at: z.int(),
  paid_at: z.int(),
  closed_at: z.int(),
  payments: z.array(
    z.strictObject({
      payment_no: z.string(),
      provider: z.string(),
      channel: z.string(),
      status: z.string(),
      amount: z.number(),
      paid_at: z.int(),
      trade_no: z.string(),
    }),
  ),
  refunds: z.array(
    z.strictObject({
      refund_no: z.string(),
      amount: z.number(),
      status: z.string(),
      attempts: z.number(),
      created_at: z.int(),
      done_at: z.int(),
    }),
  ),
  /** What its payer claims at the provider, the newest first. */
  claims: z.array(z.strictObject({ id: z.int(), text: z.string() })),
  /** Everything that the ledger wrote for it; amounts in yuan, coins or points, as `unit` says. */
  ledger: z.array(
    z.strictObject({
      at: z.number(),
      reason: z.string(),
      key: z.string(),
      account: z.string(),
      owner_id: z.int().nullable(),
      unit: z.enum(['fen', 'coin', 'point']),
      amount: z.number(),
    }),
  ),
  /** Somebody asked for a refund that another has to confirm. */
  asked: z.strictObject({ reason: z.string(), by: z.string(), mine: z.boolean() }).nullable(),
  /** Refunds above this many yuan are confirmed by a second person; 0: all are. */
  confirm_above: z.number(),
  audit: z.array(auditEntryOutput),
});
export type StaffOrder = z.infer<typeof staffOrderOutput>;

export const staffUserOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  masked_mobile: z.string(),
  roles: z.array(z.enum(ROLES)),
  blocked: z.boolean(),
  created_at: z.int(),
  city: z.string(),
  works_num: z.int(),
  fans_num: z.int(),
  balance: z.number(),
  held: z.number(),
  coin: z.number(),
  point: z.number(),
  earning: z.number(),
  memberships: z.array(z.strictObject({ name: z.string(), end_time: z.number() })),
  /** What they may open and why. */
  grants: z.array(z.strictObject({ item_id: z.int(), title: z.string(), source: z.string(), at: z.number() })),
  coupons: z.array(
    z.strictObject({ id: z.int(), title: z.string(), amount: z.number(), min_price: z.number(), status: z.string(), end_time: z.number() }),
  ),
  vouchers: z.array(z.strictObject({ id: z.int(), kind: z.string(), status: z.string(), end_time: z.number() })),
  /** `device`: system and browser; '': not known. */
  logins: z.array(z.strictObject({ id: z.int(), device: z.string(), created_at: z.int(), expires_at: z.int() })),
  /** What they agreed to, and when. */
  consents: z.array(ownConsentOutput),
  audit: z.array(auditEntryOutput),
});
export type StaffUser = z.infer<typeof staffUserOutput>;

export const settingFormOutput = z.strictObject({
  key: z.string(),
  /** Where staff look for it; settings come group by group. */
  group: z.string(),
  title: z.string(),
  about: z.string(),
  value: z.unknown(),
  fallback: z.unknown(),
  /** JSON schema of the value: the form is drawn from it. */
  schema: z.unknown(),
  /** Whether who asks may change it. */
  may_set: z.boolean(),
  /** A second person confirms it, whatever the value. */
  countersigned: z.boolean(),
  history: z.array(z.strictObject({ id: z.int(), at: z.number(), by: z.string(), value: z.unknown(), before: z.unknown() })),
});
export type SettingForm = z.infer<typeof settingFormOutput>;
