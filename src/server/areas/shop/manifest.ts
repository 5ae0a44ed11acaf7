import { KINDS } from '#contract/kinds.ts';
import { shopCalls } from '#contract/shop/calls.ts';
import { areaName, SHOP_LABELS, shopCategoryName } from '#contract/shop.ts';
import { requireUser } from '../../app/ctx.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { serve } from '../../http/endpoint.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { said } from '../../http/said.ts';
import { getItem } from '../../modules/catalog/index.ts';
import { BY_DAY, BY_TIME, type StaffList, type StaffListAction, stateFilter } from '../../modules/console/index.ts';
import { publicUsers } from '../../modules/identity/index.ts';
import { takePublicCopy } from '../../modules/publishing/index.ts';
import {
  type CertificateChange,
  certifyShop,
  changeCertificate,
  countShopWorks,
  listShops,
  type ShopLine,
  saveShop,
  setShopPicture,
  shopOf,
  shopRows,
  shopSource,
  shopsOfCards,
} from '../../modules/shops/index.ts';
import { shopInfo } from '../../views/shop-screens.ts';
import type { Manifest } from '../manifest.ts';
import { caseEndpoints, caseReaderFields, resourceCaseFields, resourceCaseReaderFields, supplierCaseFields } from './case-routes.ts';

function action(name: string, title: string, about: string, change: CertificateChange): StaffListAction {
  return {
    ...{ name, title, about, verb: 'shop.certify', needs_reason: true },
    run: (tx, id, reason) => changeCertificate(tx, Number(id), change, reason),
  };
}

/** Shops of the console, where they are certified. */
export const shopList: StaffList = {
  key: 'shops',
  title: '店铺',
  verb: 'shop.certify',
  source: shopSource,
  columns: [
    { key: 'id', title: '编号', kind: 'number' },
    { key: 'name', title: '店铺' },
    { key: 'owner', title: '店主' },
    { key: 'cate', title: '类别' },
    { key: 'area', title: '地区' },
    { key: 'licence', title: '信用代码' },
    { key: 'state', title: '认证', kind: 'state' },
    { key: 'labels', title: '标签' },
    { key: 'case_num', title: '案例', kind: 'number' },
    { key: 'focus_num', title: '关注', kind: 'number', hidden: true },
    { key: 'created_at', title: '开通时间', kind: 'time' },
  ],
  filters: [stateFilter({ gold: '金牌认证', vip: '会员店铺', licence: '有信用代码', bare: '没有信用代码' }), ...BY_DAY],
  orders: BY_TIME,
  search: '编号或店铺名称',
  found: { title: 'name', beside: ['id', 'owner', 'state'] },
  actions: [
    action('gold', '授予金牌认证', '店铺显示金牌认证标识，可被“认证”筛选找到。', { is_gold: true }),
    action('ungold', '撤销金牌认证', '店铺不再显示金牌认证标识。', { is_gold: false }),
    action('vip', '设为会员店铺', '店铺显示皇冠。', { is_vip: true }),
    action('unvip', '取消会员店铺', '店铺不再显示皇冠。', { is_vip: false }),
    ...SHOP_LABELS.flatMap(({ key, name }) => [
      action(`${key}-on`, `授予“${name}”`, `店铺卡片与主页显示“${name}”标签。`, { label: { key, on: true } }),
      action(`${key}-off`, `撤销“${name}”`, `店铺不再显示“${name}”标签。`, { label: { key, on: false } }),
    ]),
  ],
  async show(ctx, rows) {
    const lines = rows as readonly ShopLine[];
    const people = await publicUsers(
      ctx,
      lines.map(({ owner_id }) => owner_id),
    );
    return lines.map((line) => ({
      id: String(line.id),
      href: `/enterpriseCenter?id=${line.id}`,
      cells: {
        id: line.id,
        name: line.name,
        owner: people.get(line.owner_id).nickname,
        cate: shopCategoryName(line.category),
        area: areaName(line.province, line.city),
        licence: line.licence,
        state: [line.is_gold && '金牌认证', line.is_vip && '会员店铺'].filter(Boolean).join('、') || '未认证',
        labels: SHOP_LABELS.flatMap(({ key, name }) => (line.labels.includes(key) ? [name] : [])).join('、'),
        case_num: line.case_num,
        focus_num: line.focus_num,
        created_at: line.created_at,
      },
    }));
  },
};

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
