export interface PayoutRequest {
  /** Ours, unique for ever: asking twice with the same number pays once. */
  payout_no: string;
  amount_fen: number;
  method: 'alipay' | 'bank';
  /** Of the payee, as the provider checks it. */
  name: string;
  account: string;
  remark: string;
}

/** paid: the money left. failed: it will not leave, ever. waiting: not known yet, ask again. */
export type PayoutFacts = { status: 'paid'; trade_no: string } | { status: 'failed'; reason: string } | { status: 'waiting' };

/** Money to people's accounts. Every call may be repeated; what is thrown is not known, so the caller asks before it pays again. */
export interface PayoutPort {
  readonly name: string;
  pay(request: PayoutRequest): Promise<PayoutFacts>;
  /** Null: the provider knows no such number, so nothing was paid. */
  query(payout_no: string): Promise<PayoutFacts | null>;
}
