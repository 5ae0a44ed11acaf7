import type { CollectionView } from '#contract/catalog.ts';
import { detailPath, KINDS, type KindKey } from '#contract/kinds.ts';

/** schema.org data of a collection: what it holds, in its order. `site_url` has no trailing slash. */
export function collectionJsonLd({ title, introduction, items }: CollectionView, path: string, site_url: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    name: title,
    ...(introduction ? { description: introduction } : {}),
    url: site_url + path,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: items.total,
      itemListElement: items.list.map((card, at) => ({
        '@type': 'ListItem',
        position: (items.page - 1) * items.limit + at + 1,
        name: card.title,
        url: site_url + detailPath(KINDS[card.kind as KindKey], card.id),
      })),
    },
  };
}
