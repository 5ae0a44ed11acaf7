/** What the console and the gateway say to each other. Times are unix seconds, money is yuan. */

import type { OrderPart, SavedBy } from './order.ts';
import type { Role } from './staff.ts';

/** `data`: JSON, shown as names and values. */
export type CellKind = 'text' | 'number' | 'money' | 'time' | 'state' | 'data';

export interface ListColumn {
  key: string;
  title: string;
  kind: CellKind;
  /** Shown until somebody chooses columns. */
  shown: boolean;
}

export interface ListFilter {
  key: string;
  title: string;
  kind: 'choice' | 'number' | 'text' | 'day';
  options?: Array<{ value: string; title: string }>;
}

export interface ListAction {
  name: string;
  title: string;
  needs_reason: boolean;
  /** What happens, in one sentence. */
  about: string;
  /** Above the bound of a day a second person confirms it. */
  countersigned: boolean;
}

/** A view that somebody keeps: a name for the query of the list's address. */
export interface SavedView {
  id: number;
  name: string;
  query: string;
}

/** All that a screen needs to draw a list, without its rows. */
export interface ListFacts {
  key: string;
  title: string;
  columns: ListColumn[];
  filters: ListFilter[];
  orders: Array<{ key: string; title: string }>;
  /** What may be searched for; '': nothing. */
  search: string;
  /** Those that the caller may start. */
  actions: ListAction[];
  can_export: boolean;
  /** How an entry comes to be, and where; null: nothing needs to be said. */
  empty: { hint: string; link: string; href: string } | null;
  views: SavedView[];
}

export type Cell = string | number | null;

export interface ListRow {
  id: string;
  cells: Record<string, Cell>;
  /** The row's own page; '': none. */
  href: string;
}

export interface ListPage {
  rows: ListRow[];
  /** Cursors of the neighbouring pages; '': there is none. */
  next: string;
  prev: string;
  /** Counted no further than `COUNT_MOST`. */
  total: number;
}

/** A row that the console's search found. */
export interface ConsoleHit {
  title: string;
  about: string;
  href: string;
}

/** What one list holds of the words. */
export interface ConsoleFound {
  list: string;
  title: string;
  /** Address of the list. */
  screen: string;
  hits: ConsoleHit[];
  /** Where all rows stand that the words find, if there are more than `hits`; else ''. */
  all: string;
}

/** Of each list. */
export const SEARCH_HITS = 5;
export const WORDS_MAX = 100;

export const COUNT_MOST = 1_000;
/** A count that went no further than `COUNT_MOST` + 1, as screens say it. */
export const countText = (count: number): string => (count > COUNT_MOST ? `${COUNT_MOST}+` : String(count));

/** More than these are not done at once. */
export const BULK_MOST = 5_000;
export const VIEW_NAME_MAX = 30;
export const QUERY_MAX = 1_000;
export const STAFF_REASON_MAX = 200;

export interface BulkRun {
  id: number;
  list: string;
  action_title: string;
  status: 'running' | 'done';
  total: number;
  done: number;
  failed: number;
  /** Those that failed first, at most 200. */
  results: Array<{ target: string; ok: boolean; message: string }>;
}

export interface AuditEntry {
  id: string;
  at: number;
  actor: string;
  actor_id: number;
  action: string;
  action_title: string;
  subject: string;
  detail: string;
  request_id: string;
}

