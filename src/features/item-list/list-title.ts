import type { ItemListView } from '#contract/catalog.ts';
import type { PriceFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { PRICE_BAND_KEYS, PRICE_BANDS, type PriceBand } from '#contract/price-bands.ts';
import { ownFacets } from './filter-url.ts';

export const PRICE_NAMES: Readonly<Record<PriceFilter, string>> = {
  ...{ all: '全部', free: '免费', paid: '付费', vip: '会员' },
  ...(Object.fromEntries(PRICE_BAND_KEYS.map((band) => [band, PRICE_BANDS[band].name])) as Record<PriceBand, string>),
};

/** What a list holds when nothing is chosen, where the kind's noun alone says too little. */
const WHOLE: Readonly<Record<string, string>> = { scheme: '活动策划方案' };

/** Names that end like the noun take it without a doubled word: 婚礼策划 + 方案, not 婚礼策划策划方案. */
export function topicNoun(kind: KindFacts, topic: string): string {
  return topic === '' ? (WHOLE[kind.key] ?? kind.noun) : `${topic}${kind.noun}`;
}

/** What the chosen filters amount to, as a heading and a sentence for search engines: the category names the list, the rest follows. */
export function listTitle(kind: KindFacts, { filter, terms, tag, result }: ItemListView): { title: string; description: string } {
  const parent = terms.categories.find((term) => term.id === filter.cid);
  const sub = parent?.children?.find((term) => term.id === filter.cid2);
  const name = (list: Array<{ id: number; name: string }>, id: number | undefined) => list.find((term) => term.id === id)?.name ?? '';
  const noun = topicNoun(kind, sub?.name ?? parent?.name ?? '');
  const choices = [
    ...ownFacets(kind).map(({ key }) => name(terms.facets[key] ?? [], filter.terms?.[key])),
    filter.price && filter.price !== 'all' ? PRICE_NAMES[filter.price] : '',
    filter.format?.toUpperCase() ?? '',
    tag ? `#${tag.name}` : '',
  ].filter((part) => part !== '');
  const searched = filter.keyword ? `“${filter.keyword}”相关的${noun}` : noun;
  const whole = [searched, ...choices].join(' · ');
  const page = result.page > 1 ? `（第 ${result.page} 页）` : '';
  const number = `${result.total}${result.total_capped ? '+' : ''}`;
  const file = kind.gives === 'file' ? '可在线预览，原文件直接下载' : '可在线查看';
  return { title: `${whole}${page}`, description: `策猫收录 ${number} ${kind.measure}${whole}，${file}。` };
}
