import { unionCalls } from '#contract/union/calls.ts';
import { UNION_ANSWERS, UNION_SUCCESS_TYPE, UNION_VIP_ID } from '#contract/union.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
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

const when = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

export const unionEndpoints: Endpoint[] = [
  serve(unionCalls.list, async (ctx) => ({ list: await unionVips(ctx) })),
  serve(unionCalls.answer, async () => ({ list: [...UNION_ANSWERS] })),
  serve(unionCalls.detail, async (ctx, { id }) => {
    const found = await unionVipById(ctx, id);
    if (!found) throw notFound('没有这个联合会员');
    return found;
  }),
  serve(unionCalls.type, async (ctx) => ({ type: UNION_SUCCESS_TYPE, vip_id: UNION_VIP_ID, partners: await unionPartners(ctx) })),
  serve(unionCalls.order, async (ctx, { union_id, balance, cache, idempotency_key }) => {
    const order = await placeOrder(ctx, unionSubject, {
      ...{ subject_id: union_id, use_balance: balance, coupon_id: 0, reuse_open: cache },
      ...(idempotency_key ? { idempotency_key } : {}),
    });
    return { ...order, for_life: await unionForLife(ctx, union_id) };
  }),
  serve(unionCalls.get_form, (ctx, { id }) => unionForm(ctx, id)),
  serve(unionCalls.post_form, async (ctx, { id, ...form }) => ({ id: await saveUnion(ctx, { ...form, id: id ?? 0 }) })),
  serve(unionCalls.statement, async (ctx, { month, partner }) => {
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
  }),
];
