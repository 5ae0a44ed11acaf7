import { createHmac } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import { type Clock, shanghaiDayEnd } from '../../kernel/clock.ts';
import { randomDigits, randomToken, sameText } from '../../kernel/ids.ts';
import { type BillLine, type ClaimFacts, claimFacts, type PaymentFacts, type PaymentPort, paymentFacts, type Told } from './port.ts';
import {
  endPayment,
  findBill,
  findOpenPayments,
  findPayment,
  insertPayment,
  insertRefund,
  markScanned,
  movePayment,
  refundedFen,
  type SandboxPaymentRow,
  setRefundFailures,
  takeRefundFailure,
} from './repo.ts';

const MERCHANT_ID = 'sandbox-merchant';
const APP_ID = 'sandbox-app';
/** As many as a phone's screen can show. */
const OPEN_BILLS = 20;
/** Older callbacks are refused: a stolen one is worth little. */
const NOTIFY_MAX_AGE_MS = 5 * 60_000;

export interface Notify {
  body: string;
  headers: Record<string, string>;
}

type SandboxRow = Pick<SandboxPaymentRow, 'title' | 'amount_fen' | 'status' | 'is_agreement'>;

/** The phone's side of the sandbox: what a real provider's app and back office do. */
export interface SandboxPaymentPort extends PaymentPort {
  readonly name: 'sandbox';
  /** The bill behind a scanned QR, which from `now` on counts as scanned; null for an unknown number. */
  bill(payment_no: string, now: Date): Promise<SandboxRow | null>;
  /** Bills that can still be paid, the newest first: what the phone offers where nothing can be scanned. */
  openBills(now: Date): Promise<Array<SandboxRow & { payment_no: string }>>;
  /** The payer confirms or declines. Pays once; @returns what the provider knows afterwards, null for an unknown number */
  pay(payment_no: string, channel: 'wechat' | 'alipay', result: 'success' | 'fail', now: Date): Promise<PaymentFacts | null>;
  /** The next refunds of this payment, or charges of this agreement, fail this often. */
  failRefunds(payment_no: string, times: number): Promise<void>;
  /** What the provider says when the payer complains, has their bank ask the money back, or takes that back; null: they did not pay it. */
  claim(payment_no: string, claim: Pick<ClaimFacts, 'kind' | 'status' | 'words'>, now: Date): Promise<ClaimFacts | null>;
  /** The callback that reports these facts, signed at `now`. */
  signNotify(facts: Told, now: Date): Notify;
}

export function isSandboxPayment(port: PaymentPort): port is SandboxPaymentPort {
  return port.name === 'sandbox';
}

const sign = (secret: string, timestamp: string, nonce: string, raw: Uint8Array | string): string =>
  createHmac('sha256', secret).update(`${timestamp}\n${nonce}\n`).update(raw).digest('hex');

/** Undefined for what is no JSON. */
function parseJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(raw).toString('utf8'));
  } catch {
    return undefined;
  }
}

function factsOf(row: SandboxPaymentRow): PaymentFacts {
  return {
    merchant_id: MERCHANT_ID,
    app_id: APP_ID,
    payment_no: row.payment_no,
    trade_no: row.trade_no,
    amount_fen: row.amount_fen,
    currency: row.currency,
    status: row.status,
    channel: row.channel,
  };
}

const tradeNo = (now: Date): string => `SBX${now.getTime()}${randomDigits(8)}`;

