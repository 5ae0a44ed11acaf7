import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { saveAddress } from '#server/modules/addresses/index.ts';
import { offeredGoods, redeemGoods, saveGoods } from '#server/modules/mall/index.ts';
import { grantPoints } from '#server/modules/points/index.ts';
import { giveCards, signIn } from '#server/modules/signin/index.ts';
import { saveDefinition } from '#server/modules/vouchers/index.ts';
import { asUser, atTime } from './at-time.ts';
import { drawGoods, type GoodsShape } from './goods-pictures.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'mall';
const NO_TERMS = { definition_id: 0, vip_type: 1, days: 0, max_download_pre_day: 0, cards: 0, id: 0, is_on: true };

interface DemoGoods {
  kind: 'physical' | 'coupon' | 'membership' | 'card';
  shape: GoodsShape;
  colours: readonly [string, string];
  title: string;
  about: string;
  content: string;
  points: number;
  market_price: number;
  left_num: number;
  per_person: number;
  terms?: Partial<typeof NO_TERMS>;
}

const PARCEL = '工作日 24 小时内寄出，寄出后可以在“我的兑换”中查看快递。\n寄出前可以取消，收货 7 天内可申请退货，积分原路退回。';
const AT_ONCE = '兑换后立即到账，不能取消。';

/** What the mall of the demo offers, in its order. */
const GOODS: readonly DemoGoods[] = [
  {
    ...{ kind: 'physical', shape: 'bag', colours: ['#f08a5d', '#b83b5e'], title: '策猫定制帆布袋', about: '加厚帆布，装得下 16 寸电脑' },
    ...{ content: `尺寸 38 × 42 厘米，内有拉链袋。\n${PARCEL}`, points: 600, market_price: 59, left_num: 80, per_person: 2 },
  },
  {
    ...{ kind: 'physical', shape: 'mug', colours: ['#3fc1c9', '#364f6b'], title: '执行团队保温杯', about: '12 小时保温，现场不再喝凉水' },
    ...{ content: `容量 480 毫升，304 不锈钢内胆。\n${PARCEL}`, points: 1_200, market_price: 129, left_num: 30, per_person: 1 },
  },
  {
    ...{
      kind: 'physical',
      shape: 'notebook',
      colours: ['#6a7fdb', '#45caff'],
      title: '活动流程手账本',
      about: '流程表、物料单、应急预案都有页',
    },
    ...{ content: `160 页，空白流程表可撕下使用。\n${PARCEL}`, points: 300, market_price: 39, left_num: 0, per_person: 2 },
  },
  {
    ...{
      kind: 'coupon',
      shape: 'ticket',
      colours: ['#ff9a44', '#fc6076'],
      title: '方案 10 元券',
      about: '购买方案满 30 元可用，30 天有效',
    },
    ...{ content: `购买方案时自动可选，每个订单可用一张。\n${AT_ONCE}`, points: 100, market_price: 10, left_num: -1, per_person: 5 },
  },
  {
    ...{
      kind: 'membership',
      shape: 'crown',
      colours: ['#d4a24c', '#8a5a19'],
      title: '方案会员 7 天',
      about: '每天 5 次，专享方案直接下载',
    },
    ...{ content: `接在现有会员到期之后。\n${AT_ONCE}`, points: 800, market_price: 29, left_num: 200, per_person: 3 },
    terms: { vip_type: 1, days: 7, max_download_pre_day: 5 },
  },
  {
    ...{ kind: 'card', shape: 'card', colours: ['#43cea2', '#185a9d'], title: '补签卡', about: '补上一天，连续签到不中断' },
    ...{
      content: `可补签最近 30 天内漏签的日子。\n${AT_ONCE}`,
      points: 20,
      market_price: 0,
      left_num: -1,
      per_person: 0,
      terms: { cards: 1 },
    },
  },
];

/** The goods, before anybody redeems. Again puts none there twice. */
export async function stockMall(ctx: Ctx): Promise<void> {
  if ((await offeredGoods(ctx)).length === 0) await inTransaction(ctx, putOnShelf);
}

/** The mall with its goods, and two readers who signed in, collected points and redeemed some. Again after a crash goes on. */
export async function fillMall(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now = ctx.app.clock.now();
  await stockMall(ctx);
  for (const [user_id, days] of [[people.buyer_id, 4] as const, [people.member_id, 9] as const]) {
    await inTransaction(ctx, async (tx) => {
      const { granted } = await grantPoints(tx, { user_id, points: 1_500, reason: 'gift', key: `demo:${user_id}` });
      await giveCards(tx, { user_id, cards: 1, key: `demo:${user_id}` });
      if (!granted) return;
      // up to yesterday: a visitor with the account can sign in for today
      for (let ago = days; ago > 0; ago--) await signIn(asUser(atTimeIn(tx, new Date(now.getTime() - ago * DAY_MS)), user_id));
    });
  }
  await redeemSome(asUser(ctx, people.buyer_id));
  await noteMade(ctx, MADE);
}

/** The same transaction at another moment. */
const atTimeIn = <T extends Ctx>(tx: T, at: Date): T => ({ ...tx, app: atTime(tx, at).app });

async function putOnShelf(tx: Ctx): Promise<void> {
  const definition_id = await saveDefinition(tx, {
    ...{ id: 0, use: 'item' as const, type: 5, title: '积分兑换：方案 10 元券', amount: 10, percent_off: 0, min_price: 30 },
    ...{ claim_from: 0, claim_to: 0, use_end_time: 0, valid_days: 30, stock: 0, per_person: 1 },
    ...{ claimable: false, auto_get: false, for_new: false, is_on: true },
  });
  for (const [sort, { shape, colours, terms = {}, ...goods }] of GOODS.entries()) {
    const cover = await drawGoods(tx, shape, colours);
    const of_kind = goods.kind === 'coupon' ? { definition_id } : terms;
    await saveGoods(tx, { ...NO_TERMS, ...goods, ...of_kind, cover, sort, left_before: goods.left_num });
  }
}

async function redeemSome(reader: Ctx): Promise<void> {
  const goods = await offeredGoods(reader);
  const home = {
    id: 0,
    receiver: '陈晨',
    tel: '13800000000',
    province: '浙江省',
    city: '杭州市',
    detail: '文三路 100 号',
    is_default: true,
  };
  const address = await saveAddress(reader, home);
  for (const title of ['策猫定制帆布袋', '方案 10 元券']) {
    const one = goods.find((row) => row.title === title);
    if (!one) continue;
    const address_id = one.kind === 'physical' ? address.id : 0;
    await redeemGoods(reader, { id: one.id, num: 1, address_id, total_points: one.points, key: `demo-${one.id}` });
  }
}
