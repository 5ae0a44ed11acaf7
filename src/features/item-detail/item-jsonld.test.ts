import { expect, it } from 'vitest';
import type { ItemPublic } from '#contract/item.ts';
import { isTaken, KINDS, type KindFacts } from '#contract/kinds.ts';
import { itemJsonLd } from './item-jsonld.ts';

const SITE = 'https://cemao.example';
const of = (kind: KindFacts, over: Partial<ItemPublic> = {}): ItemPublic =>
  ({
    ...{ id: 5, kind: kind.key, title: '年会“云栖”</script>', introduction: '', format: 'pdf', pages: 8, price: 68, vip_only: false },
    ...{ imgs: [], cover: null, category_id: { id: 2, name: '年会' }, category_id_sub: null, video: null, fields: {} },
    ...{ published_at: 1_764_000_000, updated_at: 1_764_000_100, releaser: { nickname: '星河策划' } },
    ...over,
  }) as ItemPublic;
const kinds = Object.values(KINDS) as KindFacts[];
const typed = (blocks: object[], type: string) => blocks.find((block) => (block as Record<string, unknown>)['@type'] === type);

it.each(kinds.map((kind) => [kind.key, kind] as const))('%s names itself, its address and the way to it', (_key, kind) => {
  const blocks = itemJsonLd(kind, of(kind), SITE);
  const url = `${SITE}${kind.paths.detail}?id=5`;
  expect(blocks[0]).toMatchObject({ name: '年会“云栖”</script>', url, brand: { name: '星河策划' } });
  expect(typed(blocks, 'BreadcrumbList')).toMatchObject({
    itemListElement: [{ item: `${SITE}/` }, { item: `${SITE}${kind.paths.list}` }, { name: '年会' }, { item: url, position: 4 }],
  });
  // when it appeared and was changed, for Baidu
  expect(blocks.some((block) => 'pubDate' in block && 'upDate' in block)).toBe(true);
});

it.each(kinds.map((kind) => [kind.key, kind] as const))('%s offers a price where it is sold by itself, and nowhere else', (_key, kind) => {
  const offers = (over: Partial<ItemPublic>) => 'offers' in (itemJsonLd(kind, of(kind, over), SITE)[0] as object);
  expect(offers({})).toBe(isTaken(kind));
  expect(offers({ vip_only: true, price: 0 })).toBe(false);
});

it('never tells the price of a resource', () => {
  expect(JSON.stringify(itemJsonLd(KINDS.resource, of(KINDS.resource, { price: 68_123 }), SITE))).not.toContain('68123');
});
