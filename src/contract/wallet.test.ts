import { expect, it } from 'vitest';
import { checkWithdrawal } from './wallet.ts';

const limits = { minimum: 100, available: 500 };
const form = { amount: '120.5', method: 'alipay', name: '张三', account: '13800138000' };

it.each([
  ['all is well', {}, {}],
  ['an address as the account', { account: 'zhang@qq.com' }, {}],
  ['a card with spaces', { method: 'bank', account: '6222 0202 0000 1235' }, {}],
  ['the minimum', { amount: '100' }, {}],
  ['everything there is', { amount: '500' }, {}],
  ['no amount', { amount: ' ' }, { amount: '请输入提现金额' }],
  ['an amount in words', { amount: '一百' }, { amount: '请输入正确的金额，最多两位小数' }],
  ['a third decimal', { amount: '120.555' }, { amount: '请输入正确的金额，最多两位小数' }],
  ['an amount below zero', { amount: '-120' }, { amount: '请输入正确的金额，最多两位小数' }],
  ['a number that only computers write', { amount: '1e3' }, { amount: '请输入正确的金额，最多两位小数' }],
  ['too little', { amount: '99.99' }, { amount: '每次至少提现 ¥100' }],
  ['too much', { amount: '500.01' }, { amount: '提现金额超过可提现收益' }],
  ['no way', { method: 'cash' }, { method: '请选择收款方式' }],
  ['no name', { name: '' }, { name: '请输入收款人姓名' }],
  ['a name of digits', { name: '12345' }, { name: '请输入与账户一致的真实姓名' }],
  ['no account', { account: '' }, { account: '请输入收款账号' }],
  ['a foreign phone', { account: '+13800138000' }, { account: '请输入支付宝绑定的手机号或邮箱' }],
  ['a card with a wrong digit', { method: 'bank', account: '6222020200001236' }, { account: '请输入正确的银行卡号' }],
  ['a phone as a card', { method: 'bank' }, { account: '请输入正确的银行卡号' }],
])('checks a withdrawal: %s', (_name, change, wrong) => {
  expect(checkWithdrawal({ ...form, ...change }, limits)).toEqual(wrong);
});

it('closing an account asks for all there is, however little', () => {
  const closing = { minimum: 100, available: 30.5, closing: true };
  expect(checkWithdrawal({ ...form, amount: '30.50' }, closing)).toEqual({});
  expect(checkWithdrawal({ ...form, amount: '30' }, closing)).toEqual({ amount: '注销前请一次提现全部收益 ¥30.5' });
  expect(checkWithdrawal({ ...form, amount: '30.5' }, { ...closing, closing: false })).toEqual({ amount: '每次至少提现 ¥100' });
});
