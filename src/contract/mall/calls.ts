import { z } from 'zod';
import { DETAIL_MAX } from '#contract/address.ts';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { callsOf } from '#contract/call.ts';
import {
  choiceField,
  flagField,
  idField,
  limitField,
  pageField,
  plainNumber,
  staffReasonField,
  textField,
  wholeNumber,
} from '#contract/input-fields.ts';
import {
  BACK_PARCEL_MAX,
  CARRIER_MAX,
  GOODS_ABOUT_MAX,
  GOODS_CONTENT_MAX,
  GOODS_KEYWORD_MAX,
  GOODS_KINDS,
  GOODS_ORDERS,
  GOODS_TITLE_MAX,
  type GoodsKind,
  type GoodsOrder,
  NUM_MOST,
  REDEMPTION_STATES,
  REMARK_MAX,
  RETURN_REASON_MAX,
  type RedemptionState,
  TRACKING_MAX,
} from '#contract/mall.ts';
import { VIP_TYPES } from '#contract/membership.ts';
import {
  addressOutput,
  goodsDetailOutput,
  goodsFormOutput,
  goodsOutput,
  mallQuoteOutput,
  ownRedemptionsOutput,
  redemptionOutput,
  revealedParcelOutput,
  staffRedemptionOutput,
} from '#contract/outputs/mall.ts';
import { RECEIVER_MAX } from '#contract/receiver.ts';

const call = callsOf('mall');
const staffCall = callsOf('admin');
const kindField = z.enum(Object.keys(GOODS_KINDS) as [GoodsKind, ...GoodsKind[]], { error: '商品种类无效' });
const states = Object.keys(REDEMPTION_STATES) as RedemptionState[];
const MARKET_PRICE = '市场价为 0 至 1000000 元';
const numField = wholeNumber(`数量为 1 至 ${NUM_MOST}`, 1, NUM_MOST).default(1);
const edit = { verb: 'mall.edit' } as const;
const ship = { verb: 'mall.ship' } as const;
const parcelFields = {
  carrier: textField('快递公司', CARRIER_MAX, 1),
  tracking_no: z
    .string({ error: '请输入快递单号' })
    .trim()
    .regex(new RegExp(`^[A-Za-z0-9-]{4,${TRACKING_MAX}}$`), '快递单号由字母、数字、横线组成'),
};

