import { paths } from '#contract/paths.ts';
import type { ShopCard } from '#contract/shop.ts';

/** schema.org data of a shop. `site_url` has no trailing slash. */
export function shopJsonLd(shop: ShopCard, site_url: string): object[] {
  const url = site_url + paths.shop(shop.id);
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'LocalBusiness',
      name: shop.name,
      url,
      ...(shop.introduction ? { description: shop.introduction.slice(0, 200) } : {}),
      ...(shop.logo ? { image: `${site_url}${shop.logo}`, logo: `${site_url}${shop.logo}` } : {}),
      ...(shop.area_name ? { address: { '@type': 'PostalAddress', addressCountry: 'CN', addressRegion: shop.area_name } } : {}),
      ...(shop.company_site ? { sameAs: shop.company_site } : {}),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: '首页', item: `${site_url}/` },
        { name: '服务商', item: site_url + paths.shops.providers },
        { name: shop.name, item: url },
      ].map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
    },
  ];
}
