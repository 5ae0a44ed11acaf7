import type { App, Ctx } from '../app/ctx.ts';
import type { JobDefinition } from '../db/jobs.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { CardShops, CardWords, KeptOff } from '../modules/catalog/index.ts';
import type { ChatSubject } from '../modules/chat/index.ts';
import type { StaffList } from '../modules/console/index.ts';
import type { OpenedTenders } from '../modules/demands/index.ts';
import type { EmploymentHook } from '../modules/employees/index.ts';
import type { TraceKind, TraceSource, Welcome } from '../modules/identity/index.ts';
import type { MonthTable } from '../modules/operations/index.ts';
import type { OrderSubject, RefundHook } from '../modules/orders/index.ts';
import type { WorkbenchSource } from '../modules/planner/index.ts';
import type { Personal } from '../modules/privacy/index.ts';
import type { FileUse, PublishGate, WhyNotAgain } from '../modules/publishing/index.ts';
import type { Reviewable } from '../modules/review/index.ts';
import type { Setting } from '../modules/settings/index.ts';
import type { TaskEvent } from '../modules/tasks/index.ts';
import type { OutboxHandlers } from '../outbox/outbox.ts';
import type { OwnFields, ReaderPart } from '../views/library.ts';
import type { TodaySource } from '../views/today-cards.ts';

/** All that one area adds to the server. What is absent, it has none of; docs/adding-an-area.md says what each part promises. */
export interface Manifest {
  name: string;
  /** Calls of the gateway. */
  endpoints?: readonly Endpoint[];
  /** Background work. */
  jobs?(app: App): JobDefinition[];
  /** Reactions to events after their commit, at least once each; those of one event run in the order of the areas. */
  on?(app: App, ctx: Ctx): OutboxHandlers;
  /** What operators may set. */
  settings?: readonly Setting[];
  /** What can be paid. */
  subjects?: readonly OrderSubject[];
  /** What else follows from a refund, in its transaction. */
  on_refund?: RefundHook;
  /** What else follows when somebody begins or ends to work for a company. */
  employments?: EmploymentHook;
  /** What staff decide, in the order of the desk's tabs. */
  reviewables?: readonly Reviewable[];
  /** What people talk about, by its kind. */
  chat_subjects?: readonly ChatSubject[];
  /** What every new account gets, in the transaction that makes it. */
  welcomes?: readonly Welcome[];
  /** What tasks for points may ask for. */
  task_events?: readonly TaskEvent[];
  /** Lists of the console. */
  staff_lists?: readonly StaffList[];
  /** Tables that lie in parts by time. */
  months?: readonly MonthTable[];
  /** Stored files that its rows name: they are never cleaned away. */
  file_uses?: readonly FileUse[];
  /** By what accounts are known to be one person's or one company's, so that they neither earn from, nor rate, nor act for themselves. */
  account_traces?: ReadonlyArray<readonly [TraceKind, TraceSource]>;
  /** Which demands are tenders that were opened: provided by the area that stores the offers. */
  opened_tenders?: OpenedTenders;
  /** The shops that cards of works name. */
  card_shops?: CardShops;
  /** What cards of a kind say in place of names of terms. */
  card_words?: readonly [kind: number, words: CardWords];
  /** What is asked before something of a kind is published. */
  publish_gates?: readonly PublishGate[];
  /** What keeps items of all kinds off the site for a time. */
  kept_off?: KeptOff;
  /** By key of a kind, `*` for all: why one that was taken off the site cannot come back. */
  why_not_again?: Readonly<Record<string, WhyNotAgain>>;
  /** What it does with personal data: the package of one's data, and closing the account. */
  personal?: Personal;
  /** What of it stands on a user's board (/personalCenter/myWorkbench). */
  workbench?: WorkbenchSource;
  /** What of it waits for a user, on the overview of the personal centre. */
  today?: TodaySource;
  /** By key of a kind: what its detail call says beyond what all do. */
  own_fields?: Readonly<Record<string, OwnFields>>;
  /** The same, where it differs between readers. */
  reader_parts?: Readonly<Record<string, ReaderPart>>;
}
