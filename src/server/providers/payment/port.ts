import { z } from 'zod';
import type { PayApp } from '#contract/pay-app.ts';

const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u);

/** What a provider says about one payment. Notify and query speak the same, so that one verb takes both. */
export const paymentFacts = z
  .object({
    merchant_id: text(64),
    app_id: text(64),
    /** Our number. */
    payment_no: text(64).min(1),
    /** The provider's number; empty while unpaid. */
    trade_no: text(64),
    amount_fen: z.int().positive(),
    /** ISO 4217. */
    currency: text(3),
    status: z.enum(['waiting', 'paid', 'failed', 'closed']),
    /** wechat, alipay: with which app it was paid; empty while unpaid. */
    channel: text(32),
    /** Who paid, as the provider names them; absent: it does not say. */
    payer: text(128).optional(),
  })
  .refine(({ status, trade_no }) => status !== 'paid' || trade_no !== '', { path: ['trade_no'] });

export type PaymentFacts = z.infer<typeof paymentFacts>;

/** What a provider says of a payer's claim to a payment: a complaint, or their bank asks the money back. Times are unix seconds. */
export const claimFacts = z.object({
  merchant_id: text(64),
  /** Theirs; one number is one claim. */
  provider_no: text(64).min(1),
  kind: z.enum(['chargeback', 'complaint']),
  payment_no: text(64).min(1),
  amount_fen: z.int().positive(),
  words: text(500),
  status: z.enum(['open', 'won', 'lost', 'withdrawn']),
  came_s: z.int().positive(),
  /** Null: they do not say. */
  due_s: z.int().positive().nullable(),
});

export type ClaimFacts = z.infer<typeof claimFacts>;

/** What a callback says, once it is verified. */
export type Told = PaymentFacts | ClaimFacts;
export const isClaim = (told: Told): told is ClaimFacts => 'provider_no' in told;

export interface NativePayment {
  /** Ours, unique for ever; asking twice with the same number makes one payment. */
  payment_no: string;
  amount_fen: number;
  currency: 'CNY';
  /** Shown on the payer's phone. */
  title: string;
  /** The provider takes no money after this. */
  expires_at: Date;
}

export interface RefundRequest {
  payment_no: string;
  /** Ours: asking twice with the same number refunds once. */
  refund_no: string;
  amount_fen: number;
  /** Of the whole payment. */
  total_fen: number;
  /** With which app it was paid. */
  channel: string;
  reason: string;
}

/** One movement of a provider's bill, under our numbers. */
export interface BillLine {
  kind: 'payment' | 'refund';
  payment_no: string;
  trade_no: string;
  /** '' for payments. */
  refund_no: string;
  amount_fen: number;
  /** By which app, and the fee (less than 0: it came back); absent where the bill does not say. */
  channel?: string;
  fee_fen?: number;
}

/** An answer to a provider's callback, in the form that stops it from calling again (or makes it). */
export interface NotifyReply {
  status: number;
  body: string;
  content_type: string;
}

/** Consent to be charged once a period, as its payer is asked for it. */
export interface Agreement {
  /** Ours, unique for ever; letters and digits, at most 32. */
  agreement_no: string;
  /** Shown on the payer's phone. */
  title: string;
  /** The most that is taken at once. */
  price_fen: number;
  /** Length of a period, at least 7. */
  days: number;
  /** Of the first charge. */
  first_at: Date;
}

/** Charges without a press, of payers who agreed to them (T9). Every call may be repeated; failures are thrown. */
export interface AgreementPort {
  /** With which app it is agreed to. */
  readonly channel: PayApp;
  /** @returns the address, on our site or the provider's, where the payer agrees */
  ask(agreement: Agreement): Promise<string>;
  state(agreement_no: string): Promise<'waiting' | 'agreed' | 'ended'>;
  end(agreement_no: string): Promise<void>;
  /** Takes an announced payment. `refused`: no consent, or no money. What became of it `query` says. */
  charge(agreement_no: string, payment_no: string): Promise<'asked' | 'refused'>;
}

/** A payment service: payments by a QR that the buyer scans, or opens on the phone that shows it. Every call may be repeated; failures are thrown and tried again by the caller. */
export interface PaymentPort {
  /** Stored with each payment: facts from another provider are refused. */
  readonly name: string;
  /** Ours at the provider; facts that name others are refused. */
  readonly merchant_id: string;
  readonly app_id: string;
  /** Apps that the browser of a phone can open by the address in the QR (contract/pay-app.ts). */
  readonly phone_apps: readonly PayApp[];
  /** Absent: we have no such contract with the provider. */
  readonly agreements?: AgreementPort | undefined;
  /** Announces a payment. @returns the text to draw as QR: an address of ours */
  createNative(payment: NativePayment): Promise<{ qr_text: string }>;
  /** Null: the provider knows no such payment, so it is unpaid. */
  query(payment_no: string): Promise<PaymentFacts | null>;
  /** Whether the payer's phone opened the bill; absent: the provider does not report it. */
  isScanned?(payment_no: string): Promise<boolean>;
  /** No money can arrive after `closed`. `paid`: too late, the money is there. */
  close(payment_no: string): Promise<'closed' | 'paid'>;
  /** Money back to where it came from. `waiting`: accepted, ask again with the same number. */
  refund(request: RefundRequest): Promise<'done' | 'waiting'>;
  /**
   * Checks a callback's signature over the bytes as they came, and its age against `now`; then whether `paymentFacts` or `claimFacts` are in it.
   * @returns what it says; `unsigned`: not the provider's, or too old; `unreadable`: the provider's, but in words that we do not know
   */
  verifyNotify(raw: Uint8Array, headers: Headers, now: Date): Promise<Told | 'unsigned' | 'unreadable'>;
  notifyReply(taken: boolean): NotifyReply;
  /** Further names under which callbacks arrive, each signed in its own way; the facts are this port's. */
  readonly doors?: Readonly<Record<string, Pick<PaymentPort, 'verifyNotify' | 'notifyReply'>>>;
  /** All money of that Shanghai day (YYYY-MM-DD), as the provider's own books say; null: they are not ready yet. */
  dayBill(day: string): Promise<readonly BillLine[] | null>;
}
