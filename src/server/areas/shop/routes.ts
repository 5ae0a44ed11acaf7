import { shopCalls } from '#contract/shop/calls.ts';
import { requireUser } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import { takePublicCopy } from '../../modules/publishing/index.ts';
import { certifyShop, listShops, saveShop, setShopPicture, shopOf } from '../../modules/shops/index.ts';
import { shopInfo } from '../../views/shop-screens.ts';

export const shopEndpoints = [
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
