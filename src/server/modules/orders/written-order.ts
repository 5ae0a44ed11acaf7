import { ORDER_WAITING } from '#contract/order.ts';
import type { NewOrder, OrderWithQr } from './repo.ts';

/** An order as it was just written, without reading it again. */
export function withId({ payment, ...row }: NewOrder, id: number): OrderWithQr {
  return {
    ...row,
    id,
    status: ORDER_WAITING,
    close_reason: '',
    paid_at: null,
    paid_key: null,
    closed_at: null,
    refunded_pay_fen: 0,
    refunded_balance_fen: 0,
    publisher_back_fen: 0,
    payment_status: payment ? 'waiting' : null,
    qr_text: payment?.qr_text ?? null,
    payment_no: payment?.payment_no ?? null,
  } as OrderWithQr;
}
