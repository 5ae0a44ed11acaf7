import { describe, expect, it } from 'vitest';
import type { BillLine } from '../../providers/payment/port.ts';
import { compareOrders, compareTheirs, missingThere } from './rules.ts';

const paid: BillLine = { kind: 'payment', payment_no: 'P1', trade_no: 'T1', refund_no: '', amount_fen: 100 };
const back: BillLine = { kind: 'refund', payment_no: 'P1', trade_no: 'T1', refund_no: 'R1', amount_fen: 40 };
const payment = { payment_no: 'P1', trade_no: 'T1', amount_fen: 100, arrived: true };
const refund = { refund_no: 'R1', payment_no: 'P1', amount_fen: 40 };

describe('compareTheirs', () => {
  it.each<[string, BillLine[], object, object[]]>([
    ['agrees', [paid, back], { payments: [payment], refunds: [refund] }, []],
    [
      'a payment that we do not know',
      [paid],
      { payments: [], refunds: [] },
      [{ kind: 'payment_missing_here', subject: 'P1', ours_fen: null, theirs_fen: 100 }],
    ],
    ['a payment that waits here', [paid], { payments: [{ ...payment, arrived: false }], refunds: [] }, [{ kind: 'payment_missing_here' }]],
    [
      'another amount',
      [paid],
      { payments: [{ ...payment, amount_fen: 99 }], refunds: [] },
      [{ kind: 'payment_amount', ours_fen: 99, theirs_fen: 100 }],
    ],
    [
      'money twice under one number',
      [paid, { ...paid, trade_no: 'T2' }],
      { payments: [payment], refunds: [] },
      [{ kind: 'payment_trade', subject: 'P1' }],
    ],
    [
      'a refund that we do not know',
      [back],
      { payments: [payment], refunds: [] },
      [{ kind: 'refund_missing_here', subject: 'R1', theirs_fen: 40 }],
    ],
    [
      'another refund amount',
      [back],
      { payments: [], refunds: [{ ...refund, amount_fen: 41 }] },
      [{ kind: 'refund_amount', ours_fen: 41 }],
    ],
  ])('%s', (_name, bill, ours, differences) => {
    expect(compareTheirs(bill, ours as Parameters<typeof compareTheirs>[1])).toMatchObject(differences);
    expect(compareTheirs(bill, ours as Parameters<typeof compareTheirs>[1])).toHaveLength(differences.length);
  });
});

it('finds what the bill does not have', async () => {
  expect(await missingThere([paid], { payments: [payment], refunds: [refund] })).toEqual({ payments: [], refunds: [refund] });
  expect(await missingThere([back], { payments: [payment], refunds: [refund] })).toEqual({ payments: [payment], refunds: [] });
});

it('compares orders with their payments and with the ledger', () => {
  const order = { orderid: '1', paid_key: 'pay:P1', price_fen: 100, pay_fen: 100, paid_fen: 100 };
  expect(compareOrders([order], new Set(['pay:P1']))).toEqual([]);
  expect(compareOrders([{ ...order, paid_fen: 0 }], new Set())).toMatchObject([
    { kind: 'order', ours_fen: 100, theirs_fen: 0 },
    { kind: 'unbooked' },
  ]);
});

it('M1 an order of ¥0 needs no transfer in the ledger, one that a coupon or the balance paid does', () => {
  const order = { orderid: '1', paid_key: 'order:1', price_fen: 0, pay_fen: 0, paid_fen: 0 };
  expect(compareOrders([order], new Set())).toEqual([]);
  expect(compareOrders([{ ...order, price_fen: 100 }], new Set())).toMatchObject([{ kind: 'unbooked' }]);
});
