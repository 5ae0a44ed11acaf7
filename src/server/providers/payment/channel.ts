import type { PayApp } from '#contract/pay-app.ts';
import type { Agreement, AgreementPort, BillLine, NotifyReply, PaymentFacts, Told } from './port.ts';

export type ChannelName = PayApp;

/**
 * How a payer gets to the provider. native: a link that its app scans or opens; h5: WeChat's page for other browsers; jsapi: a dialog in
 * WeChat's own browser; wap: Alipay's page for phones.
 */
export type PayWay = 'native' | 'h5' | 'jsapi' | 'wap';

export interface Payer {
  way: PayWay;
  /** The phone's own address, which H5 names. */
  client_ip: string;
  /** Where h5 and wap lead afterwards: an address of ours. */
  return_url: string;
  /** Who pays, as WeChat calls them for this app; '' for all ways but jsapi. */
  openid: string;
}

/** What jsapi needs beside the payment. */
export interface WechatBridge {
  /** Where WeChat is asked who reads, without a question to them; it comes back to `return_url` with `code`. */
  askWho(return_url: string): string;
  /** Null: the code is not good (any more). */
  openidOf(code: string): Promise<string | null>;
  /** The signed parameters with which the page opens the payment. */
  parameters(prepay_id: string): Record<string, string>;
}

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
  /** In the browser of the app itself. */
  readonly inside_way: PayWay;
  /** In the other browsers of a phone; null: it cannot be opened there. */
  readonly phone_way: PayWay | null;
  readonly bridge: WechatBridge | null;
  /**
   * Announces a payment; with the same number and way as often as wished, with another way not always.
   * @returns the link that leads the payer there; of jsapi the `prepay_id`
   */
  open(payment: ChannelPayment, payer: Payer): Promise<string>;
  /** How long such a link opens the payment, ms; 0: it is made for every payer and not cached. */
  linkLife(way: PayWay): number;
  /** The link as this payer gets it. */
  leadBack(link: string, payer: Payer): string;
  /** Null: it knows no such payment. `amount_fen` is what we asked for: some say the amount only once it is paid. */
  query(out_no: string, amount_fen: number): Promise<PaymentFacts | null>;
  /** `unknown`: it knows no such payment yet, but its link may still make one. */
  close(out_no: string): Promise<'closed' | 'paid' | 'unknown'>;
  refund(refund: { out_no: string; refund_no: string; amount_fen: number; total_fen: number; reason: string }): Promise<'done' | 'waiting'>;
  /** Charges without a press; null: not contracted. `charge` gets all of a payment, which it announces itself. */
  readonly agreements:
    | (Omit<AgreementPort, 'charge' | 'channel' | 'ask'> & {
        ask(agreement: Agreement): string;
        charge(agreement_no: string, payment: ChannelPayment): Promise<'asked' | 'refused'>;
      })
    | null;
  /** As `PaymentPort.verifyNotify`. */
  verifyNotify(raw: Uint8Array, headers: Headers, now: Date): Promise<Told | 'unsigned' | 'unreadable'>;
  notifyReply(taken: boolean): NotifyReply;
  /** As `PaymentPort.dayBill`, with our numbers as it knows them. */
  bill(day: string): Promise<readonly BillLine[] | null>;
}

/** How long one call to a provider may take, ms. */
export const CALL_TIMEOUT_MS = 8_000;
/** Older callbacks are refused: a stolen one is worth little. */
export const NOTIFY_MAX_AGE_MS = 5 * 60_000;
