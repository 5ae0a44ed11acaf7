import {
  COUNT_MOST,
  type ListFacts,
  type ListFilter,
  type ListPage,
  QUERY_MAX,
  type SavedView,
  SUM_DAYS_MOST,
  VIEW_NAME_MAX,
} from '#contract/admin.ts';
import { consoleScreens } from '#contract/areas/index.ts';
import { dayStart } from '#contract/days.ts';
import { STAFF_BOUNDS } from '#contract/staff-bounds.ts';
import { type Ctx, can, requireVerb } from '../../app/ctx.ts';
import { type Cursor, countKeyset, type KeysetQuery, selectKeyset, sumKeyset, UnknownFilter } from '../../db/keyset.ts';
import { sqlState } from '../../db/pool.ts';
import { invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { coversOf } from '../catalog/index.ts';
import { userSource } from '../identity/index.ts';
import { countViews, deleteView, findViews, upsertView } from './repo.ts';
import { listFor, type StaffList } from './staff-list.ts';

/** Of one list, one person. */
const MOST = 20;

/** Keeps the query under a name, for the caller alone; the same name again replaces it. @returns all views of the list */
export async function saveView(ctx: Ctx, input: { list: string; name: string; query: string }): Promise<SavedView[]> {
  const user_id = requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  parseQuery(list, input.query);
  const name = plainText(input.name);
  if (name === '' || name.length > VIEW_NAME_MAX) throw invalid({ name: `名称为 1 至 ${VIEW_NAME_MAX} 个字` });
  if ((await countViews(ctx.db, user_id, list.key)) >= MOST) throw invalid({ name: `最多保存 ${MOST} 个视图` });
  await upsertView(ctx.db, { user_id, list: list.key, name, query: input.query });
  return findViews(ctx.db, user_id, list.key);
}

/** Forgets a view of the caller; others' are not touched. @returns what is left of the list */
export async function dropView(ctx: Ctx, input: { list: string; id: number }): Promise<SavedView[]> {
  const user_id = requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  await deleteView(ctx.db, user_id, input.id);
  return findViews(ctx.db, user_id, list.key);
}

const OWN = new Set(['q', 'order']);
const VALUE_MAX = 100;

/**
 * A list's query as its address, a saved view, an export and a bulk run write it: `status=paid&from=2026-11-01&q=...&order=old`. Columns and
 * cursors are the browser's and stay out.
 * @throws AppError code 1 for what the list does not know
 */
export function parseQuery(list: StaffList, text: string): KeysetQuery {
  if (text.length > QUERY_MAX) throw invalid({ query: `筛选条件最多 ${QUERY_MAX} 字` });
  const params = new URLSearchParams(text);
  const filters: Record<string, string> = {};
  for (const [key, value] of params) {
    if (OWN.has(key) || value === '') continue;
    if (!list.filters.some((filter) => filter.key === key) || value.length > VALUE_MAX) throw invalid({ query: '筛选条件无效' });
    filters[key] = value;
  }
  const order = params.get('order') ?? '';
  if (order !== '' && !list.orders.some(({ key }) => key === order)) throw invalid({ query: '排序方式无效' });
  return { filters, search: (params.get('q') ?? '').trim().slice(0, VALUE_MAX), order };
}

/** Of one name; the most followed. */
const NAMESAKES = 20;

/** The numbers of those whom a name may mean; `0`: no account has the name. */
async function numbersOf(ctx: Ctx, name: string): Promise<string> {
  const query = { filters: {}, search: name, order: 'fans' };
  const { rows } = await selectKeyset<{ id: number }>(ctx.db, userSource, query, { limit: NAMESAKES });
  return rows.map(({ row }) => row.id).join(',') || '0';
}

/** The same, with the accounts that its words and its filters by people name. @throws as `parseQuery` */
export async function readQuery(ctx: Ctx, list: StaffList, text: string): Promise<KeysetQuery> {
  const query = parseQuery(list, text);
  const filters = { ...query.filters };
  for (const { key, kind } of list.filters) {
    const value = filters[key];
    if (kind === 'person' && value !== undefined && !/^\d+$/.test(value)) filters[key] = await numbersOf(ctx, value);
  }
  return { ...query, filters, people: query.search === '' ? [] : await peopleIn(ctx, list, query.search) };
}

export const peopleIn = async (ctx: Ctx, list: StaffList, words: string): Promise<readonly number[]> =>
  (await list.people?.(ctx, words)) ?? [];

export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

const KEY = /^[\w .:+-]{1,64}$/;

/** @throws AppError code 1 for a cursor that this site did not issue */
export function readCursor(text: string): Cursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string' && KEY.test(part))) {
      return [value[0] as string, value[1] as string];
    }
  } catch {
    // said below
  }
  throw invalid({ after: '翻页位置无效，请回到第一页' });
}

