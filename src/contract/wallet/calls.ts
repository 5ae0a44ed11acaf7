import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { choiceField, flagField, idField, limitField, pageField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import { orderOutput } from '#contract/outputs/order.ts';
import {
  poolStatementOutput,
  taxYearOutput,
  walletMoneyOutput,
  walletStatementOutput,
  withdrawalRowOutput,
  withdrawalsOutput,
} from '#contract/outputs/wallet.ts';
import { COIN_PAY_TYPE, COIN_PLATFORM, COIN_TEXTS, EARNING_WAYS, LINE_ACCOUNTS, LINE_WAYS } from '#contract/wallet.ts';

const call = callsOf('wallet');
const keyField = textField('请求编号', 80);
const yearField = wholeNumber('年份无效', 2020, 2099);
const filterFields = {
  account: z.enum(LINE_ACCOUNTS, { error: '账户无效' }).default('balance'),
  month: z
    .string({ error: '月份无效' })
    .regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, '月份应写作 2026-01')
    .default(''),
  way: z.enum(LINE_WAYS, { error: '收支类型无效' }).default('all'),
};

export const walletCalls = {
  balance_money: call('GET', '/user/balance/money', {
    summary: '我的余额、猫币与收益；money_list 为可充值的面额，money 为猫币余额',
    acts: 'money',
    output: walletMoneyOutput,
  }),
  user_money: call('POST', '/api/user/money', {
    summary: '充值猫币：id 为面额，回答订单与付款二维码；cache 为 0 时换一个二维码；充值不使用优惠券与余额，coupon_id 与 openid 不起作用',
    limit: { points: 60, window_s: 60 },
    owned: { coupon_id: 'coupon' },
    open: { id: 'shown' },
    input: z.object({
      id: wholeNumber(COIN_TEXTS.choose, 1, 10_000),
      pay_type: choiceField('支付方式无效', [COIN_PAY_TYPE]).default(COIN_PAY_TYPE),
      plat_form: choiceField('平台无效', [COIN_PLATFORM]).default(COIN_PLATFORM),
      coupon_id: wholeNumber('优惠券无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      openid: textField('openid', 128).default(''),
      cache: flagField.default(true),
      idempotency_key: keyField.default(''),
    }),
    output: orderOutput,
  }),
  balance_top_up: call('POST', '/user/balance/topup', {
    summary: '充值余额：id 为金额（元）；cache 为 0 时换一个二维码',
    limit: { points: 60, window_s: 60 },
    open: { id: 'shown' },
    input: z.object({
      id: wholeNumber(COIN_TEXTS.choose, 1, 10_000),
      cache: flagField.default(true),
      idempotency_key: keyField.default(''),
    }),
    output: orderOutput,
  }),
  statement: call('GET', '/user/balance/statement', {
    summary: '余额、收益或猫币的明细，每行带之后的余额；before 为上一页最后一行的编号',
    acts: 'money',
    input: z.object({ ...filterFields, before: wholeNumber('翻页位置无效', 0, Number.MAX_SAFE_INTEGER).default(0), limit: limitField(20) }),
    output: walletStatementOutput,
  }),
  pool: call('GET', '/user/balance/pool', {
    summary: '会员分成：每月的会员读者与金额',
    acts: 'money',
    input: z.object({ page: pageField, limit: limitField(12) }),
    output: poolStatementOutput,
  }),
  csv: call('GET', '/user/balance/csv', {
    summary: '明细的 CSV 文件，最多 50000 行',
    acts: 'money',
    limit: { points: 20, window_s: 60 },
    input: z.object(filterFields),
    answers: 'text/csv',
  }),
  get_withdrawals: call('GET', '/user/withdrawal', {
    summary: '我的提现：可提现的收益、最低金额与每笔申请；收款人与账号只显示一部分',
    acts: 'money',
    input: z.object({ page: pageField, limit: limitField(10) }),
    output: withdrawalsOutput,
  }),
  post_withdrawals: call('POST', '/user/withdrawal', {
    summary:
      '申请提现；amount 单位为元，同一 idempotency_key 只申请一次；method 为 balance 时立即转入余额；closing 为 1 时（注销前）不受最低金额限制，须一次提完',
    body_only: true,
    limit: { points: 20, window_s: 60 },
    input: z.object({
      /** Yuan, two decimals at most. */
      amount: z.preprocess(
        plainNumber,
        z
          .number({ error: '请输入正确的金额，最多两位小数' })
          .min(0, '请输入正确的金额，最多两位小数')
          .max(10_000_000, '金额最多 1000 万元'),
      ),
      method: z.enum(EARNING_WAYS, { error: '请选择收款方式' }),
      name: textField('收款人姓名', 40),
      account: textField('收款账号', 130),
      /** As it was shown. */
      tax: z.number({ error: '税额无效' }).min(0).default(0),
      /** Same key, same request. */
      idempotency_key: textField('请求编号', 80, 8),
      /** To close the account: all there is, however little. */
      closing: flagField.default(false),
    }),
    output: withdrawalRowOutput,
  }),
  tax_year: call('GET', '/user/withdrawal/year', {
    summary: '我的年度提现与代扣个税对账单',
    acts: 'money',
    input: z.object({ year: yearField }),
    output: taxYearOutput,
  }),
  tax_year_pdf: call('GET', '/user/withdrawal/year/pdf', {
    summary: '年度提现与代扣个税对账单（PDF）',
    acts: 'money',
    limit: { points: 20, window_s: 60 },
    input: z.object({ year: yearField }),
    answers: 'application/pdf',
  }),
  cancel: call('POST', '/user/withdrawal/cancel', {
    summary: '撤回还在审核的提现，金额退回收益',
    owned: { id: 'withdrawal' },
    input: z.object({ id: idField }),
    output: withdrawalRowOutput,
  }),
};
