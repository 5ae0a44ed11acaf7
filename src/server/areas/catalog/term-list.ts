import { TERM_PLACES } from '#contract/term.ts';
import { removeTerm, type TermLine, termSource } from '../../modules/catalog/index.ts';
import { actsOf, choiceFilter, type StaffList } from '../../modules/console/index.ts';

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
  show: (_ctx, rows) =>
    Promise.resolve(
      (rows as readonly TermLine[]).map(({ id, kind, facet, name, parent, sort, item_num }) => ({
        id: String(id),
        href: `/admin/term?id=${id}`,
        cells: {
          ...{ id: Number(id), name, parent, sort, item_num: Number(item_num) },
          kind: TERM_PLACES.find((one) => one.kind.code === kind)?.kind.noun ?? '',
          facet: labelOf(kind, facet),
        },
      })),
    ),
};
