import { KINDS } from '#contract/kinds.ts';
import {
  BANNER_ANNOUNCEMENT,
  BANNER_COLUMN,
  BANNER_DETAIL,
  BANNER_FULL,
  BANNER_HUB,
  BANNER_REGISTER,
  type Gift,
} from '#contract/promotion.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { type BannerInput, freeOrderSetting, outsideLinks, saveBanner, saveGifts, shownBanners } from '#server/modules/promotion/index.ts';
import { findSettingByKey, getSetting, setSetting } from '#server/modules/settings/index.ts';

/** What comes up by itself, once a day or once. */
const POPUPS: ReadonlyArray<Omit<BannerInput, 'picture' | 'sort' | 'is_on' | 'starts_at' | 'ends_at'>> = [
  {
    ...{ type: BANNER_FULL, title: '年会季方案上新', summary: '先看完整页面，再决定买哪一份', url: '/programme?sort=new' },
    ...{ audience: 'member', frequency_type: 1, countdown: 0 },
  },
  {
    ...{ type: BANNER_COLUMN, place: 4, title: '找供应商，先看案例', summary: '舞美、搭建、演艺，按城市筛选', url: '/serviceProvider' },
    ...{ audience: 'member', frequency_type: 3 },
  },
  {
    ...{ type: BANNER_REGISTER, title: '注册即送 50 元方案会员券，另有行业数据包', summary: '', url: '/register' },
    ...{ audience: 'visitor', frequency_type: 3 },
  },
  {
    ...{
      type: BANNER_ANNOUNCEMENT,
      audience: 'all',
      title: '演示站',
      summary: '可以放心下单：付款、短信与扫码都在模拟手机里完成，不会真的扣款。',
    },
    url: '/sandbox',
  },
  // of two that a reader may see, the later one stands first
  {
    type: BANNER_ANNOUNCEMENT,
    audience: 'publisher',
    title: '年会季征稿',
    summary: '找年会方案的人正多，现在发布更容易被看到',
    url: '/programme/add',
  },
  { type: BANNER_HUB, place: 2, title: '全部服务商', summary: '认证店铺，联系方式一键获取', url: '/serviceProvider' },
];

/** A demo has no data pack or group, so its QR says so instead of leading nowhere. */
const DEMO_CODE = '这里是策猫演示站。正式站点请在后台“新人礼物”里换成自己的二维码。';

/** The gifts of the specification, without its number of resources, which a demo does not have; the coupon comes with the account by itself. */
const GIFTS: readonly Gift[] = [
  { name: '资源', title: '同城供应商', desc: '场地、演艺、搭建，按城市查找', btn: '去看看', type: 1, target: '/resources' },
  {
    name: '优惠券',
    title: '50 元方案会员券',
    desc: '开通方案会员满 ¥199 可用，已放入您的账户',
    btn: '去使用',
    type: 2,
    target: '/personalCenter/myCoupon',
  },
  {
    name: '数据包',
    title: '1G 行业数据包',
    desc: '年度活动行业报告与表单',
    btn: '扫码领取',
    type: 4,
    target: DEMO_CODE,
  },
  { name: '社群', title: '策划人社群', desc: '同行交流、需求对接', btn: '扫码进群', type: 5, target: DEMO_CODE },
];

/** All nine entries of the toolbar stand, each with a place to lead to. What staff have set before stays. */
async function fillToolbar(ctx: Ctx): Promise<void> {
  const outside = await getSetting(ctx, outsideLinks);
  if (outside.publish_resource === '') await setSetting(ctx, outsideLinks.key, { ...outside, publish_resource: '/resources/add' });
  const code = findSettingByKey('customer_qrcode');
  if (code && (await getSetting(ctx, code)) === '') await setSetting(ctx, code.key, `${ctx.app.config.site_url}/receiveOrder`);
  await setSetting(ctx, freeOrderSetting.key, { on: true, img: '', icon: '' });
}

/** What the demo advertises. Made once, however often the seed goes on. */
export async function seedBanners(ctx: Ctx): Promise<void> {
  if ((await shownBanners(ctx, BANNER_DETAIL)).length > 0) return;
  await fillToolbar(ctx);
  await saveGifts(ctx, GIFTS);
  for (const popup of POPUPS) await saveBanner(ctx, null, { ...popup, picture: '', sort: 0, is_on: true, starts_at: 0, ends_at: 0 });
  await saveBanner(ctx, null, {
    type: BANNER_DETAIL,
    title: 'PPT 模板上新：换上自己的内容就能用',
    summary: '年会、路演、复盘、邀请函，每套都能先看完整页面',
    picture: '',
    url: KINDS.ppt.paths.list,
    sort: 0,
    is_on: true,
    starts_at: 0,
    ends_at: 0,
  });
}
