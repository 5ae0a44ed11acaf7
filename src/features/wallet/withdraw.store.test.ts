import { expect, it } from 'vitest';
import { arrivesText, createWithdraw } from './withdraw.store.ts';

const year = { income: 0, withheld: 0, months: 0, has_month: false };
const rule = { cost_percent: 20, free_month: 0, brackets: [{ up_to: null, percent: 10 }] };

it.each([
  ['taxes are none of the site’s', null, '不收手续费，实际到账 ¥4000。'],
  ['it is only reported', { ...year, rule: null }, '不收手续费，不代扣税款，实际到账 ¥4000。提现收入按规定报送税务机关，由您自行申报。'],
  ['a tax is withheld', { ...year, rule }, '代扣个人所得税 ¥320，实际到账 ¥3680。按今年累计提现计算。'],
])('says what arrives of an amount where %s', (_where, tax, text) => {
  expect(arrivesText({ tax }, 4_000)).toBe(text);
});

it('begins with whom the last one was paid to, of whom only a part is shown, and with nobody by another way', () => {
  const last = { method: 'bank', name: '张**', account: '6222****2233' } as const;
  const { $state, actions } = createWithdraw({ minimum: 100, available: 500, tax: null, last });
  expect($state.get().values).toEqual({ amount: '', ...last });
  for (const field of ['name', 'account'] as const) actions.check(field);
  expect($state.get().errors).toEqual({});
  actions.setMethod('alipay');
  expect($state.get().values).toEqual({ amount: '', method: 'alipay', name: '', account: '' });
  actions.setMethod('bank');
  expect($state.get().values).toMatchObject(last);
  actions.set('account', '62');
  actions.check('name');
  expect($state.get().errors.name).toBe('请输入与账户一致的真实姓名');
});
