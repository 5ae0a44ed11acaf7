import { docText } from '#contract/article.ts';
import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { type ArticleScreen, docOf } from './article-screen.ts';

const isoTime = (at_s: number): string => new Date(at_s * 1000).toISOString();

/** schema.org data of an article. `site_url` has no trailing slash. */
export function articleJsonLd({ item, body, comments }: ArticleScreen, site_url: string): object {
  const url = site_url + paths.detail(KINDS.article, item.id);
  const image = item.cover ?? item.imgs[0]?.picture;
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: item.title,
    description: item.introduction || [...docText(docOf(item))].slice(0, 120).join(''),
    url,
    mainEntityOfPage: url,
    ...(image ? { image: [site_url + image.src] } : {}),
    datePublished: isoTime(item.published_at),
    dateModified: isoTime(Math.max(item.updated_at, item.published_at)),
    author: { '@type': 'Person', name: item.releaser.nickname, url: site_url + paths.publisher(item.releaser.uid) },
    publisher: { '@type': 'Organization', name: '策猫', url: `${site_url}/` },
    ...(item.category_id ? { articleSection: item.category_id.name } : {}),
    ...(item.tagsList.length > 0 ? { keywords: item.tagsList.map(({ name }) => name).join(',') } : {}),
    wordCount: body.words,
    commentCount: comments.total,
    inLanguage: 'zh-CN',
  };
}
