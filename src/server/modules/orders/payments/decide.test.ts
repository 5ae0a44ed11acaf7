import { describe, expect, it } from 'vitest';
import type { OrderStatus } from '#contract/order.ts';
import type { PaymentFacts } from '../../../providers/payment/port.ts';
import type { PaymentStatus } from '../rules.ts';
import { type Decision, decide, decideWithoutOrder, type Effect, ON_TIME, type SettleState } from './decide.ts';

const provider = { told_by: 'sandbox', name: 'sandbox', merchant_id: 'M', app_id: 'A' };
const facts = (status: string = 'paid', change: object = {}): PaymentFacts =>
  ({
    payment_no: 'P1',
    merchant_id: 'M',
    app_id: 'A',
    amount_fen: 100,
    currency: 'CNY',
    channel: 'wechat',
    trade_no: 'T',
    status,
    ...change,
  }) as PaymentFacts;
const paymentIn = (status: PaymentStatus) => ({ payment_no: 'P1', provider: 'sandbox', amount_fen: 100, currency: 'CNY', status });
const orderIn = (status: OrderStatus, close_reason = '') => ({ status, close_reason });

const pay = (from: OrderStatus, payment: PaymentStatus): Effect => ({
  do: 'fulfil',
  order: { from, to: 2 },
  payment: { from: payment, to: 'paid' },
});
const refund = (from: PaymentStatus, reason: 'paid_twice' | 'paid_late' | 'owned_already'): Effect => ({
  do: 'refund',
  payment: { from, to: 'refunding' },
  reason,
});
const close = (reason: 'declined' | 'expired' | 'superseded'): Effect => ({ do: 'close', order: { from: 1, to: 3 }, reason });

interface Case {
  order: OrderStatus;
  because?: string;
  payment: PaymentStatus;
  says: string;
  state?: Partial<SettleState>;
  answer: Pick<Decision, 'outcome' | 'effects'>;
}

const CASES: Record<string, Case> = {
  'paid in time': { order: 1, payment: 'waiting', says: 'paid', answer: { outcome: 'settled', effects: [pay(1, 'waiting')] } },
  'paid in time, but the buyer has it another way': {
    order: 1,
    payment: 'waiting',
    says: 'paid',
    state: { owned: true },
    answer: { outcome: 'refunding', effects: [refund('waiting', 'owned_already'), close('superseded')] },
  },
  'told again': { order: 2, payment: 'paid', says: 'paid', answer: { outcome: 'seen', effects: [] } },
  'told again while it goes back': { order: 3, payment: 'refunding', says: 'paid', answer: { outcome: 'seen', effects: [] } },
  'told again after it went back': { order: 3, payment: 'refunded', says: 'paid', answer: { outcome: 'seen', effects: [] } },
  'paid late and wanted still': {
    order: 3,
    because: 'expired',
    payment: 'closed',
    says: 'paid',
    state: { can_fulfil_late: true },
    answer: { outcome: 'settled', effects: [{ do: 'hold' }, pay(3, 'closed')] },
  },
  'paid late and wanted still, a newer order gives way first': {
    order: 3,
    because: 'recreated',
    payment: 'closed',
    says: 'paid',
    state: { can_fulfil_late: true, has_newer: true },
    answer: { outcome: 'settled', effects: [{ do: 'close_newer', reason: 'superseded' }, { do: 'hold' }, pay(3, 'closed')] },
  },
  'paid late and not to be had any more': {
    order: 3,
    because: 'cancelled',
    payment: 'closed',
    says: 'paid',
    state: { has_newer: true },
    answer: { outcome: 'refunding', effects: [refund('closed', 'paid_late')] },
  },
  'paid after a refund by staff': {
    order: 3,
    because: 'refunded',
    payment: 'closed',
    says: 'paid',
    state: { can_fulfil_late: true },
    answer: { outcome: 'refunding', effects: [refund('closed', 'paid_late')] },
  },
  'a second payment of a paid order': {
    order: 2,
    payment: 'closed',
    says: 'paid',
    state: { can_fulfil_late: true },
    answer: { outcome: 'refunding', effects: [refund('closed', 'paid_twice')] },
  },
  'nobody paid yet': { order: 1, payment: 'waiting', says: 'waiting', answer: { outcome: 'waiting', effects: [] } },
  declined: {
    order: 1,
    payment: 'waiting',
    says: 'failed',
    answer: { outcome: 'closed', effects: [close('declined'), { do: 'confirm_closed' }] },
  },
  'closed there': {
    order: 1,
    payment: 'waiting',
    says: 'closed',
    answer: { outcome: 'closed', effects: [close('expired'), { do: 'confirm_closed' }] },
  },
  'closed there after we closed it': {
    order: 3,
    because: 'expired',
    payment: 'closed',
    says: 'closed',
    answer: { outcome: 'closed', effects: [{ do: 'confirm_closed' }] },
  },
  'an old word about money that arrived': { order: 2, payment: 'paid', says: 'failed', answer: { outcome: 'closed', effects: [] } },
};

describe('ST-1 decide', () => {
  it.each(Object.entries(CASES))('%s', (_name, { order, because = '', payment, says, state, answer }) => {
    const decision = decide(orderIn(order, because), paymentIn(payment), facts(says), { provider, ...ON_TIME, ...state });
    expect(decision).toEqual(answer);
  });

  it.each<[string, object]>([
    ['merchant_id', { merchant_id: 'other' }],
    ['app_id', { app_id: 'other' }],
    ['payment_no', { payment_no: 'P2' }],
    ['amount_fen', { amount_fen: 99 }],
    ['currency', { currency: 'USD' }],
    ['status', { status: 'PAID' }],
  ])('refuses another %s, with and without the order', (reason, change) => {
    const told = facts('paid', change);
    const refused = { outcome: 'refused', reason, effects: [] };
    expect(decideWithoutOrder(paymentIn('waiting'), told, provider)).toEqual(refused);
    expect(decide(orderIn(1), paymentIn('waiting'), told, { provider, ...ON_TIME })).toEqual(refused);
  });

  it.each([{ told_by: 'other' }, { name: 'other' }])('refuses the word of another provider: %o', (change) => {
    expect(decideWithoutOrder(paymentIn('waiting'), facts(), { ...provider, ...change })).toMatchObject({
      outcome: 'refused',
      reason: 'provider',
    });
  });

  it('moves nothing that has not the status it moves from, in any case there is', () => {
    const statuses: OrderStatus[] = [1, 2, 3];
    const payments: PaymentStatus[] = ['waiting', 'paid', 'closed', 'refunding', 'refunded'];
    const flags = [true, false];
    for (const order of statuses)
      for (const payment of payments)
        for (const says of ['paid', 'waiting', 'failed', 'closed'])
          for (const owned of flags)
            for (const can_fulfil_late of flags)
              for (const has_newer of flags) {
                const { effects } = decide(orderIn(order), paymentIn(payment), facts(says), {
                  provider,
                  owned,
                  can_fulfil_late,
                  has_newer,
                });
                for (const effect of effects) {
                  if ('order' in effect) expect(effect.order.from).toBe(order);
                  if ('payment' in effect) expect(effect.payment.from).toBe(payment);
                }
                // money is taken or goes back, never both
                expect(effects.filter((effect) => effect.do === 'fulfil' || effect.do === 'refund').length).toBeLessThanOrEqual(1);
              }
  });
});
