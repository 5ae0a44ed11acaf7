import type { z } from 'zod';
import type { ItemPublic } from '#contract/item.ts';
import type { KindCalls, KindFacts } from '#contract/kinds.ts';
import { MARK_TEXTS } from '#contract/mark-texts.ts';
import type { publishedListOutput } from '#contract/outputs/publish.ts';
import { resourceCaseOutput, supplierCaseOutput } from '#contract/outputs/shop.ts';
import { type batchOutput, detailCall, RESOURCE, SUPPLIER, shopCaseCalls } from '#contract/shop/case-calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { readDetail } from '../../http/read-detail.ts';
import { said } from '../../http/said.ts';
import { type Item, itemCards, itemMedia, listItems, recommendItems, worksOfShop } from '../../modules/catalog/index.ts';
import { setLiked } from '../../modules/engagement/index.ts';
import { listMine, restoreItem, takeDown } from '../../modules/publishing/index.ts';
import { relatedItems } from '../../views/item-screen.ts';
import { casesOfResource } from '../../views/resource-screen.ts';
import { linkedResource, shopInfo } from '../../views/shop-screens.ts';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** URL of the film of an item; empty: none. */
async function videoUrl(ctx: Ctx, item_id: number): Promise<string> {
  const film = (await itemMedia(ctx, item_id)).find(({ type }) => type === 'video');
  return film ? `/video/${film.key}` : '';
}

/** What the detail call of a supplier case says beyond what all do (CP65). */
export async function supplierCaseFields(ctx: Ctx, part: ItemPublic): Promise<object> {
  const { fields } = part;
  return {
    custom_name: text(fields['custom_name']),
    site_address: text(fields['site_address']),
    service_type_name: (part.category_id_sub ?? part.category_id)?.name ?? '',
    start_time: text(fields['start_time']),
    end_time: text(fields['end_time']) || text(fields['start_time']),
    price: Number(fields['price'] || 0),
    max_price: Number(fields['max_price'] || 0),
    video_url: await videoUrl(ctx, part.id),
    introduce: part.introduction,
  };
}

/** The same of a resource case (CP60). */
export async function resourceCaseFields(ctx: Ctx, part: ItemPublic): Promise<object> {
  const first = part.imgs[0]?.picture;
  return {
    content: part.introduction,
    update_time: part.updated_at,
    tags: part.tagsList.map(({ name }) => name).join(','),
    video_url: await videoUrl(ctx, part.id),
    img_info: first ? { width: first.width, height: first.height, url: first.src } : null,
  };
}

/** Shop and resource of a case, as this reader has them. */
export async function caseReaderFields(ctx: Ctx, item: Item, user_id: number | null): Promise<object> {
  const [shop, resource] = await Promise.all([
    item.shop_id === null ? null : shopInfo(ctx, item.shop_id),
    linkedResource(ctx, item, user_id),
  ]);
  return { shop_id: item.shop_id ?? 0, shop, is_focus: shop?.is_focus ?? 0, resource, resources: resource ? [resource] : [] };
}

/** The same of a resource case, whose likes have a name of their own. */
export async function resourceCaseReaderFields(ctx: Ctx, item: Item, user_id: number | null): Promise<object> {
  return { ...(await caseReaderFields(ctx, item, user_id)), zan_num: item.like_num };
}

type Listed = z.output<typeof publishedListOutput> | z.output<typeof batchOutput>;

function detailEndpoint<O extends z.ZodType>(kind: KindFacts, { detail }: KindCalls, output: O): Endpoint {
  return serve(detailCall(kind, detail.path, output), (ctx, { case_id }) => readDetail(ctx, kind, case_id));
}

/** Published cases of one kind as cards: all, or those of a shop. */
async function listCases(
  ctx: Ctx,
  kind: KindFacts,
  { shop_id, page, limit }: { shop_id?: number | undefined; page: number; limit: number },
) {
  if (shop_id === undefined) {
    const found = await listItems(ctx, kind, { page }, limit);
    return { ...found, list: relatedItems(found.list) };
  }
  const ids = await worksOfShop(ctx, { shop_id, kinds: [kind], offset: (page - 1) * limit, limit });
  return { list: relatedItems(await itemCards(ctx, ids)), page, limit };
}

async function related(ctx: Ctx, kind: KindFacts, { id, page, limit }: { id: number; page: number; limit: number }) {
  return { list: relatedItems(await recommendItems(ctx, kind, { id, page, limit })), page, limit };
}

async function like(ctx: Ctx, c: Parameters<typeof said>[0], input: Parameters<typeof setLiked>[1]) {
  const result = await setLiked(ctx, input);
  return said(c, result.zan === 1 ? MARK_TEXTS.liked : MARK_TEXTS.unliked, result);
}

/** Calls of both kinds of case beside those that the rows of the kinds make (publishing). */
export const caseEndpoints: Endpoint[] = [
  detailEndpoint(SUPPLIER, SUPPLIER.calls, supplierCaseOutput),
  detailEndpoint(RESOURCE, RESOURCE.calls, resourceCaseOutput),
  serve(
    shopCaseCalls.form,
    async (ctx, { shop_id, tab, page, limit }): Promise<Listed> =>
      shop_id === undefined ? listMine(ctx, { kind: SUPPLIER, tab, page, limit }) : listCases(ctx, SUPPLIER, { shop_id, page, limit }),
  ),
  serve(shopCaseCalls.count, async (ctx) => (await listMine(ctx, { kind: SUPPLIER, tab: 'all', page: 1, limit: 1 })).counts),
  serve(shopCaseCalls.activityCase_related, (ctx, { case_id, p, limit }) => related(ctx, SUPPLIER, { id: case_id, page: p, limit })),
  serve(shopCaseCalls.shelf, async (ctx, { id, action }) => ({
    id,
    status: await (action === 'down' ? takeDown : restoreItem)(ctx, id, SUPPLIER),
  })),
  serve(shopCaseCalls.post_activityCase_like, (ctx, { case_id }, c) => like(ctx, c, { kind: SUPPLIER, rid: case_id, on: true })),
  serve(shopCaseCalls.delete_activityCase_like, (ctx, { case_id }, c) => like(ctx, c, { kind: SUPPLIER, rid: case_id, on: false })),
  serve(shopCaseCalls.getResourceCaseList, (ctx, input) => listCases(ctx, RESOURCE, input)),
  serve(shopCaseCalls.index_related, (ctx, { case_id, page, limit }) => related(ctx, RESOURCE, { id: case_id, page, limit })),
  serve(shopCaseCalls.getRalateCase, async (ctx, { resource_id, page, limit }) => {
    const { list, total } = await casesOfResource(ctx, { resource_id, page, limit });
    return { list: relatedItems(list), total, page, limit };
  }),
  serve(shopCaseCalls.index_like, (ctx, { case_id }, c) => like(ctx, c, { kind: RESOURCE, rid: case_id })),
];
