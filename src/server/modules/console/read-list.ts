import { COUNT_MOST, type ListFacts, type ListFilter, type ListPage } from '#contract/admin.ts';
import { STAFF_BOUNDS } from '#contract/staff-bounds.ts';
import { type Ctx, can, requireVerb } from '../../app/ctx.ts';
import { countKeyset, selectKeyset, UnknownFilter } from '../../db/keyset.ts';
import { sqlState } from '../../db/pool.ts';
import { invalid } from '../../kernel/errors.ts';
import { coversOf } from '../catalog/index.ts';
import { readCursor, readQuery, writeCursor } from './list-query.ts';
import { findViews } from './repo.ts';
import { listFor } from './staff-list.ts';

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
    empty: list.empty ?? null,
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

/** A page of the list, with the cursors of its neighbours and a capped count. @throws AppError 403; 404; code 1 for a query that it does not know */
export async function readList(ctx: Ctx, input: PageInput): Promise<ListPage> {
  requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  const query = await readQuery(ctx, list, input.query);
  const at = input.after ? { after: readCursor(input.after) } : input.before ? { before: readCursor(input.before) } : {};
  const [{ rows, more }, total] = await queried(
    () =>
      Promise.all([
        selectKeyset(ctx.db, list.source, query, { ...at, limit: input.limit }),
        countKeyset(ctx.db, list.source, query, COUNT_MOST),
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
  };
}

const EXPECTED: Record<ListFilter['kind'], string> = {
  number: '请填写数字',
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
