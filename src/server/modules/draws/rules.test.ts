import { expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { type DrawingOrder, mayDraw } from './rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 1, hour));
const round = { created_at: at(8), ends_at: at(20), state: 'open' };
const vip_type = KINDS.scheme.sale.vip_type;
const order = (change: Partial<DrawingOrder> = {}): DrawingOrder => ({
  ...{ subject: 'membership', snapshot: { terms: { vip_type } }, paid_at: at(9), pay_fen: 4_900, balance_fen: 0 },
  ...{ refunded_pay_fen: 0, refunded_balance_fen: 0 },
  ...change,
});

it.each([
  ['a membership that was paid for meanwhile', order(), round, at(10), true],
  ['one that was paid for as the round began', order({ paid_at: at(8) }), round, at(10), true],
  ['one whose kind is written as a text', order({ snapshot: { terms: { vip_type: String(vip_type) } } }), round, at(10), true],
  ['one from before', order({ paid_at: new Date(at(8).getTime() - 1) }), round, at(10), false],
  ['one that was not paid for', order({ paid_at: null }), round, at(10), false],
  ['a membership of another kind', order({ snapshot: { terms: { vip_type: vip_type + 1 } } }), round, at(10), false],
  ['a membership without terms', order({ snapshot: {} }), round, at(10), false],
  ['an item', order({ subject: 'item' }), round, at(10), false],
  ['a round that was closed', order(), { ...round, state: 'closed' }, at(10), false],
  ['M3 one that a coupon paid whole', order({ pay_fen: 0 }), round, at(10), false],
  ['M3 one that went back whole by parts', order({ refunded_pay_fen: 4_900 }), round, at(10), false],
  ['M3 one that the balance paid', order({ pay_fen: 0, balance_fen: 4_900 }), round, at(10), true],
  ['the last moment', order(), round, new Date(at(20).getTime() - 1), true],
  ['the end', order(), round, at(20), false],
])('%s draws or does not', (_what, of, during, now, may) => expect(mayDraw(of, during, now)).toBe(may));
