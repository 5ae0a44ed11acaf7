import { bigcaseCalls, KIND, linkableCall } from '#contract/bigcase/calls.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { allKinds, kindTerms, listItems, recommendItems } from '../../modules/catalog/index.ts';
import { albumOf, albumPictures, grantOriginal } from '../../modules/downloads/index.ts';
import { findItems } from '../../modules/search/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { besideSample, moreImages } from '../../views/sample-recommended.ts';

/** Works that a publisher may name in a case; none while the site has none of that kind. */
function linkable(path: string, key: string, noun: string): Endpoint {
  return serve(linkableCall(path, noun), async (ctx, { keyword, page, limit }) => {
    const kind = allKinds().find((one) => one.key === key);
    if (!kind) return { list: [], total: 0, page, limit };
    const found = await found_of(ctx, kind, { ...(keyword === '' ? {} : { keyword }), page }, limit);
    return { ...found, list: relatedItems(found.list) };
  });
}

const found_of = (ctx: Ctx, kind: KindFacts, filter: { keyword?: string; page: number }, limit: number) =>
  filter.keyword === undefined ? listItems(ctx, kind, filter, limit) : findItems(ctx, kind, filter, limit);

export const bigcaseEndpoints = [
  serve(bigcaseCalls.related, async (ctx, { sample_id, page, limit, keyword, industry, ...filter }) => {
    if (sample_id !== undefined) {
      const list = relatedItems(await recommendItems(ctx, KIND, { id: sample_id, page, limit }));
      return { list, total: list.length, page, limit };
    }
    const chosen = { ...given(filter), page, ...(industry === undefined ? {} : { terms: { industry } }) };
    const found = await (keyword === '' ? listItems(ctx, KIND, chosen, limit) : findItems(ctx, KIND, { ...chosen, keyword }, limit));
    return { ...found, list: relatedItems(found.list) };
  }),
  serve(bigcaseCalls.detail, (ctx, { sample_id }) => readDetail(ctx, KIND, sample_id)),
  serve(bigcaseCalls.recomList, async (ctx, { sample_id, type, page, limit }) => ({
    list: relatedItems(await besideSample(ctx, { sample_id, type, page, limit })),
    page,
    limit,
  })),
  serve(bigcaseCalls.sampleImgs, (ctx, { sample_id }) => moreImages(ctx, KIND, sample_id)),
  serve(bigcaseCalls.getIndustury, async (ctx) => ({ list: (await kindTerms(ctx, KIND)).facets['industry'] ?? [] })),
  linkable('/sample/index/getResourceList', KINDS.resource.key, KINDS.resource.noun),
  linkable('/sample/index/getSchemeList', KINDS.scheme.key, KINDS.scheme.noun),
  serve(bigcaseCalls.photo, (ctx, { sample_id, vv, page, limit }) =>
    albumPictures(ctx, { item_id: sample_id, kind: KIND, page, limit, ...(vv === undefined ? {} : { key: vv }) }),
  ),
  serve(bigcaseCalls.sample, (ctx, { sample_id, vv }) =>
    albumOf(ctx, { item_id: sample_id, kind: KIND, ...(vv === undefined ? {} : { key: vv }) }),
  ),
  serve(bigcaseCalls.download, (ctx, { sample_id, type, imgurl }) =>
    grantOriginal(ctx, { item_id: sample_id, kind: KIND, ...(type === 1 ? { picture: imgurl } : {}) }),
  ),
];

function given<T extends object>(filter: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as never;
}
