import { expect, it } from 'vitest';
import type { ItemListView } from '#contract/catalog.ts';
import type { ItemFilter, Term } from '#contract/item.ts';
import { KINDS } from '#contract/kinds.ts';
import { listTitle } from './list-title.ts';

const term = (id: number, name: string, children: Term[] = []): Term => ({ id, name, icon: '', item_num: 1, children });
const tag = term(71, '市集');
const view = (filter: ItemFilter): ItemListView => ({
  options: {},
  kind: 'scheme',
  filter,
  terms: {
    categories: [term(1, '年会庆典', [term(11, '答谢晚宴')]), term(4, '婚礼策划'), term(6, '市集节庆')],
    facets: { industry: [term(31, '互联网')], activity: [] },
    tags: [],
  },
  tag: filter.tag ? tag : null,
  result: { list: [], total: 7, page: filter.page ?? 1, limit: 20 },
});

it.each([
  [{}, '活动策划方案'],
  [{ cid: 4 }, '婚礼策划方案'],
  [{ cid: 1, cid2: 11 }, '答谢晚宴方案'],
  [{ price: 'paid' }, '活动策划方案 · 付费'],
  [{ format: 'pdf' }, '活动策划方案 · PDF'],
  [{ cid: 1, terms: { industry: 31 }, price: 'paid', format: 'pdf' }, '年会庆典方案 · 互联网 · 付费 · PDF'],
  [{ cid: 6 }, '市集节庆方案'],
  [{ tag: 71 }, '活动策划方案 · #市集'],
  [{ keyword: '星河', cid: 1 }, '“星河”相关的年会庆典方案'],
  [{ page: 3 }, '活动策划方案（第 3 页）'],
] as Array<[ItemFilter, string]>)('U-16 %j is headed %s', (filter, title) => {
  expect(listTitle(KINDS.scheme, view(filter)).title).toBe(title);
});

it('names what another kind offers by its own words', () => {
  const { title, description } = listTitle(KINDS.ppt, { ...view({ cid: 1 }), kind: 'ppt' });
  expect(title).toBe('年会庆典PPT模板');
  expect(description).toContain('7 套年会庆典PPT模板');
  expect(listTitle(KINDS.ppt, { ...view({}), kind: 'ppt' }).title).toBe('PPT模板');
});
