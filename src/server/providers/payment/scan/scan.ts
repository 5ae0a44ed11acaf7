import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { randomToken } from '../../../kernel/ids.ts';
import type { ChannelName, PaymentChannel } from '../channel.ts';
import type { PaymentFacts, PaymentPort } from '../port.ts';
import { closeScan, findByCode, findByNumber, insertScan, keepLink, type ScanRow, takeChannel } from './repo.ts';

/** Name of the port in our books, and what facts of a provider that is configured say in place of its own merchant and app. */
const NAME = 'scan';
/** A link that nobody opened may still make a trade until it ends, and our clocks may differ. */
const CLOCKS_DIFFER_MS = 60_000;
const TRIES = 8;

/** What a phone that scanned gets. */
export type Opened =
  | { is: 'link'; channel: ChannelName; link: string; title: string; amount_fen: number }
  /** Neither app, or one that we have no contract with: it hears which to use. */
  | { is: 'choose'; channels: ChannelName[]; title: string; amount_fen: number }
  /** The other app has the bill open and may pay it at any moment. */
  | { is: 'elsewhere'; channel: ChannelName }
  | { is: 'paid' }
  | { is: 'ended' };

/** One QR for all providers: it opens our own page, which finds out who scans. */
export interface ScanPaymentPort extends PaymentPort {
  readonly name: typeof NAME;
  /** @returns null for a code that never was */
  openCode(code: string, channel: ChannelName | null): Promise<Opened | null>;
}

export function isScanPayment(port: PaymentPort): port is ScanPaymentPort {
  return port.name === NAME;
}

/** The number under which a provider knows a payment: another one a try, because a closed number is used up. */
const outNo = ({ payment_no, attempt }: ScanRow): string => (attempt <= 1 ? payment_no : `${payment_no}_${attempt}`);
const paymentNo = (out_no: string): string => out_no.replace(/_\d+$/, '');

/**
 * Puts real providers behind one QR. A payment is at most one provider's at a time: the first app that scans takes it, another one gets it
 * only after the first closed it, so that nobody pays twice.
 */
export function createScanPayment(options: {
  db: Db;
  channels: readonly PaymentChannel[];
  site_url: string;
  clock: Clock;
}): ScanPaymentPort {
  const { db, site_url, clock } = options;
  const channels = new Map(options.channels.map((channel) => [channel.name, channel]));
  const of = (row: ScanRow): PaymentChannel => {
    const channel = row.channel === '' ? undefined : channels.get(row.channel);
    if (!channel) throw new Error(`payment ${row.payment_no} belongs to ${row.channel}, which is not configured`);
    return channel;
  };

  /** Under our number; ours in place of the merchant that we know. Others stay what they are and are refused by whoever compares. */
  const ours = (channel: PaymentChannel, facts: PaymentFacts): PaymentFacts => {
    const known = facts.merchant_id === channel.merchant_id && facts.app_id === channel.app_id;
    return { ...facts, payment_no: paymentNo(facts.payment_no), ...(known ? { merchant_id: NAME, app_id: NAME } : {}) };
  };

  /** Null: meanwhile it was closed or became another provider's, so the code is to be looked at anew. */
  const linkFor = async (row: ScanRow): Promise<Opened | null> => {
    const channel = of(row);
    const { title, amount_fen, expires_at } = row;
    let link = row.link;
    try {
      link ||= await channel.open({ out_no: outNo(row), amount_fen, title, expires_at });
    } catch (error) {
      const now = await findByCode(db, row.code);
      if (now && now.attempt === row.attempt && !now.closed) throw error;
      return null;
    }
    if (row.link === '' && !(await keepLink(db, row, link))) {
      // closed while the provider was asked: whoever closed it could not know of this link
      await channel.close(outNo(row)).catch(() => undefined);
      return null;
    }
    return { is: 'link', channel: channel.name, link, title, amount_fen };
  };

  const open = async (code: string, wanted: ChannelName | null): Promise<Opened | null> => {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const row = await findByCode(db, code);
      if (!row) return null;
      if (row.closed || row.expires_at <= clock.now()) return { is: 'ended' };
      if (wanted === null || !channels.has(wanted)) {
        return { is: 'choose', channels: [...channels.keys()], title: row.title, amount_fen: row.amount_fen };
      }
      if (row.channel === wanted) {
        const opened = await linkFor(row);
        if (opened) return opened;
        continue;
      }
      if (row.channel !== '') {
        const left = await of(row).close(outNo(row));
        if (left === 'paid') return { is: 'paid' };
        if (left === 'unknown') return { is: 'elsewhere', channel: row.channel };
      }
      const taken = await takeChannel(db, row, wanted);
      const opened = taken && (await linkFor(taken));
      if (opened) return opened;
    }
    return { is: 'ended' };
  };

  return {
    name: NAME,
    merchant_id: NAME,
    app_id: NAME,
    openCode: open,
    async createNative({ payment_no, amount_fen, title, expires_at }) {
      const row = await insertScan(db, { payment_no, code: randomToken(12), title, amount_fen, expires_at });
      return { qr_text: `${site_url}/pay/${row.code}` };
    },
    async query(payment_no) {
      const row = await findByNumber(db, payment_no);
      if (!row || row.channel === '') return null;
      const channel = of(row);
      const facts = await channel.query(outNo(row), row.amount_fen);
      return facts && ours(channel, facts);
    },
    isScanned: async (payment_no) => ((await findByNumber(db, payment_no))?.channel ?? '') !== '',
    async close(payment_no) {
      const row = await closeScan(db, payment_no);
      if (!row || row.channel === '') return 'closed';
      const left = await of(row).close(outNo(row));
      if (left !== 'unknown') return left;
      if (clock.now().getTime() > row.expires_at.getTime() + CLOCKS_DIFFER_MS) return 'closed';
      throw new Error(`${row.channel} does not know ${outNo(row)} yet, so it cannot be closed before its time is up`);
    },
    async refund({ payment_no, refund_no, amount_fen, total_fen, reason }) {
      const row = await findByNumber(db, payment_no);
      if (!row) throw new Error(`scan: no payment ${payment_no}`);
      return of(row).refund({ out_no: outNo(row), refund_no, amount_fen, total_fen, reason });
    },
    // the port's own name opens no door: every callback is a provider's
    verifyNotify: async () => 'unsigned',
    notifyReply: (taken) => ({ status: taken ? 200 : 400, body: taken ? 'success' : 'fail', content_type: 'text/plain' }),
    doors: Object.fromEntries(
      options.channels.map((channel) => [
        channel.name,
        {
          async verifyNotify(raw: Uint8Array, headers: Headers, now: Date) {
            const facts = await channel.verifyNotify(raw, headers, now);
            return typeof facts === 'string' ? facts : ours(channel, facts);
          },
          notifyReply: (taken: boolean) => channel.notifyReply(taken),
        },
      ]),
    ),
    async dayBill(day) {
      const bills = await Promise.all(options.channels.map((channel) => channel.bill(day)));
      if (bills.some((lines) => lines === null)) return null;
      return bills.flatMap((lines) => (lines ?? []).map((line) => ({ ...line, payment_no: paymentNo(line.payment_no) })));
    },
  };
}
