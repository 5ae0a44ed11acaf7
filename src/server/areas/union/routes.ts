import { z } from 'zod';
import { VIP_TYPES } from '#contract/membership.ts';
import { UNION_ANSWERS, UNION_CALLS, UNION_PARTS_MOST, UNION_PRICE_MAX, UNION_SUCCESS_TYPE, UNION_VIP_ID } from '#contract/union.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { choiceField, flagField, idField, noInput, plainNumber, textField, wholeNumber } from '../../http/fields.ts';
import { unionFormOutput, unionOrderOutput, unionVipOutput } from '../../http/outputs/active.ts';
import { notFound } from '../../kernel/errors.ts';
import { csvPieces } from '../../modules/console/index.ts';
import { placeOrder } from '../../modules/orders/index.ts';
import {
  saveUnion,
  unionForLife,
  unionForm,
  unionPartners,
  unionStatement,
  unionSubject,
  unionVipById,
  unionVips,
} from '../../modules/union/index.ts';

const TAG = 'union';
const auth = { verb: 'campaign.edit' } as const;
const pathField = (label: string) => textField(label, 300).default('');
const YUAN = `金额为 0 至 ${UNION_PRICE_MAX} 元`;
const SHARE = '占比为 0 至 100';
const yuanField = z.preprocess(plainNumber, z.number({ error: YUAN }).min(0, YUAN).max(UNION_PRICE_MAX, YUAN));
const keyField = z.string({ error: '请求编号无效' }).regex(/^[\w-]{8,64}$/, '请求编号无效');
const partField = z.object({
  sort: z.enum(['plan', 'partner'], { error: '权益种类无效' }),
  title: textField('权益名称', 40),
  share: z.preprocess(plainNumber, z.number({ error: SHARE }).min(0, SHARE).max(100, SHARE)),
  vip_type: choiceField('会员类型无效', [0, ...VIP_TYPES]).default(0),
  days: wholeNumber('天数为 0 至 36500', 0, 36_500).default(0),
  max_download_pre_day: wholeNumber('每日次数为 0 至 100000', 0, 100_000).default(0),
  partner: textField('合作方', 40).default(''),
  product: textField('产品', 60).default(''),
  months: wholeNumber('月数为 0 至 60', 0, 60).default(0),
});

const when = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const unionEndpoints: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: UNION_CALLS.list,
    summary: '联合会员：在售的组合',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(unionVipOutput) }),
    handle: async (ctx) => ({ list: await unionVips(ctx) }),
  }),
  endpoint({
    method: 'GET',
    path: UNION_CALLS.answer,
    summary: '联合会员：常见问题',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(z.strictObject({ title: z.string(), content: z.string() })) }),
    handle: async () => ({ list: [...UNION_ANSWERS] }),
  }),
  endpoint({
    method: 'GET',
    path: UNION_CALLS.detail,
    summary: '联合会员：一个组合',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField }),
    output: unionVipOutput,
    handle: async (ctx, { id }) => {
      const found = await unionVipById(ctx, id);
      if (!found) throw notFound('没有这个联合会员');
      return found;
    },
  }),
  endpoint({
    method: 'GET',
    path: UNION_CALLS.type,
    summary: '联合会员：会员编号 99、成功类型 7 与合作方',
    tag: TAG,
    auth: 'none',
    input: noInput,
    output: z.strictObject({ type: z.int(), vip_id: z.int(), partners: z.array(z.string()) }),
    handle: async (ctx) => ({ type: UNION_SUCCESS_TYPE, vip_id: UNION_VIP_ID, partners: await unionPartners(ctx) }),
  }),
  endpoint({
    method: 'POST',
    path: UNION_CALLS.order,
    summary: '联合会员：下单，返回支付二维码；balance 为 1 时先用余额；for_life 为您已终身拥有、不再增加时长的权益',
    tag: TAG,
    auth: 'user',
    limit: { points: 60, window_s: 60 },
    input: z.object({
      union_id: idField,
      balance: flagField.default(false),
      cache: flagField.default(false),
      idempotency_key: keyField.optional(),
    }),
    output: unionOrderOutput,
    handle: async (ctx, { union_id, balance, cache, idempotency_key }) => {
      const order = await placeOrder(ctx, unionSubject, {
        ...{ subject_id: union_id, use_balance: balance, coupon_id: 0, reuse_open: cache },
        ...(idempotency_key ? { idempotency_key } : {}),
      });
      return { ...order, for_life: await unionForLife(ctx, union_id) };
    },
  }),
  endpoint({
    method: 'GET',
    path: UNION_CALLS.form,
    summary: '后台：联合会员的设置',
    tag: 'admin',
    auth,
    input: z.object({ id: idField }),
    output: unionFormOutput,
    handle: (ctx, { id }) => unionForm(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: UNION_CALLS.form,
    summary: '后台：新建或修改联合会员；各项权益的 share 之和为 100',
    tag: 'admin',
    auth,
    input: z.object({
      id: idField.optional(),
      title: textField('名称', 40, 1),
      summary: textField('说明', 200).default(''),
      img: pathField('图片'),
      bottom_img: pathField('底部图片'),
      price: yuanField,
      org_price: yuanField,
      protocol_url: pathField('协议地址'),
      protocol_title: textField('协议名称', 40).default(''),
      sort: wholeNumber('排序为 0 至 9999', 0, 9_999).default(0),
      is_on: flagField.default(true),
      parts: z.array(partField, { error: '权益应为列表' }).max(UNION_PARTS_MOST, `最多 ${UNION_PARTS_MOST} 项权益`),
    }),
    output: z.strictObject({ id: z.int() }),
    handle: async (ctx, { id, ...form }) => ({ id: await saveUnion(ctx, { ...form, id: id ?? 0 }) }),
  }),
  endpoint({
    method: 'GET',
    path: UNION_CALLS.statement,
    summary: '后台：合作方月度对账单（CSV），金额以元计，收回的为负',
    tag: 'admin',
    auth,
    input: z.object({
      month: z.string({ error: '月份无效' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份无效'),
      partner: textField('合作方', 40).default(''),
    }),
    answers: 'text/csv',
    handle: async (ctx, { month, partner }) => {
      const lines = await unionStatement(ctx, { month, partner });
      const head = ['请求编号', '合作方编号', '合作方', '产品', '月数', '手机号', '类型', '时间', '金额'];
      async function* rows() {
        yield head;
        let sum = 0;
        for (const line of lines) {
          sum += line.amount_fen;
          yield [
            ...[line.request_no, line.partner_no, line.partner, line.product, line.months, line.masked_phone],
            ...[line.what === 'granted' ? '发放' : '收回', when(line.at), line.amount_fen / 100],
          ];
        }
        yield ['合计', '', '', '', '', '', '', '', sum / 100];
      }
      return csvAnswer(`联合会员对账单-${month}.csv`, csvPieces(rows()));
    },
  }),
];
