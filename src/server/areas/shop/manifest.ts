import { KINDS } from '#contract/kinds.ts';
import { shopCalls } from '#contract/shop/calls.ts';
import { requireUser } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { said } from '../../http/said.ts';
import { getItem } from '../../modules/catalog/index.ts';
import { takePublicCopy } from '../../modules/publishing/index.ts';
import {
  certifyShop,
  countShopWorks,
  listShops,
  saveShop,
  setShopPicture,
  shopOf,
  shopRows,
  shopsOfCards,
} from '../../modules/shops/index.ts';
import { shopInfo } from '../../views/shop-screens.ts';
import type { Manifest } from '../manifest.ts';
import { caseReaderFields, resourceCaseFields, resourceCaseReaderFields, supplierCaseFields } from './case-fields.ts';
import { caseEndpoints } from './case-routes.ts';
import { shopList } from './staff-list.ts';

const { supplier_case, resource_case } = KINDS;

const shopEndpoints = [
  serve(shopCalls.shopInfo, (ctx, { shop_id }) => shopInfo(ctx, shop_id)),
  serve(shopCalls.list, (ctx, { certified, ...filter }) => listShops(ctx, { ...filter, ...(certified ? { certified: 1 as const } : {}) })),
  serve(shopCalls.mine, async (ctx) => {
    const own = await shopOf(ctx, requireUser(ctx));
    return own && { shop: own.card, form: own.form };
  }),
  serve(shopCalls.save, async (ctx, form, c) => {
    const { id, is_new } = await saveShop(ctx, form);
    return said(c, is_new ? '店铺已开通' : '店铺资料已保存', { id });
  }),
  serve(shopCalls.picture, async (ctx, { slot, file_id }) => {
    await setShopPicture(ctx, slot, await takePublicCopy(ctx, file_id));
    return (await shopOf(ctx, requireUser(ctx)))?.card ?? null;
  }),
  serve(shopCalls.certify, async (ctx, { shop_id, ...certificate }) => {
    await certifyShop(ctx, shop_id, certificate);
    return { shop_id };
  }),
];

/** Shops of suppliers and their cases. */
export const shopArea: Manifest = {
  name: 'shop',
  endpoints: [...shopEndpoints, ...caseEndpoints],
  staff_lists: [shopList],
  card_shops: shopsOfCards,
  own_fields: { [supplier_case.key]: supplierCaseFields, [resource_case.key]: resourceCaseFields },
  reader_parts: { [supplier_case.key]: caseReaderFields, [resource_case.key]: resourceCaseReaderFields },
  on: (app, ctx) => ({
    'shop.changed': [({ shop_id }) => purgeTags(app, [pageTags.shops, pageTags.shop(shop_id)])],
    'item.changed': [
      async ({ item_id, what = 'status' }) => {
        if (what === 'texts') return;
        const shop_id = (await getItem(ctx, item_id))?.shop_id ?? null;
        if (shop_id === null) return;
        await countShopWorks(ctx, shop_id);
        await purgeTags(app, [pageTags.shop(shop_id)]);
      },
    ],
  }),
  personal: { files: { 店铺: shopRows } },
};
