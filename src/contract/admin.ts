/** What the console and the gateway say to each other. Times are unix seconds, money is yuan. */
export type {
  AuditEntry,
  BulkRun,
  ConsoleFound,
  ListAction,
  ListColumn,
  ListFacts,
  ListFilter,
  ListPage,
  ListRow,
  ProviderHealth,
  SavedView,
  SettingForm,
  StaffOrder,
  StaffUser,
  StateTone,
  TodayFacts,
} from './outputs/admin.ts';

/** `data`: JSON, shown as names and values. */
export type CellKind = 'text' | 'number' | 'money' | 'time' | 'state' | 'data';

export type Cell = string | number | null;

/** Of each list. */
export const SEARCH_HITS = 5;
export const WORDS_MAX = 100;

export const COUNT_MOST = 1_000;

/** Days that are added up at once. */
export const SUM_DAYS_MOST = 366;
/** A count that went no further than `COUNT_MOST` + 1, as screens say it. */
export const countText = (count: number): string => (count > COUNT_MOST ? `${COUNT_MOST}+` : String(count));

/** More than these are not done at once. */
export const BULK_MOST = 5_000;
export const VIEW_NAME_MAX = 30;
export const QUERY_MAX = 1_000;
export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const STAFF_REASON_MAX = 200;

/** What staff give back of an order. */
export interface RefundWish {
  /** Yuan; null: all that is left, and the order ends. */
  amount: number | null;
  /** The order ends and what was bought is taken back, whatever the amount. */
  ends: boolean;
}

export const ADMIN_CALLS = {
  facts: '/admin/list/facts',
  page: '/admin/list/page',
  export: '/admin/list/export',
  export_xlsx: '/admin/list/export-xlsx',
  view: '/admin/list/view',
  run: '/admin/list/run',
  order: '/admin/order',
  user: '/admin/user',
  picture: '/admin/picture',
} as const;
