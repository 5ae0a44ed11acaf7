import { createHash } from 'node:crypto';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { randomToken } from '../../../kernel/ids.ts';
import type { ChannelName, Payer, PaymentChannel, PayWay } from '../channel.ts';
import { type Agreement, isClaim, type PaymentFacts, type PaymentPort, type Told } from '../port.ts';
import { closeScan, findByCode, findByNumber, insertScan, keepLink, type ScanRow, takeScan } from './repo.ts';

/** Name of the port in our books, and what facts of a provider that is configured say in place of its own merchant and app. */
const NAME = 'scan';
/** A link that was not opened may still make a trade until it ends, and our clocks may differ. */
const CLOCKS_DIFFER_MS = 60_000;
const TRIES = 8;
/** So often one payment may change its provider, way or payer: each costs calls to the provider. */
const ATTEMPTS_MAX = 60;

/** Who reads the page behind the QR. */
export interface Reader {
  /** In which app's own browser; null: another browser. */
  inside: ChannelName | null;
  on_phone: boolean;
  /** What they chose to pay with; null: nothing yet. */
  wants: ChannelName | null;
}

interface Way {
  channel: ChannelName;
  way: PayWay;
}

/**
 * How this reader pays. Within an app only that app pays, whatever they chose; another browser opens what they chose, on a phone alone.
 * Null: they have to choose, or to scan.
 */
export function wayOf(
  channels: ReadonlyMap<ChannelName, Pick<PaymentChannel, 'inside_way' | 'phone_way'>>,
  { inside, on_phone, wants }: Reader,
): Way | null {
  if (inside !== null) {
    const channel = channels.get(inside);
    return channel ? { channel: inside, way: channel.inside_way } : null;
  }
  const way = wants !== null && on_phone ? channels.get(wants)?.phone_way : null;
  return wants !== null && way ? { channel: wants, way } : null;
}

/** What a reader of the page behind the QR gets. */
export type Opened =
  | { is: 'link'; channel: ChannelName; way: Way['way']; link: string; title: string; amount_fen: number }
  /** In WeChat's own browser: the signed parameters that open its dialog. */
  | { is: 'bridge'; parameters: Record<string, string>; title: string; amount_fen: number }
  /** WeChat says first who reads; null: what came from there was no answer of WeChat's, or is used up. */
  | { is: 'who'; link: string | null }
  /** In neither app, or in one that we have no contract with: which to scan with, and which this phone can open. */
  | { is: 'choose'; channels: ChannelName[]; phone: readonly ChannelName[]; title: string; amount_fen: number; came_back: boolean }
  /** The other app has the bill open and may pay it at any moment. */
  | { is: 'elsewhere'; channel: ChannelName }
  | { is: 'paid' }
  | { is: 'ended' };

export interface Asked extends Reader {
  /** Trusted: H5 names it to the provider. */
  client_ip: string;
  /** Where the provider leads afterwards, and where WeChat says who reads: addresses of ours. */
  return_url: string;
  here_url: string;
  /** As WeChat brought it; '': not asked yet. */
  wechat_code: string;
  /** They come back from the provider's page. */
  came_back: boolean;
}

/** One QR for all providers: it opens our own page, which finds out who scans. */
export interface ScanPaymentPort extends PaymentPort {
  readonly name: typeof NAME;
  /** @returns null for a code that never was */
  openCode(code: string, asked: Asked): Promise<Opened | null>;
}

export function isScanPayment(port: PaymentPort): port is ScanPaymentPort {
  return port.name === NAME;
}

/** The number under which a provider knows a payment: another for each attempt, because a closed number is used up. */
const outNo = ({ payment_no, attempt }: ScanRow): string => (attempt <= 1 ? payment_no : `${payment_no}_${attempt}`);
const paymentNo = (out_no: string): string => out_no.replace(/_\d+$/, '');
const payerHash = (openid: string): string => (openid === '' ? '' : createHash('sha256').update(openid).digest('hex'));

/**
 * Puts real providers behind one QR. A payment is at most one provider's at a time, and there opened in one way: who comes first takes it,
 * another one gets it only after the first was closed, so that it cannot be paid twice.
 */
