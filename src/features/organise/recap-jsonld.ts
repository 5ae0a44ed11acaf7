import { KINDS } from '#contract/kinds.ts';
import { type RecapScreen, recapHref } from '#contract/recap.ts';
import { ONLINE_CITY, salonPath } from '#contract/salon.ts';

/** schema.org data of a recap: an article about an event, and the way to it. `site_url` has no trailing slash. */
export function recapJsonLd(screen: RecapScreen, site_url: string): object[] {
  const { id, title, organiser, city, venue, starts_at, ends_at, published_at, pictures, film } = screen;
  const url = site_url + recapHref(id);
  const iso = (at_s: number) => new Date(at_s * 1000).toISOString();
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: `${title} 回顾`,
      url,
      datePublished: iso(published_at),
      author: { '@type': 'Organization', name: organiser },
      image: pictures.map(({ src }) => site_url + src),
      about: {
        '@type': 'Event',
        name: title,
        url: site_url + salonPath(id),
        startDate: iso(starts_at),
        endDate: iso(ends_at),
        location:
          city === ONLINE_CITY
            ? { '@type': 'VirtualLocation', url: site_url + salonPath(id) }
            : { '@type': 'Place', name: venue, address: city },
        organizer: { '@type': 'Organization', name: organiser },
      },
      ...(film
        ? {
            video: {
              '@type': 'VideoObject',
              name: film.title,
              contentUrl: site_url + film.film.src,
              ...(film.film.poster ? { thumbnailUrl: site_url + film.film.poster } : {}),
              uploadDate: iso(published_at),
              duration: `PT${film.film.duration_s}S`,
            },
          }
        : {}),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: '首页', item: `${site_url}/` },
        { name: '沙龙', item: site_url + KINDS.salon.paths.missing },
        { name: title, item: site_url + salonPath(id) },
        { name: '回顾', item: url },
      ].map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
    },
  ];
}
