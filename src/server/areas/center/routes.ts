import { z } from 'zod';
import { type CouponStatus, VERSION_CALL } from '#contract/center.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choiceField, idField, limitField, pageField, textField, wholeNumber } from '../../http/fields.ts';
import {
  collectedListOutput,
  followedRowOutput,
  footprintGroupOutput,
  libraryOutput,
  ownCouponsOutput,
  ownPageOutput,
  salesListOutput,
  walletLineOutput,
} from '../../http/outputs/center.ts';
import { downloadAnswerOutput } from '../../http/outputs/download.ts';
import { allKinds } from '../../modules/catalog/index.ts';
import { grantDownload } from '../../modules/downloads/index.ts';
import { collectedItems, followed, footprintGroups, forgetFootprints } from '../../modules/engagement/index.ts';
import { walletLines } from '../../modules/wallet/index.ts';
import { library } from '../../views/library.ts';
import { couponsOf, salesOfPublisher } from '../../views/own-money.ts';

/** Key of a kind; empty: all kinds. */
const kindField = z
  .string({ error: '种类无效' })
  .max(40, '种类无效')
  .refine((key) => key === '' || allKinds().some((kind) => kind.key === key), '种类无效')
  .default('');
const paging = { page: pageField, limit: limitField(10) };

/** The reader's own lists: all of them take the reader from the token and from nothing else. */
export const centerEndpoints = [
  endpoint({
    method: 'GET',
    path: '/user/library',
    summary: '我的内容：购买、兑换、会员与免费下载过的，q 按标题查找',
    tag: 'user',
    auth: 'user',
    acts: 'orders',
    input: z.object({ q: textField('关键词', 60).default(''), kind: kindField, ...paging }),
    output: libraryOutput,
    handle: (ctx, input) => library(ctx, input),
  }),
  endpoint({
    method: 'POST',
    path: VERSION_CALL,
    summary: '下载自己买到的版本或最新版本，回答与申请下载链接相同',
    tag: 'download',
    auth: 'user',
    limit: { points: 120, window_s: 60 },
    input: z.object({ id: idField, version: wholeNumber('版本无效', 1, 100_000) }),
    output: downloadAnswerOutput,
    handle: (ctx, { id, version }) => grantDownload(ctx, { item_id: id, version, once_a_day: true }),
  }),
  endpoint({
    method: 'GET',
    path: '/user/collect',
    summary: '我的收藏',
    tag: 'user',
    auth: 'user',
    input: z.object({ kind: kindField, ...paging }),
    output: collectedListOutput,
    handle: (ctx, input) => collectedItems(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: '/user/focus',
    summary: '我关注的发布者（type 2）或店铺（type 1）',
    tag: 'user',
    auth: 'user',
    input: z.object({ type: choiceField('类型应为 1 或 2', [FOCUS_SHOP, FOCUS_USER]).default(FOCUS_USER), ...paging }),
    output: ownPageOutput(followedRowOutput),
    handle: (ctx, input) => followed(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: '/footprint/index',
    summary: '历史足迹，相隔 300 秒以内的为一组',
    tag: 'user',
    auth: 'user',
    input: z.object({ page: pageField, size: limitField(10) }),
    output: z.array(footprintGroupOutput),
    handle: (ctx, { page, size }) => footprintGroups(ctx, { page, limit: size }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/footprint/index',
    summary: '清除足迹；带 type 与 rid 只清除一条',
    tag: 'user',
    auth: 'user',
    input: z.object({
      type: wholeNumber('类型无效', 1, 99).optional(),
      rid: wholeNumber('编号无效', 1, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.null(),
    handle: async (ctx, { type, rid }) => {
      await forgetFootprints(ctx, type === undefined || rid === undefined ? null : { type, rid });
      return null;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/user/balance/lines',
    summary: '余额或收益的明细',
    tag: 'user',
    auth: 'user',
    acts: 'money',
    input: z.object({ account: z.enum(['balance', 'earning'], { error: '账户无效' }).default('balance'), ...paging }),
    output: ownPageOutput(walletLineOutput),
    handle: (ctx, input) => walletLines(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: '/user/sales',
    summary: '我卖出的订单与收益',
    tag: 'user',
    auth: 'user',
    acts: 'money',
    input: z.object(paging),
    output: salesListOutput,
    handle: (ctx, input) => salesOfPublisher(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: '/user/coupon/mine',
    summary: '我的优惠券与下载券：status 0 未使用，1 已使用，2 已过期',
    tag: 'user',
    auth: 'user',
    input: z.object({ status: choiceField('状态无效', [0, 1, 2]).default(0), ...paging }),
    output: ownCouponsOutput,
    handle: (ctx, { status, page, limit }) => couponsOf(ctx, { status: status as CouponStatus, page, limit }),
  }),
];
