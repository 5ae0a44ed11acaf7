import type { ItemListView } from '#contract/catalog.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { ownFacets } from './filter-url.ts';

const PRICE = { all: '', free: '免费', paid: '付费', vip: '会员' };

/** What the chosen filters amount to, as a heading and a sentence for search engines. */
export function listTitle(kind: KindFacts, { filter, terms, tag, result }: ItemListView): { title: string; description: string } {
  const parent = terms.categories.find((term) => term.id === filter.cid);
  const sub = parent?.children?.find((term) => term.id === filter.cid2);
  const name = (list: Array<{ id: number; name: string }>, id: number | undefined) => list.find((term) => term.id === id)?.name ?? '';
  const chosen = ownFacets(kind).map(({ key }) => name(terms.facets[key] ?? [], filter.terms?.[key]));
  const subject = [
    ...chosen.slice(0, 1),
    PRICE[filter.price ?? 'all'],
    tag?.name ?? '',
    sub?.name ?? parent?.name ?? '',
    ...chosen.slice(1),
    filter.format?.toUpperCase() ?? '',
  ]
    .filter((part) => part !== '')
    .join('');
  const noun = subject === '' ? '活动策划方案' : `${subject}策划方案`;
  const searched = filter.keyword ? `“${filter.keyword}”相关的${noun}` : noun;
  const page = result.page > 1 ? `（第 ${result.page} 页）` : '';
  return {
    title: `${searched}${page}`,
    description: `策猫收录 ${result.total}${result.total_capped ? '+' : ''} 份${searched}，可在线预览，PDF 与 PPTX 原文件直接下载。`,
  };
}
