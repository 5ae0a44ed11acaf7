import type { HadBy, Library, LibraryChanges, LibraryRow, LibraryVersion } from '#contract/center.ts';
import type { ItemPublic } from '#contract/item.ts';
import { type KindFacts, pageUnit } from '#contract/kinds.ts';
import { learnPath } from '#contract/learn-path.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { assert } from '../kernel/assert.ts';
import { unixSeconds } from '../kernel/clock.ts';
import { notFound } from '../kernel/errors.ts';
import { decide, grantsOf } from '../modules/access/index.ts';
import { getItem, type Item, itemsAmong, itemsById, kindOf, ownRows } from '../modules/catalog/index.ts';
import { downloadsOf, type OwnVersion, ownVersions } from '../modules/downloads/index.ts';
import { rateMarks } from '../modules/opinions/index.ts';
import { paidOrders } from '../modules/orders/index.ts';
import { changedPages, signPages } from '../modules/publishing/index.ts';

/** What the detail call of a kind says beyond what all do, the same for every reader. */
export type OwnFields = (ctx: Ctx, part: ItemPublic) => Promise<object>;
/** The same, as this reader has it; `user_id` is null for a visitor. */
export type ReaderPart = (ctx: Ctx, item: Item, user_id: number | null) => Promise<object>;

const known = new Map<string, OwnFields>();
const of_readers = new Map<string, ReaderPart>();

/** Called once a kind while the areas are put together. */
export function registerOwnFields(key: string, fields: OwnFields): void {
  assert(!known.has(key), `own fields of ${key} are registered twice`);
  known.set(key, fields);
}

export function registerReaderPart(key: string, fields: ReaderPart): void {
  assert(!of_readers.has(key), `reader fields of ${key} are registered twice`);
  of_readers.set(key, fields);
}

export function ownFields(ctx: Ctx, kind: KindFacts, part: ItemPublic): Promise<object> {
  return known.get(kind.key)?.(ctx, part) ?? Promise.resolve({});
}

export function readerPart(ctx: Ctx, kind: KindFacts, item: Item, user_id: number | null): Promise<object> {
  return of_readers.get(kind.key)?.(ctx, item, user_id) ?? Promise.resolve({});
}

/** A library is read whole before it is cut into pages; beyond this many of the newest the rest is not shown. */
const MOST = 5_000;

interface Had {
  had_by: HadBy;
  had_at: Date;
  ends_at: Date | null;
  order_id: number | null;
}

/** What lasts comes before what ends, what was paid before what was given. */
const RANK: Record<HadBy, number> = { purchase: 0, voucher: 1, company: 2, staff: 3, ad: 4, member: 5, free: 6 };
/** The tab of what the reader has by a company, beside those of kinds. */
const COMPANY: HadBy = 'company';

/**
 * Everything that the reader may download, downloaded or may learn, with how they came to it: bought, by voucher, as a member, for nothing. An item
 * stands there once, by its best right, the newest first. `q`: words of the title; `kind`: key of one kind, empty for all.
 */
export async function library(ctx: Ctx, want: { q: string; kind: string; page: number; limit: number }): Promise<Library> {
  const user_id = requireUser(ctx);
  const { q, kind, page, limit } = want;
  const had = await everythingHad(ctx, user_id);
  const found = await itemsAmong(ctx, [...had.keys()], q.trim());
  const counts: Record<string, number> = {};
  for (const one of found) counts[one.kind] = (counts[one.kind] ?? 0) + 1;
  const ofCompany = ({ id }: { id: number }) => had.get(id)?.had_by === COMPANY;
  const of_company = found.filter(ofCompany);
  const of_kind = kind === '' ? found : kind === COMPANY ? of_company : found.filter((one) => one.kind === kind);
  const ids = of_kind.slice((page - 1) * limit, page * limit).map(({ id }) => id);
  return { list: await libraryRows(ctx, user_id, ids, had), total: of_kind.length, counts, of_company: of_company.length, page, limit };
}