/** A link of an empty list leads nowhere for who may not see its screen. */
function leadsOn(ctx: Ctx, { link, href }: NonNullable<StaffList['empty']>): { link: string; href: string } {
  const screen = consoleScreens.find(({ route }) => route === href);
  return screen && !can(ctx.actor, screen.verb) ? { link: '', href: '' } : { link, href };
}

/** What a screen needs to draw the list, as this caller may use it. @throws AppError 403, 404 */
export async function listFacts(ctx: Ctx, key: string): Promise<ListFacts> {
  const user_id = requireVerb(ctx, 'list.use');
  const list = listFor(ctx, key);
  return {
    key,
    title: list.title,
    columns: list.columns.map(({ key: column, title, kind = 'text', hidden = false }) => ({ key: column, title, kind, shown: !hidden })),
    filters: list.filters.map((filter) => ({ ...filter })),
    orders: list.orders.map((order) => ({ ...order })),
    search: list.search,
    actions: list.actions
      .filter(({ verb }) => can(ctx.actor, verb))
      .map(({ name, title, about, needs_reason, verb }) => ({
        name,
        title,
        about,
        needs_reason,
        countersigned: 'acts' in STAFF_BOUNDS[verb],
      })),
    can_export: can(ctx.actor, 'list.export'),
    empty: list.empty ? { ...list.empty, ...leadsOn(ctx, list.empty) } : null,
    views: await findViews(ctx.db, user_id, key),
    moving: [...(list.moving ?? [])],
  };
}

export interface PageInput {
  list: string;
  query: string;
  /** A cursor of the page before; '': the first page. */
  after: string;
  before: string;
  limit: number;
}

/** Between two days a sum reads what lies there, however much lies outside of them. */
function isBounded({ filters }: KeysetQuery): boolean {
  const [from, to] = [dayStart(filters['from'] ?? ''), dayStart(filters['to'] ?? '')];
  return from !== null && to !== null && to.getTime() - from.getTime() <= SUM_DAYS_MOST * 86_400_000;
}

const NO_SUMS = { title: '合计', value: `选定起止日期后显示，最多 ${SUM_DAYS_MOST} 天` };

/** A page of the list, with the cursors of its neighbours and a capped count. @throws AppError 403; 404; code 1 for a query that it does not know */
export async function readList(ctx: Ctx, input: PageInput): Promise<ListPage> {
  requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  const query = await readQuery(ctx, list, input.query);
  const at = input.after ? { after: readCursor(input.after) } : input.before ? { before: readCursor(input.before) } : {};
  const summed = list.sums && isBounded(query);
  const [{ rows, more }, total, sums] = await queried(
    () =>
      Promise.all([
        selectKeyset(ctx.db, list.source, query, { ...at, limit: input.limit }),
        countKeyset(ctx.db, list.source, query, COUNT_MOST),
        summed ? sumKeyset(ctx.db, list.source, query) : [],
      ]),
    list.filters,
  );
  const backwards = 'before' in at;
  const shown = await list.show(
    ctx,
    rows.map(({ row }) => row),
  );
  const covers = await coversOf(
    ctx.db,
    shown.flatMap(({ item }) => item ?? []),
  );
  const first = rows[0];
  const last = rows.at(-1);
  return {
    rows: shown.map(({ item = 0, ...row }) => ({ ...row, cover: covers.get(item) ?? '' })),
    prev: first && (backwards ? more : 'after' in at) ? writeCursor(first.cursor) : '',
    next: last && (backwards || more) ? writeCursor(last.cursor) : '',
    total,
    sums: summed ? ((await list.sums?.(ctx, sums, query)) ?? []) : list.sums ? [NO_SUMS] : [],
  };
}

const EXPECTED: Record<ListFilter['kind'], string> = {
  number: '请填写数字',
  person: '请填写编号或昵称',
  day: '请填写日期',
  choice: '没有这个选项',
  text: '填写有误',
};

/** What a source cannot read as its type is the caller's mistake; `filters`: names of what may be wrong, for people. */
export async function queried<T>(work: () => Promise<T>, filters: readonly ListFilter[] = []): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnknownFilter) {
      const wrong = filters.find(({ key }) => key === error.filter);
      throw invalid({ query: wrong ? `筛选条件“${wrong.title}”：${EXPECTED[wrong.kind]}` : error.message });
    }
    if (sqlState(error)?.startsWith('22')) throw invalid({ query: '筛选条件或翻页位置无效' });
    throw error;
  }
}
