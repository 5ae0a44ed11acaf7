import type { ItemPublic } from '#contract/item.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Item, itemMedia } from '../../modules/catalog/index.ts';
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
