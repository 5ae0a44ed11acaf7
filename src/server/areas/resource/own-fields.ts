import type { Pair } from '#contract/fields.ts';
import type { ItemPublic } from '#contract/item.ts';
import type { ResourceDetail } from '#contract/resource.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { Item } from '../../modules/catalog/index.ts';
import { contactButton } from '../../modules/contacts/index.ts';
import { resourcePrice, shopInfo } from '../../views/shop-screens.ts';

const ONE_LINE = 60;

type Shared = Pick<
  ResourceDetail,
  'name' | 'details' | 'img_urls' | 'video_url' | 'supplement' | 'category' | 'category_new' | 'update_time' | 'tags' | 'aword'
>;

/** What the detail call of a resource says beyond what all do (CP66), the same for every reader. */
export function resourceFields(_ctx: Ctx, part: ItemPublic): Promise<Shared & { price: undefined }> {
  const { category_id: first, category_id_sub: second } = part;
  const line = part.introduction.replace(/\s+/g, ' ').trim();
  return Promise.resolve({
    // the reader's part says it, and to visitors nothing
    price: undefined,
    name: part.title,
    details: part.introduction,
    img_urls: part.imgs.map(({ picture }) => picture.src),
    video_url: part.video?.src ?? '',
    supplement: Array.isArray(part.fields['supplement']) ? [...(part.fields['supplement'] as readonly Pair[])] : [],
    category: [...(first ? [{ ...first, parent_id: 0 }] : []), ...(first && second ? [{ ...second, parent_id: first.id }] : [])],
    category_new: first ? [{ name: first.name, child: { name: second?.name ?? '' } }] : [],
    update_time: part.updated_at,
    tags: part.tagsList.map(({ name }) => name).join(','),
    aword: [...line].length > ONE_LINE ? `${[...line].slice(0, ONE_LINE - 1).join('')}…` : line,
  });
}

/** The price, for readers who are signed in, and the shop as this reader has it. */
export async function resourceReaderFields(
  ctx: Ctx,
  item: Item,
  user_id: number | null,
): Promise<Pick<ResourceDetail, 'price' | 'price_max' | 'show_price' | 'shop_id' | 'shop' | 'is_focus' | 'contact_button'>> {
  const [shop, priced, contact_button] = await Promise.all([
    item.shop_id === null ? null : shopInfo(ctx, item.shop_id),
    user_id === null ? { price: 0, price_max: 0 } : resourcePrice(ctx, item.id),
    user_id === null ? undefined : contactButton(ctx, item, user_id),
  ]);
  return {
    ...{ ...priced, show_price: user_id === null ? 0 : 1, shop_id: item.shop_id ?? 0, shop },
    is_focus: shop?.is_focus ?? 0,
    ...(contact_button === undefined ? {} : { contact_button }),
  };
}
