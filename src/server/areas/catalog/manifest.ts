import { catalogTermCalls } from '#contract/catalog/term-calls.ts';
import { paths } from '#contract/paths.ts';
import { TERM_PLACES } from '#contract/term.ts';
import type { Ctx } from '../../app/ctx.ts';
import { pageTags, tagsOfChange, tagsOfTerms } from '../../http/cache-tags.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import {
  announceRenamed,
  catalogJobs,
  collectionsHolding,
  getItem,
  itemFacets,
  kindOf,
  kindTerms,
  recountSoon,
  removeTerm,
  type SeriesLine,
  saveTerm,
  seriesHolding,
  seriesSource,
  type TermLine,
  termForm,
  termSource,
} from '../../modules/catalog/index.ts';
import { actsOf, BY_TIME, choiceFilter, type StaffList, showRows } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import type { OutboxEvents } from '../../outbox/outbox.ts';
import { holderOf } from '../../views/admin/lists.ts';
import type { Manifest } from '../manifest.ts';
import { workList } from './work-list.ts';

const act = actsOf('term.edit');
const kinds = Object.fromEntries(TERM_PLACES.map(({ kind }) => [kind.key, kind.noun]));
const labelOf = (kind: number, key: string) =>
  TERM_PLACES.find((one) => one.kind.code === kind && one.facet === key)?.kind.facets.find((one) => one.key === key)?.label ?? '';
/** What kinds call a facet, all of it: 地区 of one is 城市 of another. */
const facets = Object.fromEntries(
  TERM_PLACES.map(({ facet }): [string, string] => [
    facet,
    [...new Set(TERM_PLACES.filter((one) => one.facet === facet).map(({ kind }) => labelOf(kind.code, facet)))].join('、'),
  ]),
);

/** Categories and other choices of all kinds; a row leads to its form. */
export const termList: StaffList = {
  key: 'terms',
  add: { title: '新建分类或筛选项', route: '/admin/term' },
  title: '分类与筛选项',
  verb: 'term.edit',
  source: termSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'name', title: '名称' },
    { key: 'kind', title: '类型' },
    { key: 'facet', title: '筛选项' },
    { key: 'parent', title: '上级分类' },
    { key: 'sort', title: '排序', kind: 'number' },
    { key: 'item_num', title: '已发布作品', kind: 'number' },
  ],
  filters: [choiceFilter('kind', '类型', kinds), choiceFilter('facet', '筛选项', facets)],
  orders: [{ key: 'place', title: '按页面顺序' }],
  search: '编号或名称',
  actions: [
    act('remove', '删除', '只能删除没有作品（含草稿与已下架）在用、也没有二级分类的。', (tx, id, reason) =>
      removeTerm(tx, Number(id), reason),
    ),
  ],
  show: showRows<TermLine>(({ id, kind, facet, name, parent, sort, item_num }) => ({
    id: String(id),
    href: `/admin/term?id=${id}`,
    cells: {
      ...{ id: Number(id), name, parent, sort, item_num: Number(item_num) },
      kind: TERM_PLACES.find((one) => one.kind.code === kind)?.kind.noun ?? '',
      facet: labelOf(kind, facet),
    },
  })),
};

/** Series, and for what they are sold as a whole. */
const seriesList: StaffList = {
  key: 'series',
  title: '系列与套装',
  verb: 'review.see',
  source: seriesSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'title', title: '名称' },
    { key: 'owner', title: '发布者' },
    { key: 'items', title: '作品', kind: 'number' },
    { key: 'price', title: '整套价格', kind: 'money' },
    { key: 'updated_at', title: '更新', kind: 'time' },
  ],
  filters: [{ key: 'sold', title: '套装', kind: 'choice', options: [{ value: 'yes', title: '整套出售' }] }],
  orders: BY_TIME,
  search: '编号、发布者编号或手机号',
  people: holderOf,
  actions: [],
  empty: { hint: '发布者在“我的系列”里新建。', link: '看作品', href: '/admin/works' },
  async show(ctx, rows) {
    const lines = rows as readonly SeriesLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ owner_id }) => owner_id),
    );
    return lines.map(({ id, owner_id, title, price_fen, item_num, updated_at }) => ({
      id: String(id),
      href: paths.series(id),
      cells: { id, title, updated_at, owner: people.get(owner_id).nickname, items: item_num, price: price_fen > 0 ? price_fen / 100 : '' },
    }));
  },
};

/** Categories and choices for staff; readers meet them with the lists. */
const termEndpoints: Endpoint[] = [
  serve(catalogTermCalls.get_term, (ctx, { id }) => termForm(ctx, id)),
  serve(catalogTermCalls.post_term, async (ctx, { id, ...form }) => ({ id: await saveTerm(ctx, { id: id ?? 0, ...form }) })),
];

/** Items of every kind: what a change of one empties and counts again. */
export const catalogArea: Manifest = {
  name: 'catalog',
  endpoints: termEndpoints,
  jobs: catalogJobs,
  staff_lists: [workList, termList, seriesList],
  on: (app, ctx) => ({
    'item.changed': [
      async (event) => purgeTags(app, await tagsToPurge(ctx, event)),
      ({ what }) => (what === 'texts' ? Promise.resolve() : recountSoon(app)),
    ],
    'series.changed': [
      ({ series_id, owner_id, item_ids }) =>
        purgeTags(app, [pageTags.series(series_id), pageTags.user(owner_id), ...item_ids.map(pageTags.item)]),
    ],
    'terms.changed': [
      async ({ kind }) => purgeTags(app, tagsOfTerms(kindOf(kind), await kindTerms(ctx, kindOf(kind)))),
      ({ term_id, renamed }) => (renamed ? announceRenamed(app, term_id) : Promise.resolve()),
    ],
    'catalog.recounted': [() => purgeTags(app, [pageTags.home])],
  }),
};

/** An event that an older release wrote says nothing but the item. */
async function tagsToPurge(ctx: Ctx, { item_id, what = 'status', codes }: OutboxEvents['item.changed']): Promise<string[]> {
  const item = what === 'texts' ? null : await getItem(ctx, item_id);
  if (!item) return [pageTags.item(item_id)];
  return tagsOfChange({
    item_id,
    what,
    publisher_id: item.publisher_id,
    kind: kindOf(item.kind),
    codes: codes ?? itemFacets(item),
    collection_ids: what === 'status' ? await collectionsHolding(ctx, item_id) : [],
    series_id: what === 'status' ? await seriesHolding(ctx, item_id) : null,
  });
}