export interface StaffOrder {
  orderid: string;
  title: string;
  subject: string;
  subject_id: number;
  status: number;
  status_text: string;
  buyer: { id: number; nickname: string };
  publisher: { id: number; nickname: string } | null;
  list_price: number;
  price: number;
  /** What was taken off before for a membership whose place it took: `list_price` is without it. */
  credit_price: number;
  saved_by: SavedBy;
  coupon_price: number;
  balance_price: number;
  pay_price: number;
  publisher_price: number;
  /** Given back while the order stands. */
  refunded: number;
  /** What of the price pays for time that is still to come, yuan: offered when the order is ended; null: its subject counts none. */
  unused: number | null;
  /** How its buyer had what they paid for, for people; empty: not yet; null: it is not paid. */
  uses: string | null;
  /** As its buyer sees them; empty: it is one thing. */
  parts: OrderPart[];
  created_at: number;
  paid_at: number;
  closed_at: number;
  payments: Array<{
    payment_no: string;
    provider: string;
    channel: string;
    status: string;
    amount: number;
    paid_at: number;
    trade_no: string;
  }>;
  refunds: Array<{ refund_no: string; amount: number; status: string; attempts: number; created_at: number; done_at: number }>;
  /** Everything that the ledger wrote for it; amounts in yuan, coins or points, as `unit` says. */
  ledger: Array<{
    at: number;
    reason: string;
    key: string;
    account: string;
    owner_id: number | null;
    unit: 'fen' | 'coin' | 'point';
    amount: number;
  }>;
  /** Somebody asked for a refund that another has to confirm. */
  asked: { reason: string; by: string; mine: boolean } | null;
  /** Refunds above this many yuan are confirmed by a second person; 0: all are. */
  confirm_above: number;
  audit: AuditEntry[];
}

/** What staff give back of an order. */
export interface RefundWish {
  /** Yuan; null: all that is left, and the order ends. */
  amount: number | null;
  /** The order ends and what was bought is taken back, whatever the amount. */
  ends: boolean;
}

export interface StaffUser {
  id: number;
  nickname: string;
  masked_mobile: string;
  roles: Role[];
  blocked: boolean;
  created_at: number;
  city: string;
  works_num: number;
  fans_num: number;
  balance: number;
  held: number;
  coin: number;
  point: number;
  earning: number;
  memberships: Array<{ name: string; end_time: number }>;
  /** What they may open and why. */
  grants: Array<{ item_id: number; title: string; source: string; at: number }>;
  coupons: Array<{ id: number; title: string; amount: number; min_price: number; status: string; end_time: number }>;
  vouchers: Array<{ id: number; kind: string; status: string; end_time: number }>;
  /** `device`: system and browser; '': not known. */
  logins: Array<{ id: number; device: string; created_at: number; expires_at: number }>;
  audit: AuditEntry[];
}

export interface SettingForm {
  key: string;
  title: string;
  about: string;
  value: unknown;
  fallback: unknown;
  /** JSON schema of the value: the form is drawn from it. */
  schema: unknown;
  /** Whether who asks may change it. */
  may_set: boolean;
  /** A second person confirms it, whatever the value. */
  countersigned: boolean;
  history: Array<{ id: number; at: number; by: string; value: unknown; before: unknown }>;
}

/** Rows of a list that wait for staff; counted no further than `COUNT_MOST` + 1. */
export interface WaitingRows {
  title: string;
  href: string;
  count: number;
}

export interface TodayFacts {
  /** Of each day, the newest first: seven. */
  days: Array<{ day: string; income: number; orders: number; new_users: number; new_works: number }>;
  reviews: Array<{ type: string; title: string; open: number }>;
  waiting_refunds: number;
  /** To be issued or reversed. */
  waiting_invoices: number;
  /** Between our payments and a provider's bill, looked into by nobody. */
  open_differences: number;
  dead_events: number;
  failed_jobs: number;
  /** Mails and text messages that were given up in these days, counted no further than `COUNT_MOST` + 1. */
  given_up_notices: number;
  /** Sentences on the page of the system: disks, certificate, backups. */
  system_warnings: number;
  /** What the lists of all areas say that waits. */
  waits: WaitingRows[];
}

export interface ProviderHealth {
  port: string;
  title: string;
  adapter: string;
  ok: boolean;
  note: string;
}

export const ADMIN_CALLS = {
  facts: '/admin/list/facts',
  page: '/admin/list/page',
  export: '/admin/list/export',
  view: '/admin/list/view',
  run: '/admin/list/run',
  order: '/admin/order',
  user: '/admin/user',
  picture: '/admin/picture',
} as const;
