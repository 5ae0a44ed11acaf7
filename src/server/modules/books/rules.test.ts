import { describe, expect, it } from 'vitest';
import { type Flow, feesOf, judgeClosing, type Names, NONE, sectionsOf } from './rules.ts';

const names: Names = { reason: (reason) => reason, channel: (channel) => channel, subject: (subject) => subject };
const flow = (account: Flow['account'], reason: string, amount: number, more: Partial<Flow> = {}): Flow => ({
  ...{ account, reason, amount, channel: '', subject: '' },
  ...more,
});
const sale = (amount: number, channel: string, subject: string) => [
  flow('gateway', 'sale', -amount, { channel, subject }),
  flow('earning', 'sale', amount * 0.8, { subject }),
  flow('platform', 'sale', amount * 0.2, { subject }),
];

describe('M21 judgeClosing', () => {
  const fine = { ended: true, next: true, missing: 0, differences: 0, unlike: 0 };
  it.each([
    ['all agrees', {}, '', false],
    ['it is running', { ended: false }, '这个月还没有结束', false],
    ['an older one is open', { next: false }, '月份须逐月结账，请先结更早的月份', false],
    ['a day has no bill', { missing: 1 }, '', true],
    ['a difference is open', { differences: 1 }, '', true],
    ['an amount differs', { unlike: 1 }, '', true],
  ])('%s', (_name, of, why_not, words) => expect(judgeClosing({ ...fine, ...of })).toEqual({ why_not, words }));
});

describe('M21 feesOf', () => {
  const flows = [
    ...sale(10_000, 'wechat', 'item'),
    ...sale(20_000, 'alipay', 'item'),
    flow('gateway', 'refund', 5_000, { channel: 'wechat' }),
  ];
  const bill = (fees: Record<string, number> | null, lines = 2) => ({ lines, fees });
  it.each([
    ['bills that say it', [bill({ wechat: 30, alipay: 60 }), bill({ wechat: 10 }), bill(null, 0)], 60, [40, false], [60, false]],
    ['one that does not', [bill({ wechat: 30 }), bill(null)], 60, [30, true], [120, true]],
    ['none', [], 38, [19, true], [76, true]],
  ] as const)('%s', (_name, runs, rate, wechat, alipay) => {
    expect(feesOf(flows, runs, rate)).toEqual([
      { channel: 'wechat', fen: wechat[0], estimated: wechat[1] },
      { channel: 'alipay', fen: alipay[0], estimated: alipay[1] },
    ]);
  });
});

it('M21 every figure is the sum of the lines that its query names, whatever moved', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  const reasons = ['sale', 'order_refunded', 'refund', 'withdrawal', 'withdrawal_paid', 'paid_twice', 'contact_settle', 'gift'];
  const accounts = [
    'gateway',
    'held',
    'balance',
    'earning',
    'platform',
    'coupon_cost',
    'refund_due',
    'withdrawing',
    'coin_source',
  ] as const;
  for (let round = 0; round < 200; round++) {
    const flows = Array.from({ length: 1 + random(40) }, () =>
      flow(accounts[random(accounts.length)] ?? 'gateway', reasons[random(reasons.length)] ?? 'sale', random(20_000) - 10_000, {
        channel: ['', 'wechat', 'alipay'][random(3)] ?? '',
        subject: ['', 'item', 'membership'][random(3)] ?? '',
      }),
    );
    const sections = sectionsOf(flows, [], { fees: [], returnable_fen: 0, returnable_days: 7 }, names);
    for (const { fen, query } of sections.slice(0, 5).flatMap(({ figures }) => figures)) {
      if (!query) continue;
      const { account, reason, channel, subject } = query;
      const lines = flows.filter(
        (one) =>
          one.account === account &&
          one.reason === reason &&
          (!channel || (one.channel || NONE) === channel) &&
          (!subject || (one.subject || NONE) === subject),
      );
      const per = account === 'coin_source' ? 100 : 1;
      expect(Math.abs(fen)).toBe(Math.abs(lines.reduce((sum, { amount }) => sum + amount, 0)) * per);
    }
  }
});

it('M21 what buyers may still take back is never more than what is owed', () => {
  const owed = [{ purpose: 'earning', unit: 'fen', opening: 0, plus: 500, minus: 0, closing: 500 }] as const;
  for (const [returnable_fen, held] of [
    [0, 0],
    [200, 200],
    [900, 500],
  ]) {
    const shown = sectionsOf([], owed, { fees: [], returnable_fen: returnable_fen ?? 0, returnable_days: 7 }, names).flatMap(
      ({ figures }) => figures,
    );
    expect(shown.find(({ title }) => title === '其中买家仍可退款')?.fen).toBe(held);
    expect(shown.find(({ title }) => title === '其中可以提现')?.fen).toBe(500 - (held ?? 0));
  }
});
