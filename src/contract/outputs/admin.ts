import { z } from 'zod';
import type * as contract from '#contract/admin.ts';
import { ROLES } from '#contract/staff.ts';
import { orderPartsOutput, savedByOutput } from './order.ts';

export const todayFactsOutput = z.strictObject({
  days: z.array(z.strictObject({ day: z.string(), income: z.number(), orders: z.number(), new_users: z.number(), new_works: z.number() })),
  reviews: z.array(z.strictObject({ type: z.string(), title: z.string(), open: z.number() })),
  waiting_refunds: z.number(),
  waiting_invoices: z.number(),
  open_differences: z.number(),
  dead_events: z.number(),
  failed_jobs: z.number(),
  given_up_notices: z.number(),
  system_warnings: z.number(),
  waits: z.array(z.strictObject({ title: z.string(), href: z.string(), count: z.int() })),
}) satisfies z.ZodType<contract.TodayFacts>;

export const consoleFoundOutput = z.strictObject({
  list: z.string(),
  title: z.string(),
  screen: z.string(),
  hits: z.array(z.strictObject({ title: z.string(), about: z.string(), href: z.string() })),
  all: z.string(),
}) satisfies z.ZodType<contract.ConsoleFound>;

export const providerHealthOutput = z.strictObject({
  port: z.string(),
  title: z.string(),
  adapter: z.string(),
  ok: z.boolean(),
  note: z.string(),
}) satisfies z.ZodType<contract.ProviderHealth>;

export const cellKindOutput = z.enum(['number', 'text', 'money', 'time', 'state', 'data']) satisfies z.ZodType<contract.CellKind>;

export const listColumnOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  kind: cellKindOutput,
  shown: z.boolean(),
}) satisfies z.ZodType<contract.ListColumn>;

export const listFilterOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  kind: z.enum(['number', 'text', 'choice', 'day']),
  options: z.optional(z.array(z.strictObject({ value: z.string(), title: z.string() }))),
}) satisfies z.ZodType<contract.ListFilter>;

export const listActionOutput = z.strictObject({
  name: z.string(),
  title: z.string(),
  needs_reason: z.boolean(),
  countersigned: z.boolean(),
  about: z.string(),
}) satisfies z.ZodType<contract.ListAction>;

export const savedViewOutput = z.strictObject({ id: z.int(), name: z.string(), query: z.string() }) satisfies z.ZodType<contract.SavedView>;

export const listFactsOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  columns: z.array(listColumnOutput),
  filters: z.array(listFilterOutput),
  orders: z.array(z.strictObject({ key: z.string(), title: z.string() })),
  search: z.string(),
  actions: z.array(listActionOutput),
  can_export: z.boolean(),
  empty: z.strictObject({ hint: z.string(), link: z.string(), href: z.string() }).nullable(),
  views: z.array(savedViewOutput),
}) satisfies z.ZodType<contract.ListFacts>;

export const cellOutput = z.union([z.string(), z.number()]).nullable() satisfies z.ZodType<contract.Cell>;

export const listRowOutput = z.strictObject({
  id: z.string(),
  cells: z.record(z.string(), cellOutput),
  href: z.string(),
}) satisfies z.ZodType<contract.ListRow>;

export const listPageOutput = z.strictObject({
  rows: z.array(listRowOutput),
  next: z.string(),
  prev: z.string(),
  total: z.int(),
}) satisfies z.ZodType<contract.ListPage>;

export const bulkRunOutput = z.strictObject({
  id: z.int(),
  list: z.string(),
  action_title: z.string(),
  status: z.enum(['running', 'done']),
  total: z.int(),
  done: z.number(),
  failed: z.number(),
  results: z.array(z.strictObject({ target: z.string(), ok: z.boolean(), message: z.string() })),
}) satisfies z.ZodType<contract.BulkRun>;

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
}) satisfies z.ZodType<contract.AuditEntry>;

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
  credit_price: z.number(),
  saved_by: savedByOutput,
  coupon_price: z.number(),
  balance_price: z.number(),
  pay_price: z.number(),
  publisher_price: z.number(),
  refunded: z.number(),
  unused: z.number().nullable(),
  uses: z.string().nullable(),
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
  asked: z.strictObject({ reason: z.string(), by: z.string(), mine: z.boolean() }).nullable(),
  confirm_above: z.number(),
  audit: z.array(auditEntryOutput),
}) satisfies z.ZodType<contract.StaffOrder>;

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
  grants: z.array(z.strictObject({ item_id: z.int(), title: z.string(), source: z.string(), at: z.number() })),
  coupons: z.array(
    z.strictObject({ id: z.int(), title: z.string(), amount: z.number(), min_price: z.number(), status: z.string(), end_time: z.number() }),
  ),
  vouchers: z.array(z.strictObject({ id: z.int(), kind: z.string(), status: z.string(), end_time: z.number() })),
  logins: z.array(z.strictObject({ id: z.int(), device: z.string(), created_at: z.int(), expires_at: z.int() })),
  audit: z.array(auditEntryOutput),
}) satisfies z.ZodType<contract.StaffUser>;

export const settingFormOutput = z.strictObject({
  key: z.string(),
  title: z.string(),
  about: z.string(),
  value: z.unknown(),
  fallback: z.unknown(),
  schema: z.unknown(),
  may_set: z.boolean(),
  countersigned: z.boolean(),
  history: z.array(z.strictObject({ id: z.int(), at: z.number(), by: z.string(), value: z.unknown(), before: z.unknown() })),
}) satisfies z.ZodType<contract.SettingForm>;
