import type { CellKind, ListFacts, ListFilter, ListPage, ListRow, StateTone } from '#contract/admin.ts';
import { consoleScreens } from '#contract/areas/index.ts';
import type { StaffVerb } from '#contract/staff.ts';
import { type Ctx, can, type TxCtx } from '../../app/ctx.ts';
import type { KeysetQuery, KeysetSource } from '../../db/keyset.ts';
import { assert } from '../../kernel/assert.ts';
import { notFound } from '../../kernel/errors.ts';

/** What staff may do to many rows of a list at once. */
export interface StaffListAction {
  name: string;
  title: string;
  about: string;
  verb: StaffVerb;
  needs_reason: boolean;
  /** A verb with its own checks and audit row, in the transaction that notes its result. Throwing AppError is the row's result. */
  run(tx: TxCtx, id: string, reason: string): Promise<void>;
}

/** How rows of a list answer the console's one search field. */
export interface ListFound {
  /** Column that names a row, and those that are said beside it. */
  title: string;
  beside: readonly string[];
  /** Its rows stand in lists of their kind, too: what these find is not said twice. */
  general?: true;
  /** Ids that another module finds by the same words, the best first; at most `most`. */
  more?(ctx: Ctx, words: string, most: number): Promise<string[]>;
}

/** A list of the console: how its rows are read is the source's, how they are shown is the view's that declares it. */
/** A row for people. `item`: what it is about, by whose cover staff know it. */
export interface ShownRow extends Omit<ListRow, 'cover'> {
  item?: number;
}

export interface StaffList {
  key: string;
  title: string;
  verb: StaffVerb;
  source: KeysetSource;
  columns: ReadonlyArray<{ key: string; title: string; kind?: CellKind; hidden?: boolean }>;
  filters: readonly ListFilter[];
  orders: ReadonlyArray<{ key: string; title: string }>;
  /** What may be searched for, for people; '': nothing. */
  search: string;
  /** Accounts that these words name, as far as the actor may find them by that: for the source's search. */
  people?(ctx: Ctx, words: string): Promise<readonly number[]>;
  actions: readonly StaffListAction[];
  /** Shown for a list without rows, where nothing else says how rows come about. */
  empty?: NonNullable<ListFacts['empty']>;
  /** Above it on its screen: where a row is made, and what is to be known of its rows. */
  add?: { title: string; route: string };
  about?: string;
  /** Key of its screen, where that is not the list's own. */
  screen?: string;
  /** Absent: the console's search does not look here. */
  found?: ListFound;
  /** Queries whose rows wait for staff: the screen "today" counts them. */
  waits?: ReadonlyArray<{ title: string; query: string }>;
  /** What all rows come to that match, in words; `rows` are what the source sums. Only between two days: else everything would be added up. */
  sums?(ctx: Ctx, rows: readonly object[], query: KeysetQuery): Promise<ListPage['sums']>;
  /** States, as they are shown, that end by themselves. */
  moving?: readonly string[];
  /** Rows as they are shown, masked. `rows` are what the source selects. */
  show(ctx: Ctx, rows: readonly object[]): Promise<ShownRow[]>;
}

/** Filters by the day of a row. */
export const BY_DAY: readonly ListFilter[] = [
  { key: 'from', title: '从', kind: 'day' },
  { key: 'to', title: '到', kind: 'day' },
];

/** Orders by the time of a row. */
export const BY_TIME: StaffList['orders'] = [
  { key: 'new', title: '最新在前' },
  { key: 'old', title: '最早在前' },
];

/** Filters by one of a few values of a column; `texts`: what each is called. */
export const choiceFilter = (key: string, title: string, texts: Readonly<Record<string, string>>): ListFilter => ({
  ...{ key, title, kind: 'choice' },
  options: Object.entries(texts).map(([value, text]) => ({ value, title: text })),
});

/** Filters by the state of a row. `tones`: what a state asks of staff; others go well. */
export const stateFilter = <Key extends string>(
  texts: Readonly<Record<Key, string>>,
  tones?: Readonly<Partial<Record<Key, StateTone>>>,
  key = 'state',
): ListFilter => ({
  ...{ key, title: '状态', kind: 'choice' },
  options: Object.entries<string>(texts).map(([value, title]) => ({ value, title, tone: tones?.[value as Key] ?? 'well' })),
});

/** Actions of a list under one verb, each with its reason. */
export const actsOf =
  (verb: StaffVerb) =>
  (name: string, title: string, about: string, run: StaffListAction['run']): StaffListAction => ({
    ...{ name, title, about, verb, needs_reason: true, run },
  });

/** Rows that say all that is shown of them. */
export const showRows =
  <Row extends object>(shown: (row: Row) => ShownRow): StaffList['show'] =>
  (_ctx, rows) =>
    Promise.resolve((rows as readonly Row[]).map(shown));

const known = new Map<string, StaffList>();

/** Hands a list over to the console; called by the wiring, and by tests. @returns what takes it away again */
export function registerStaffList(list: StaffList): () => void {
  assert(!known.has(list.key), `the list ${list.key} is registered twice`);
  known.set(list.key, list);
  return () => known.delete(list.key);
}

export function allStaffLists(): StaffList[] {
  return [...known.values()];
}

/** Address of the list's screen; '': it has none. */
export function screenOf({ key, screen = key }: StaffList): string {
  return consoleScreens.find((one) => one.key === screen)?.route ?? '';
}

/** The list that a screen of the menu draws; undefined: the screen is a page of its own. */
export function listOfScreen(name: string): StaffList | undefined {
  return allStaffLists().find(({ key, screen = key }) => screen === name);
}

/** The list, if the caller may see it; others learn nothing of it. @throws AppError 404 */
export function listFor(ctx: Ctx, key: string): StaffList {
  const list = known.get(key);
  if (!list || !can(ctx.actor, list.verb)) throw notFound('没有这个列表，或您没有查看它的权限');
  return list;
}
