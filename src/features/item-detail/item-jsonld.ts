import type { ItemPublic } from '#contract/item.ts';

/** schema.org data of the detail page: the offer and the way to it. `site_url` has no trailing slash. */
export function itemJsonLd(scheme: ItemPublic, site_url: string): object[] {
  const url = `${site_url}/programme/detail?id=${scheme.id}`;
  const image = scheme.cover ?? scheme.imgs[0]?.picture;
  const { category_id: category, category_id_sub: sub } = scheme;
  const trail = [
    { name: '首页', item: `${site_url}/` },
    { name: '方案', item: `${site_url}/programme` },
    ...(category ? [{ name: category.name, item: `${site_url}/programme?cid=${category.id}` }] : []),
    ...(category && sub ? [{ name: sub.name, item: `${site_url}/programme?cid=${category.id}&cid2=${sub.id}` }] : []),
    { name: scheme.title, item: url },
  ];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: scheme.title,
      description: itemDescription(scheme),
      sku: String(scheme.id),
      url,
      ...(image ? { image: `${site_url}${image.src}` } : {}),
      ...(scheme.category_id ? { category: scheme.category_id.name } : {}),
      brand: { '@type': 'Brand', name: scheme.releaser.nickname },
      // members only, and not sold one by one: a price of 0.00 would promise it for free
      ...(scheme.vip_only && scheme.price === 0
        ? {}
        : {
            offers: {
              '@type': 'Offer',
              url,
              price: scheme.price.toFixed(2),
              priceCurrency: 'CNY',
              availability: 'https://schema.org/InStock',
            },
          }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: trail.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
    },
  ];
}

/** One or two sentences for search engines: the introduction, or the facts when there is none. At most 120 characters. */
export function itemDescription(scheme: ItemPublic): string {
  const introduction = scheme.introduction.replace(/\s+/g, ' ').trim();
  const facts = `${scheme.title}，${scheme.format.toUpperCase()} 格式，共 ${scheme.pages} 页，可先预览再下载。`;
  const text = introduction === '' ? facts : introduction;
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
