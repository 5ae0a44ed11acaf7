import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { unixSeconds } from '#server/kernel/clock.ts';
import { saveCampaign } from '#server/modules/campaigns/index.ts';
import { openRound, openRoundNow } from '#server/modules/draws/index.ts';
import { saveUnion } from '#server/modules/union/index.ts';
import { saveDefinition } from '#server/modules/vouchers/index.ts';

const DAY_S = 86_400;
const COUPON = {
  ...{ id: 0, percent_off: 0, min_price: 0, claim_from: 0, claim_to: 0, use_end_time: 0, valid_days: 30, stock: 0, per_person: 1 },
  ...{ claimable: true, auto_get: false, for_new: false, is_on: true },
};
const NO_PLAN = { vip_type: 0, days: 0, max_download_pre_day: 0 };
const NO_PARTNER = { partner: '', product: '', months: 0 };

/** Coupons, a draw, bundles and the activity pages that show them. All or nothing, once, however often the seed goes on. */
export async function seedCampaigns(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (await openRoundNow(tx)) return;
    const now_s = unixSeconds(tx.app.clock.now());
    const scheme = await saveDefinition(tx, { ...COUPON, use: 'item', type: 5, title: '方案立减券', amount: 20, min_price: 50 });
    const ppt = await saveDefinition(tx, { ...COUPON, use: 'item', type: 20, title: 'PPT 模板八折券', amount: 30, percent_off: 20 });
    const vip = await saveDefinition(tx, {
      ...COUPON,
      use: 'membership',
      type: 3,
      title: '方案会员 20 元券',
      amount: 20,
      min_price: 40,
      auto_get: true,
    });
    const all = await saveDefinition(tx, {
      ...COUPON,
      use: 'membership',
      type: 5,
      title: '全站会员 50 元券',
      amount: 50,
      min_price: 80,
      stock: 500,
    });
    await saveDefinition(tx, {
      ...{
        ...COUPON,
        use: 'membership',
        type: 3,
        title: '新人专享：方案会员 50 元券',
        amount: 50,
        min_price: 199,
        claimable: false,
        for_new: true,
      },
    });
    const pictures = { covers: '', covers_hor: '' };
    await openRound(tx, {
      title: '会员抽奖',
      ends_at: now_s + 60 * DAY_S,
      prizes: [
        { place: 1, title: '策猫定制帆布袋', type: 5, weight: 5, stock: 50, replace: 3, ...pictures, ...NO_PLAN },
        {
          place: 2,
          title: '全站会员 30 天',
          type: 2,
          weight: 5,
          stock: 100,
          replace: 3,
          ...pictures,
          vip_type: 6,
          days: 30,
          max_download_pre_day: 0,
        },
        {
          place: 3,
          title: '方案会员 7 天',
          type: 2,
          weight: 90,
          stock: null,
          replace: null,
          ...pictures,
          vip_type: 1,
          days: 7,
          max_download_pre_day: 10,
        },
      ],
    });
    const protocol = { img: '', bottom_img: '', protocol_url: '/about/helpCenter?id=41', protocol_title: '购买须知', is_on: true };
    await saveUnion(tx, {
      ...{
        id: 0,
        title: '全站会员 + 星河影视年卡',
        summary: '一次开通，找素材与放松都有了。',
        price: 768,
        org_price: 897,
        sort: 1,
        ...protocol,
      },
      parts: [
        { sort: 'plan', title: '策猫全站会员', share: 78, vip_type: 6, days: 365, max_download_pre_day: 0, ...NO_PARTNER },
        { sort: 'partner', title: '星河影视会员', share: 22, partner: '星河影视', product: 'vip-year', months: 12, ...NO_PLAN },
      ],
    });
    await saveUnion(tx, {
      ...{ id: 0, title: '方案会员 + 云上音乐季卡', summary: '写方案时的好搭档。', price: 168, org_price: 195, sort: 2, ...protocol },
      parts: [
        { sort: 'plan', title: '策猫方案会员', share: 75, vip_type: 1, days: 90, max_download_pre_day: 20, ...NO_PARTNER },
        { sort: 'partner', title: '云上音乐会员', share: 25, partner: '云上音乐', product: 'quarter', months: 3, ...NO_PLAN },
      ],
    });
    const campaign = { id: 0, picture: '', is_on: true, starts_at: now_s, ends_at: now_s + 60 * DAY_S };
    await saveCampaign(tx, {
      ...{ ...campaign, page: 'newYear', title: '新年策划季', summary: '领券、开通会员、抽奖，一站式备齐新年活动素材。' },
      content: '# 新年活动，从这里开始\n年会、路演、开年大会的方案与模板都已上新。\n\n领取优惠券，购买方案与 PPT 模板时自动可选。',
      rules:
        '每种优惠券每人限领一张，自领取之日起 30 天内有效。\n实付开通方案会员的订单可抽奖一次，实物奖品在工作日 24 小时内寄出。\n退款后优惠券退回，抽到的奖品同时收回。',
      ...{ coupon_ids: [scheme, ppt, all], with_plans: true, with_draw: true },
    });
    await saveCampaign(tx, {
      ...{ ...campaign, page: 'vipRights', title: '会员权益', summary: '会员专享方案免费下载，普通方案享会员价。' },
      content:
        '# 会员可以做什么\n会员专享方案与 PPT 模板直接下载，普通内容享受会员折扣。\n\n# 多种会员\n方案、PPT、设计、大案例与全站会员，按需要选择；也可与合作平台的会员一起开通。',
      rules: '',
      ...{ coupon_ids: [vip, all], with_plans: true, with_draw: false },
    });
    await saveCampaign(tx, {
      ...{ ...campaign, page: 'getVip', title: '领券开会员', summary: '先领取会员优惠券，再开通会员更划算。' },
      content: '领取后开通会员时自动可选，每个订单可用一张。',
      rules: '每种优惠券每人限领一张，领完即止。',
      ...{ coupon_ids: [vip, all], with_plans: true, with_draw: false },
    });
  });
}