async function everythingHad(ctx: Ctx, user_id: number): Promise<Map<number, Had>> {
  const [grants, downloads] = await Promise.all([grantsOf(ctx, user_id, MOST), downloadsOf(ctx, user_id, MOST)]);
  const all: Array<[number, Had]> = [
    ...grants.map(({ item_id, source, source_id, created_at, expires_at }): [number, Had] => [
      item_id,
      {
        had_by: source,
        had_at: created_at,
        ends_at: expires_at,
        order_id: source === 'purchase' || source === 'company' ? source_id : null,
      },
    ]),
    ...downloads.map(({ item_id, right, at }): [number, Had] => [item_id, { had_by: right, had_at: at, ends_at: null, order_id: null }]),
  ];
  const best = new Map<number, Had>();
  for (const [item_id, one] of all) {
    const other = best.get(item_id);
    if (!other || RANK[one.had_by] < RANK[other.had_by]) best.set(item_id, one);
  }
  return new Map([...best].sort(([a, x], [b, y]) => y.had_at.getTime() - x.had_at.getTime() || b - a));
}

async function libraryRows(ctx: Ctx, user_id: number, ids: readonly number[], had: ReadonlyMap<number, Had>): Promise<LibraryRow[]> {
  const [rows, items, versions, marks, orders] = await Promise.all([
    ownRows(ctx, ids),
    itemsById(ctx, ids),
    ownVersions(ctx, user_id, ids),
    rateMarks(ctx, user_id, ids),
    paidOrders(
      ctx,
      user_id,
      ids.flatMap((id) => had.get(id)?.order_id ?? []),
    ),
  ]);
  const shown: LibraryRow[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const item = items.get(id);
    const how = had.get(id);
    if (!row || !item || !how) continue;
    const order = how.order_id === null ? undefined : orders.get(how.order_id);
    shown.push({
      ...row,
      had_by: how.had_by,
      had_at: unixSeconds(how.had_at),
      ends_at: how.ends_at ? unixSeconds(how.ends_at) : 0,
      orderid: order?.orderid ?? '',
      licence: order?.licence ?? (how.had_by === COMPANY ? 'company' : 'personal'),
      paid: order ? order.paid_fen / 100 : null,
      // by the right of this moment: a membership may be over, and what was free may cost something now
      can_download: (await decide(ctx, item, user_id)).allowed,
      learn_href: learnPath(item.kind, id),
      can_rate: marks.get(id)?.may ?? false,
      my_stars: marks.get(id)?.stars ?? 0,
      versions: (versions.get(id) ?? []).map(versionRow),
    });
  }
  return shown;
}

const versionRow = ({ version, is_newest, note, page_count, published_at }: OwnVersion): LibraryVersion => ({
  ...{ version, is_newest, note, pages: page_count },
  published_at: unixSeconds(published_at),
});

/** Changed pages that are shown. */
const MOST_CHANGES = 60;

/** The version that the reader got beside the newest one. @throws AppError 404 where there is no choice, or no lasting right */
export async function libraryChanges(ctx: Ctx, id: number): Promise<LibraryChanges> {
  const item = await getItem(ctx, id);
  const [had, newest] = (await ownVersions(ctx, requireUser(ctx), [id])).get(id) ?? [];
  if (!item || !had || !newest) throw notFound('没有可以比较的版本');
  const changes = await changedPages(ctx, had, newest);
  const shown = (page: (typeof changes)[number]['after']) => (page && signPages(ctx, [page])[0]) ?? null;
  const list = changes.slice(0, MOST_CHANGES).map(({ type, before, after }) => ({ type, before: shown(before), after: shown(after) }));
  const versions = [had, newest].map(versionRow);
  return { title: item.title, versions, unit: pageUnit(kindOf(item.kind)), list, total: changes.length };
}
