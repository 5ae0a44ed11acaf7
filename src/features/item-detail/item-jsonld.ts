import type { Film, ItemPublic } from '#contract/item.ts';
import { isTaken, type KindFacts, pageUnit } from '#contract/kinds.ts';
import { aggregateRating } from '#contract/opinion.ts';
import { paths } from '#contract/paths.ts';
import { chaptersOf } from '#contract/talk.ts';

/** schema.org data of the detail page: the offer and the way to it. `site_url` has no trailing slash. */
export function itemJsonLd(
  kind: KindFacts,
  item: ItemPublic,
  site_url: string,
  crumbs?: ReadonlyArray<{ name: string; href: string }>,
): object[] {
  const url = site_url + paths.detail(kind, item.id);
  const image = item.cover ?? item.imgs[0]?.picture;
  const { category_id: category, category_id_sub: sub } = item;
  const trail = [
    { name: '首页', item: `${site_url}/` },
    ...(crumbs?.map(({ name, href }) => ({ name, item: site_url + href })) ?? [
      { name: kind.noun, item: site_url + paths.list(kind) },
      ...(category ? [{ name: category.name, item: site_url + paths.list(kind, { cid: category.id }) }] : []),
      ...(category && sub ? [{ name: sub.name, item: site_url + paths.list(kind, { cid: category.id, cid2: sub.id }) }] : []),
    ]),
    { name: item.title, item: url },
  ];
  return [
    {
      '@context': 'https://schema.org',
      '@type': kind.gives !== 'nothing' ? 'Product' : kind.ends ? 'Demand' : 'CreativeWork',
      name: item.title,
      description: itemDescription(kind, item),
      sku: String(item.id),
      url,
      ...(image ? { image: `${site_url}${image.src}` } : {}),
      ...(item.category_id ? { category: item.category_id.name } : {}),
      brand: { '@type': 'Brand', name: item.releaser.nickname },
      ...aggregateRating(item),
      // members only, and not sold one by one: a price of 0.00 would promise it for free
      ...(!isTaken(kind) || (item.vip_only && item.price === 0)
        ? {}
        : {
            offers: {
              '@type': 'Offer',
              url,
              price: item.price.toFixed(2),
              priceCurrency: 'CNY',
              availability: 'https://schema.org/InStock',
            },
          }),
    },
    timeFactor(item, { url, description: itemDescription(kind, item), images: image ? [`${site_url}${image.src}`] : [] }),
    ...(item.video ? [filmJsonLd(kind, item, item.video, site_url)] : []),
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: trail.map((step, at) => ({ '@type': 'ListItem', position: at + 1, ...step })),
    },
  ];
}

/** 'YYYY-MM-DDThh:mm:ss' in Beijing, without a zone: as Baidu wants it. */
export const beijingTime = (at_s: number): string => new Date((at_s + 8 * 3_600) * 1000).toISOString().slice(0, 19);

/** What Baidu reads of when a page appeared and was last changed. */
function timeFactor(item: ItemPublic, { url, description, images }: { url: string; description: string; images: string[] }): object {
  return {
    '@context': 'https://ziyuan.baidu.com/contexts/cambrian.jsonld',
    '@id': url,
    title: item.title,
    images,
    description,
    pubDate: beijingTime(item.published_at),
    upDate: beijingTime(Math.max(item.updated_at, item.published_at)),
  };
}

function filmJsonLd(kind: KindFacts, item: ItemPublic, film: Film, site_url: string): object {
  const chapters = chaptersOf(item.fields['chapters']);
  const url = site_url + paths.detail(kind, item.id);
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: item.title,
    description: itemDescription(kind, item),
    contentUrl: site_url + film.src,
    ...(film.poster ? { thumbnailUrl: site_url + film.poster } : {}),
    uploadDate: new Date(item.published_at * 1000).toISOString(),
    duration: `PT${film.duration_s}S`,
    ...(chapters.length > 0
      ? {
          hasPart: chapters.map(({ at_s, title }, at) => ({
            '@type': 'Clip',
            name: title,
            startOffset: at_s,
            endOffset: chapters[at + 1]?.at_s ?? film.duration_s,
            url: `${url}#t=${at_s}`,
          })),
        }
      : {}),
  };
}

/** One or two sentences for search engines: the introduction, or the facts when there is none. At most 120 characters. */
export function itemDescription(kind: KindFacts, item: ItemPublic): string {
  const introduction = item.introduction.replace(/\s+/g, ' ').trim();
  const facts = `${item.title}，${item.format ? `${item.format.toUpperCase()} 格式，` : ''}${item.pages > 0 ? `共 ${item.pages} ${pageUnit(kind)}，` : ''}${kind.calls?.download ? '可先预览再下载' : '在线查看'}。`;
  const text = introduction === '' ? facts : introduction;
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