export const mallCalls = {
  goods: call('GET', '/integral/goods', {
    summary: '积分商城的商品；kind 为种类，不写为全部；keyword 按名称与简介找；order 为次序',
    auth: 'none',
    input: z.object({
      kind: kindField.optional(),
      keyword: textField('关键词', GOODS_KEYWORD_MAX).default(''),
      order: z.enum(Object.keys(GOODS_ORDERS) as [GoodsOrder, ...GoodsOrder[]], { error: '次序无效' }).default(''),
    }),
    output: z.strictObject({ list: z.array(goodsOutput) }),
  }),
  detail: call('GET', '/integral/goods/detail', {
    summary: '一件商品',
    auth: 'none',
    open: { id: 'shown' },
    input: z.object({ id: idField }),
    output: goodsDetailOutput,
  }),
  quote: call('GET', '/integral/order/quote', {
    summary: '兑换所需积分，与不能兑换的原因（refusal，空为可以兑换）',
    open: { id: 'shown' },
    input: z.object({ id: idField, num: numField }),
    output: mallQuoteOutput,
  }),
  post_order: call('POST', '/integral/order', {
    summary: '兑换商品；total_points 为读者确认的积分，实物须有收货地址，同一 idempotency_key 只兑换一次',
    limit: { points: 30, window_s: 60 },
    owned: { address_id: 'address' },
    open: { id: 'goods' },
    input: z.object({
      id: idField,
      num: numField,
      address_id: wholeNumber('收货地址无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      remark: textField('备注', REMARK_MAX).default(''),
      total_points: wholeNumber('积分无效', 1, 1_000_000_000),
      idempotency_key: textField('请求编号', 80, 8),
    }),
    output: redemptionOutput,
  }),
  get_order: call('GET', '/integral/order', {
    summary: '我的兑换；state 为状态，不写为全部',
    input: z.object({ state: z.enum(['', ...states], { error: '状态无效' }).default(''), page: pageField, limit: limitField(10) }),
    output: ownRedemptionsOutput,
  }),
  one: call('GET', '/integral/order/detail', {
    summary: '我的一次兑换',
    owned: { id: 'redemption' },
    input: z.object({ id: idField }),
    output: redemptionOutput,
  }),
  cancel: call('POST', '/integral/order/cancel', {
    summary: '取消还没有寄出的兑换，积分原路退回',
    owned: { id: 'redemption' },
    input: z.object({ id: idField, reason: textField('原因', RETURN_REASON_MAX).default('') }),
    output: redemptionOutput,
  }),
  receive: call('POST', '/integral/order/receive', {
    summary: '确认收货',
    owned: { id: 'redemption' },
    input: z.object({ id: idField }),
    output: redemptionOutput,
  }),
  giveBack: call('POST', '/integral/order/return', {
    summary: '申请退货：寄出之后、收货 7 天之内，一次；parcel 为退回的快递公司与单号，处理之前可以再填',
    owned: { id: 'redemption' },
    input: z.object({
      id: idField,
      reason: textField('退货原因', RETURN_REASON_MAX).default(''),
      parcel: textField('退回的快递', BACK_PARCEL_MAX).default(''),
    }),
    output: redemptionOutput,
  }),
  get_address: call('GET', '/user/address', {
    summary: '我的收货地址，默认地址在前',
    output: z.strictObject({ list: z.array(addressOutput) }),
  }),
  post_address: call('POST', '/user/address', {
    summary: '新增或修改收货地址（id 为 0 时新增）；第一个地址即默认地址',
    body_only: true,
    owned: { id: 'address' },
    input: z.object({
      /** 0: a new one. */
      id: wholeNumber('编号无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      receiver: textField('收件人', RECEIVER_MAX).default(''),
      tel: textField('手机号码', 20).default(''),
      province: textField('省份', 20).default(''),
      city: textField('城市', 20).default(''),
      detail: textField('详细地址', DETAIL_MAX).default(''),
      is_default: flagField.default(false),
    }),
    output: addressOutput,
  }),
  delete_address: call('DELETE', '/user/address', {
    summary: '删除收货地址',
    owned: { id: 'address' },
    input: z.object({ id: idField }),
    output: z.null(),
  }),
  get_form: staffCall('GET', '/admin/goods', {
    summary: '后台：一件商品的设置；不写 id 为新建',
    auth: edit,
    input: z.object({ id: idField.optional() }),
    output: goodsFormOutput,
  }),
  post_form: staffCall('POST', '/admin/goods', {
    summary: '后台：新建或修改一件商品；left_num 为 -1 时不限库存，left_before 为打开时的库存',
    auth: edit,
    input: z.object({
      id: idField.optional(),
      kind: kindField,
      title: textField('商品名称', GOODS_TITLE_MAX, 1),
      about: textField('一句话说明', GOODS_ABOUT_MAX).default(''),
      content: textField('详细说明', GOODS_CONTENT_MAX).default(''),
      cover: textField('图片', 300).default(''),
      points: wholeNumber('积分为 1 至 10000000', 1, 10_000_000),
      market_price: z
        .preprocess(plainNumber, z.number({ error: MARKET_PRICE }).min(0, MARKET_PRICE).max(1_000_000, MARKET_PRICE))
        .default(0),
      left_num: wholeNumber('库存为 -1 至 10000000', -1, 10_000_000),
      left_before: wholeNumber('库存为 -1 至 10000000', -1, 10_000_000),
      per_person: wholeNumber(`每人限兑 0 至 ${NUM_MOST}`, 0, NUM_MOST).default(0),
      is_on: flagField.default(false),
      sort: wholeNumber('排序为 0 至 9999', 0, 9_999).default(0),
      definition_id: wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      vip_type: choiceField('会员类型无效', [0, ...VIP_TYPES]).default(1),
      days: wholeNumber('天数为 0 至 3650', 0, 3_650).default(0),
      max_download_pre_day: wholeNumber('每日次数为 0 至 100000', 0, 100_000).default(0),
      cards: wholeNumber('补签卡为 0 至 31', 0, 31).default(0),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  staff: staffCall('GET', '/admin/redemption', {
    summary: '后台：一次兑换；收件人与手机号只显示一部分',
    auth: { verb: 'points.see' },
    input: z.object({ id: idField }),
    output: staffRedemptionOutput,
  }),
  reveal: staffCall('POST', '/admin/redemption/reveal', {
    summary: '后台：查看收货地址与备注，记入操作记录',
    auth: ship,
    input: z.object({ id: idField, reason: staffReasonField }),
    output: revealedParcelOutput,
  }),
  ship: staffCall('POST', '/admin/redemption/ship', {
    summary: '后台：寄出；correct 为 1 时更正已寄出的快递',
    auth: ship,
    input: z.object({ id: idField, ...parcelFields, correct: flagField.default(false) }),
    output: z.null(),
  }),
  stop: staffCall('POST', '/admin/redemption/cancel', {
    summary: '后台：取消待寄出的兑换，退回积分与库存',
    auth: ship,
    input: z.object({ id: idField, reason: staffReasonField }),
    output: z.null(),
  }),
  decide: staffCall('POST', '/admin/redemption/return', {
    summary: '后台：确认收到退货（积分此时才退回，restock 为 1 时库存加回）或不同意',
    auth: ship,
    input: z.object({
      id: idField,
      accept: flagField,
      restock: flagField.default(true),
      answer: textField('答复', STAFF_REASON_MAX).default(''),
    }),
    output: z.null(),
  }),
  export: staffCall('GET', '/admin/redemption/export', {
    summary: '后台：待寄出的兑换及其地址的 CSV 文件，填好快递后可导入；记入操作记录',
    auth: ship,
    limit: { points: 20, window_s: 60 },
    answers: 'text/csv',
  }),
  import: staffCall('POST', '/admin/redemption/import', {
    summary: '后台：导入已寄出的兑换（CSV 文字：兑换单号,快递公司,快递单号），逐行处理',
    auth: ship,
    limit: { points: 20, window_s: 60 },
    input: z.object({ text: z.string({ error: '请选择文件' }).min(1, '请选择文件').max(200_000, '文件最多 20 万字，请分几次导入') }),
    output: z.strictObject({ shipped: z.int(), faults: z.array(z.strictObject({ line: z.string(), fault: z.string() })) }),
  }),
};
