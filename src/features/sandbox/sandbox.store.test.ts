import { expect, it } from 'vitest';
import { paymentNumberOf } from './sandbox.store.ts';

it.each([
  ['http://127.0.0.1:4321/sandbox?pay=P2026112100001', 'P2026112100001'],
  ['https://cemao.example/sandbox?x=1&pay=P1#top', 'P1'],
  ['  P2026112100001 ', 'P2026112100001'],
  ['', ''],
])('reads the payment out of %j', (text, payment_no) => {
  expect(paymentNumberOf(text)).toBe(payment_no);
});