/** A provider that lives in our database: keeps books of its own across restarts and signs its callbacks, as the real ones do. */
export function createSandboxPayment(options: { db: Db; secret: string; site_url: string; clock: Clock }): SandboxPaymentPort {
  const { db, secret, site_url, clock } = options;
  return {
    name: 'sandbox',
    merchant_id: MERCHANT_ID,
    app_id: APP_ID,
    phone_apps: ['wechat', 'alipay'],
    async createNative({ payment_no, amount_fen, currency, title, expires_at }) {
      await insertPayment(db, { payment_no, amount_fen, currency, title, expires_at, is_agreement: false });
      return { qr_text: `${site_url}/sandbox?pay=${payment_no}` };
    },
    agreements: {
      channel: 'alipay',
      async ask({ agreement_no, title, price_fen, first_at }) {
        const bill = { payment_no: agreement_no, amount_fen: price_fen, currency: 'CNY', title, expires_at: first_at, is_agreement: true };
        await insertPayment(db, bill);
        return `${site_url}/sandbox?pay=${agreement_no}`;
      },
      async state(agreement_no) {
        const status = (await findPayment(db, agreement_no))?.status;
        return status === 'paid' ? 'agreed' : status === 'waiting' ? 'waiting' : 'ended';
      },
      end: (agreement_no) => endPayment(db, agreement_no),
      async charge(agreement_no, payment_no) {
        const agreement = await findPayment(db, agreement_no);
        const bill = await findPayment(db, payment_no);
        if (agreement?.status !== 'paid' || !bill || bill.amount_fen > agreement.amount_fen) return 'refused';
        if (await takeRefundFailure(db, agreement_no)) return 'refused';
        await movePayment(db, { payment_no, status: 'paid', trade_no: tradeNo(clock.now()), channel: 'alipay', now: clock.now() });
        return 'asked';
      },
    },
    async query(payment_no) {
      const row = await findPayment(db, payment_no);
      return row && factsOf(row);
    },
    async close(payment_no) {
      await movePayment(db, { payment_no, status: 'closed', trade_no: '', channel: '', now: new Date(0) });
      return (await findPayment(db, payment_no))?.status === 'paid' ? 'paid' : 'closed';
    },
    async refund({ payment_no, refund_no, amount_fen }) {
      const row = await findPayment(db, payment_no);
      if (row?.status !== 'paid') throw new Error(`sandbox: ${payment_no} is not paid`);
      if (await takeRefundFailure(db, payment_no)) throw new Error('sandbox: refund failed on demand');
      if ((await refundedFen(db, row.id, refund_no)) + amount_fen > row.amount_fen) throw new Error('sandbox: more than was paid');
      await insertRefund(db, { refund_no, sandbox_payment_id: row.id, amount_fen, created_at: clock.now() });
      return 'done';
    },
    async verifyNotify(raw, headers, now) {
      const timestamp = headers.get('sandbox-timestamp') ?? '';
      const nonce = headers.get('sandbox-nonce') ?? '';
      const signature = headers.get('sandbox-signature') ?? '';
      if (!/^\d{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > NOTIFY_MAX_AGE_MS) return 'unsigned';
      if (!sameText(signature, sign(secret, timestamp, nonce, raw))) return 'unsigned';
      const told = parseJson(raw);
      return paymentFacts.safeParse(told).data ?? claimFacts.safeParse(told).data ?? 'unreadable';
    },
    notifyReply: (taken) => ({
      status: taken ? 200 : 400,
      body: JSON.stringify({ code: taken ? 'SUCCESS' : 'FAIL' }),
      content_type: 'application/json',
    }),
    async dayBill(day) {
      const from = new Date(`${day}T00:00:00+08:00`);
      const lines = await findBill(db, from, shanghaiDayEnd(from));
      return lines.map((line): BillLine => ({ ...line, kind: line.refund_no === '' ? 'payment' : 'refund' }));
    },
    isScanned: async (payment_no) => ((await findPayment(db, payment_no))?.scanned_at ?? null) !== null,
    async bill(payment_no, now) {
      await markScanned(db, payment_no, now);
      const row = await findPayment(db, payment_no);
      return row && { title: row.title, amount_fen: row.amount_fen, status: row.status, is_agreement: row.is_agreement };
    },
    openBills: (now) => findOpenPayments(db, now, OPEN_BILLS),
    async pay(payment_no, channel, result, now) {
      const status = result === 'success' ? 'paid' : 'failed';
      const to = { payment_no, status, trade_no: tradeNo(now), channel, now };
      const row = (await movePayment(db, to)) ?? (await findPayment(db, payment_no));
      return row && factsOf(row);
    },
    async claim(payment_no, claim, now) {
      const row = await findPayment(db, payment_no);
      if (row?.status !== 'paid' || row.is_agreement) return null;
      const { amount_fen } = row;
      const provider_no = `SBX${claim.kind === 'chargeback' ? 'B' : 'C'}${payment_no}`;
      return {
        ...claim,
        merchant_id: MERCHANT_ID,
        provider_no,
        payment_no,
        amount_fen,
        came_s: Math.floor(now.getTime() / 1000),
        due_s: null,
      };
    },
    failRefunds: (payment_no, times) => setRefundFailures(db, payment_no, times),
    signNotify(facts, now) {
      const body = JSON.stringify(facts);
      const timestamp = String(now.getTime());
      const nonce = randomToken(12);
      return {
        body,
        headers: {
          'content-type': 'application/json',
          'sandbox-timestamp': timestamp,
          'sandbox-nonce': nonce,
          'sandbox-signature': sign(secret, timestamp, nonce, body),
        },
      };
    },
  };
}
