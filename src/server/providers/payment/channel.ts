import type { BillLine, NotifyReply, PaymentFacts } from './port.ts';

export type ChannelName = 'wechat' | 'alipay';

/** One payment at a provider, under the number that it knows. */
export interface ChannelPayment {
  out_no: string;
  amount_fen: number;
  title: string;
  expires_at: Date;
}

/**
 * A provider that takes money by its own link. `PaymentFacts.payment_no` is the number that we gave it. Every call may be repeated with the
 * same numbers; failures are thrown.
 */
export interface PaymentChannel {
  readonly name: ChannelName;
  readonly merchant_id: string;
  readonly app_id: string;
  /** Announces a payment. @returns the link that its app opens */
  open(payment: ChannelPayment): Promise<string>;
  /** Null: it knows no such payment. `amount_fen` is what we asked for: some say the amount only once it is paid. */
  query(out_no: string, amount_fen: number): Promise<PaymentFacts | null>;
  /** `unknown`: it knows no such payment yet, but its link may still make one. */
  close(out_no: string): Promise<'closed' | 'paid' | 'unknown'>;
  refund(refund: { out_no: string; refund_no: string; amount_fen: number; total_fen: number; reason: string }): Promise<'done' | 'waiting'>;
  /** As `PaymentPort.verifyNotify`. */
  verifyNotify(raw: Uint8Array, headers: Headers, now: Date): Promise<PaymentFacts | 'unsigned' | 'unreadable'>;
  notifyReply(taken: boolean): NotifyReply;
  /** As `PaymentPort.dayBill`, with our numbers as it knows them. */
  bill(day: string): Promise<readonly BillLine[] | null>;
}

/** How long one call to a provider may take, ms. */
export const CALL_TIMEOUT_MS = 8_000;
/** Older callbacks are refused: a stolen one is worth little. */
export const NOTIFY_MAX_AGE_MS = 5 * 60_000;