export function createScanPayment(options: {
  db: Db;
  channels: readonly PaymentChannel[];
  site_url: string;
  clock: Clock;
}): ScanPaymentPort {
  const { db, site_url, clock } = options;
  const channels = new Map(options.channels.map((channel) => [channel.name, channel]));
  const phone_apps = options.channels.filter(({ phone_way }) => phone_way !== null).map(({ name }) => name);
  const of = (row: ScanRow): PaymentChannel => {
    const channel = row.channel === '' ? undefined : channels.get(row.channel);
    if (!channel) throw new Error(`payment ${row.payment_no} belongs to ${row.channel}, which is not configured`);
    return channel;
  };

  /** Under our number; ours in place of the merchant that we know. Others stay what they are and are refused by the caller that compares. */
  const ours = <T extends Told>(channel: PaymentChannel, told: T): T => {
    const claim = isClaim(told);
    const known = told.merchant_id === channel.merchant_id && (claim || told.app_id === channel.app_id);
    return { ...told, payment_no: paymentNo(told.payment_no), ...(known ? { merchant_id: NAME, ...(claim ? {} : { app_id: NAME }) } : {}) };
  };

  const ask = async (row: ScanRow): Promise<PaymentFacts | null> => {
    if (row.channel === '') return null;
    const channel = of(row);
    const facts = await channel.query(outNo(row), row.amount_fen);
    return facts && ours(channel, facts);
  };

  /** What the provider said of it opens no longer. */
  const isStale = (row: ScanRow, channel: PaymentChannel): boolean =>
    row.way !== '' && row.link_at !== null && clock.now().getTime() - row.link_at.getTime() > channel.linkLife(row.way);

  /** Null: meanwhile it was closed or taken by somebody else, so the code is to be looked at again. */
  const openFor = async (row: ScanRow, payer: Payer): Promise<Opened | null> => {
    const channel = of(row);
    const { title, amount_fen, expires_at } = row;
    const isStill = async () => {
      const now = await findByCode(db, row.code);
      return now !== null && now.attempt === row.attempt && !now.closed;
    };
    let link = row.link;
    try {
      link ||= await channel.open({ out_no: outNo(row), amount_fen, title, expires_at }, payer);
    } catch (error) {
      if (await isStill()) throw error;
      return null;
    }
    const is_kept = channel.linkLife(payer.way) > 0;
    if (row.link === '' && !(await keepLink(db, row, is_kept ? link : '', is_kept ? clock.now() : null)) && !(await isStill())) {
      // closed while the provider was asked: the call that closed it could not know of this link
      await channel.close(outNo(row)).catch(() => undefined);
      return null;
    }
    if (payer.way === 'jsapi' && channel.bridge) return { is: 'bridge', parameters: channel.bridge.parameters(link), title, amount_fen };
    return { is: 'link', channel: channel.name, way: payer.way, link: channel.leadBack(link, payer), title, amount_fen };
  };

  const open = async (code: string, asked: Asked): Promise<Opened | null> => {
    const wanted = wayOf(channels, asked);
    const first = await findByCode(db, code);
    if (!first) return null;
    if (asked.came_back && (await ask(first))?.status === 'paid') return { is: 'paid' };
    if (wanted === null || asked.came_back) return choose(first, asked);
    let openid = '';
    if (wanted.way === 'jsapi') {
      const { bridge } = channels.get(wanted.channel) as PaymentChannel;
      if (isOver(first)) return { is: 'ended' };
      if (asked.wechat_code === '') return { is: 'who', link: bridge?.askWho(asked.here_url) ?? null };
      openid = (await bridge?.openidOf(asked.wechat_code)) ?? '';
      if (openid === '') return { is: 'who', link: null };
    }
    const payer: Payer = { way: wanted.way, client_ip: asked.client_ip, return_url: asked.return_url, openid };
    const payer_hash = payerHash(openid);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const row = attempt === 0 ? first : await findByCode(db, code);
      if (!row || isOver(row)) return { is: 'ended' };
      const is_theirs = row.channel === wanted.channel && row.way === wanted.way && row.payer_hash === payer_hash;
      if (is_theirs && !isStale(row, of(row))) {
        // its link opens a payment that is over
        if (row.link !== '' && (await ask(row))?.status === 'paid') return { is: 'paid' };
        const opened = await openFor(row, payer);
        if (opened) return opened;
        continue;
      }
      let number = row.attempt + 1;
      if (row.channel !== '') {
        const left = await of(row).close(outNo(row));
        if (left === 'paid') return { is: 'paid' };
        if (left === 'unknown') {
          if (row.channel !== wanted.channel) return { is: 'elsewhere', channel: row.channel };
          // one number makes one trade at most, however it is opened
          number = row.attempt;
        }
      }
      if (number > ATTEMPTS_MAX) return { is: 'ended' };
      const taken = await takeScan(db, row, { ...wanted, payer_hash, attempt: number });
      const opened = taken && (await openFor(taken, payer));
      if (opened) return opened;
    }
    return { is: 'ended' };
  };

  const isOver = (row: ScanRow): boolean => row.closed || row.expires_at <= clock.now();

  function choose(row: ScanRow, { on_phone, came_back }: Asked): Opened {
    if (isOver(row)) return { is: 'ended' };
    const { title, amount_fen } = row;
    return { is: 'choose', channels: [...channels.keys()], phone: on_phone ? phone_apps : [], title, amount_fen, came_back };
  }

  const cycling = options.channels.find((channel) => channel.agreements !== null);
  const agreements = cycling?.agreements && {
    ...cycling.agreements,
    channel: cycling.name,
    ask: async (asked: Agreement) => cycling.agreements?.ask(asked) ?? '',
    async charge(agreement_no: string, payment_no: string) {
      const row = await findByNumber(db, payment_no);
      // the QR of such an order is shown on its page: who is paying it there is left alone
      if (row?.channel !== '' || isOver(row)) return 'refused' as const;
      const taken = await takeScan(db, row, { channel: cycling.name, way: cycling.inside_way, payer_hash: '', attempt: row.attempt + 1 });
      const { title, amount_fen, expires_at } = row;
      return (
        (taken && (await cycling.agreements?.charge(agreement_no, { out_no: outNo(taken), amount_fen, title, expires_at }))) || 'refused'
      );
    },
  };

  return {
    name: NAME,
    ...(agreements && { agreements }),
    merchant_id: NAME,
    app_id: NAME,
    phone_apps,
    openCode: open,
    async createNative({ payment_no, amount_fen, title, expires_at }) {
      const row = await insertScan(db, { payment_no, code: randomToken(12), title, amount_fen, expires_at });
      return { qr_text: `${site_url}/pay/${row.code}` };
    },
    async query(payment_no) {
      const row = await findByNumber(db, payment_no);
      return row && ask(row);
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
      return bills.flatMap((lines, at) => {
        const channel = options.channels[at]?.name ?? '';
        return (lines ?? []).map((line) => ({ ...line, channel, payment_no: paymentNo(line.payment_no) }));
      });
    },
  };
}
