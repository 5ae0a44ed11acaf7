import { articleCalls, KIND } from '#contract/article/calls.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { draftVersion, draftVersions } from '../../modules/publishing/index.ts';
import { articleFields } from '../../views/article-screen.ts';
import { relatedItems } from '../../views/item-screen.ts';
import type { Manifest } from '../manifest.ts';

const articleEndpoints: readonly Endpoint[] = [
  serve(articleCalls.detail, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(articleCalls.related, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
    page,
    limit,
  })),
  serve(articleCalls.versions, async (ctx, { id }) => ({ list: await draftVersions(ctx, KIND, id) })),
  serve(articleCalls.version, (ctx, { id, version_id }) => draftVersion(ctx, KIND, id, version_id)),
];

/** Articles of the trade. */
export const articleArea: Manifest = {
  name: 'article',
  endpoints: articleEndpoints,
  own_fields: { [KINDS.article.key]: articleFields },
};
