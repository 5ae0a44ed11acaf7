import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { WALLET_ACCOUNTS } from '#contract/center.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { choiceField, idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import {
  collectedListOutput,
  followedRowOutput,
  footprintGroupOutput,
  libraryChangesOutput,
  libraryOutput,
  ownCouponsOutput,
  ownPageOutput,
  salesListOutput,
  sellerDayOutput,
  walletLineOutput,
} from '#contract/outputs/center.ts';
import { downloadAnswerOutput } from '#contract/outputs/download.ts';

const call = callsOf('user');
const downloadCall = callsOf('download');

/** Key of a kind; empty: all kinds. */
const kindFieldOf = (...more: string[]) =>
  z
    .string({ error: '种类无效' })
    .max(40, '种类无效')
    .refine((key) => key === '' || more.includes(key) || Object.values<KindFacts>(KINDS).some((kind) => kind.key === key), '种类无效')
    .default('');
const kindField = kindFieldOf();
const libraryKindField = kindFieldOf('company');
const paging = { page: pageField, limit: limitField(10) };

export const centerCalls = {
  library: call('GET', '/user/library', {
    summary: '我的内容：购买、兑换、会员与免费下载过的，q 按标题查找',
    acts: 'orders',
    input: z.object({ q: textField('关键词', 60).default(''), kind: libraryKindField, ...paging }),
    output: libraryOutput,
  }),
  version: downloadCall('POST', '/user/library/version', {
    summary: '下载自己买到的版本或最新版本，回答与申请下载链接相同',
    limit: { points: 120, window_s: 60 },
    owned: { id: 'work' },
    input: z.object({ id: idField, version: wholeNumber('版本无效', 1, 100_000) }),
    output: downloadAnswerOutput,
  }),
  changes: call('GET', '/user/library/changes', {
    summary: '自己买到的版本与最新版本的不同',
    limit: { points: 60, window_s: 60 },
    owned: { id: 'work' },
    input: z.object({ id: idField }),
    output: libraryChangesOutput,
  }),
  collect: call('GET', '/user/collect', {
    summary: '我的收藏',
    input: z.object({ kind: kindField, ...paging }),
    output: collectedListOutput,
  }),
  focus: call('GET', '/user/focus', {
    summary: '我关注的发布者（type 2）或店铺（type 1）',
    input: z.object({ type: choiceField('类型应为 1 或 2', [FOCUS_SHOP, FOCUS_USER]).default(FOCUS_USER), ...paging }),
    output: ownPageOutput(followedRowOutput),
  }),
  get_index: call('GET', '/footprint/index', {
    summary: '历史足迹，相隔 300 秒以内的为一组',
    input: z.object({ page: pageField, size: limitField(10) }),
    output: z.array(footprintGroupOutput),
  }),
  delete_index: call('DELETE', '/footprint/index', {
    summary: '清除足迹；带 type 与 rid 只清除一条',
    open: { rid: 'work' },
    input: z.object({
      type: wholeNumber('类型无效', 1, 99).optional(),
      rid: wholeNumber('编号无效', 1, Number.MAX_SAFE_INTEGER).optional(),
    }),
    output: z.null(),
  }),
  lines: call('GET', '/user/balance/lines', {
    summary: '余额、收益或投标保证金的明细',
    acts: 'money',
    input: z.object({ account: z.enum(WALLET_ACCOUNTS, { error: '账户无效' }).default('balance'), ...paging }),
    output: ownPageOutput(walletLineOutput),
  }),
  sales: call('GET', '/user/sales', {
    summary: '我卖出的订单与收益',
    acts: 'money',
    input: z.object(paging),
    output: salesListOutput,
  }),
  sales_day: call('GET', '/user/sales/day', {
    summary: '发布者的今天：今日浏览与成交，本周收益（周一起，退款后），可提现与待结算；没有作品也没有成交时为 null',
    acts: 'money',
    output: sellerDayOutput.nullable(),
  }),
  mine: call('GET', '/user/coupon/mine', {
    summary: '我的优惠券与下载券：status 0 未使用，1 已使用，2 已过期',
    input: z.object({ status: choiceField('状态无效', [0, 1, 2]).default(0), ...paging }),
    output: ownCouponsOutput,
  }),
};
