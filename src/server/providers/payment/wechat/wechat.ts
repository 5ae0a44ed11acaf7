import { createHash, createPrivateKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { WechatPayConfig } from '../../../config/providers.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { randomToken } from '../../../kernel/ids.ts';
import { CALL_TIMEOUT_MS, NOTIFY_MAX_AGE_MS, type PaymentChannel, type PayWay } from '../channel.ts';
import { type ClaimFacts, claimFacts, type PaymentFacts, paymentFacts } from '../port.ts';
import { wechatBill } from './bill.ts';
import { wechatBridge } from './bridge.ts';
import { isSignedBy, publicKeyOf, requestMessage, type Sealed, signedHeaders, signRsa, unseal } from './signing.ts';

/** Unknown serials make us ask for certificates at most this often, and after an attempt that failed. */
const ASK_CERTIFICATES_MS = 60_000;
const ASK_AGAIN_MS = 2_000;

/** What an announced payment is opened by, and how long, ms: somewhat less than the documents say (five minutes, two hours). */
const LINKS = {
  native: { name: 'code_url', life_ms: 110 * 60_000 },
  h5: { name: 'h5_url', life_ms: 4 * 60_000 },
  jsapi: { name: 'prepay_id', life_ms: 110 * 60_000 },
} as const;

function linkOf(way: PayWay) {
  if (way === 'wap') throw new Error('wechat: wap is none of its ways');
  return LINKS[way];
}

const transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(''),
  trade_state: z.string(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }),
  payer: z.object({ openid: z.string() }).optional().catch(undefined),
});

/** As they answer about a complaint (消费者投诉 2.0): one complaint is about one payment. */
const complaint = z.object({
  complaint_id: z.string().regex(/^\d{1,64}$/),
  complaint_time: z.string(),
  complaint_detail: z.string().default(''),
  complaint_order_info: z.array(z.object({ out_trade_no: z.string(), amount: z.int() })).min(1),
});

const STATES: Readonly<Record<string, PaymentFacts['status']>> = {
  SUCCESS: 'paid',
  // paid before, and given back since
  REFUND: 'paid',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  ACCEPT: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
};

const certificates = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      encrypt_certificate: z.object({ ciphertext: z.string(), nonce: z.string(), associated_data: z.string().default('') }),
    }),
  ),
});

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** WeChat Pay, API v3: Native, and H5 and JSAPI where they are configured. Keys of the platform are those of the configuration and the certificates that it hands out, also new ones. */
export function createWechatPay(config: WechatPayConfig, { notify_url, clock }: { notify_url: string; clock: Clock }): PaymentChannel {
  const private_key = createPrivateKey(config.private_key);
  const keys = new Map<string, KeyObject>();
  if (config.public_key) keys.set(config.public_key.id, publicKeyOf(config.public_key.pem));
  let asked_ms = Number.NEGATIVE_INFINITY;
  let wait_ms = 0;
  let asking: Promise<void> | null = null;

  const authorization = (method: string, path: string, body: string): string => {
    const timestamp = String(Math.floor(clock.now().getTime() / 1000));
    const nonce = randomToken(16);
    const signature = signRsa(private_key, requestMessage(method, path, timestamp, nonce, body));
    const parts = { mchid: config.mchid, nonce_str: nonce, signature, timestamp, serial_no: config.serial_no };
    return `WECHATPAY2-SHA256-RSA2048 ${Object.entries(parts)
      .map(([name, value]) => `${name}="${value}"`)
      .join(',')}`;
  };

  const send = async (method: string, path: string, body?: object): Promise<{ response: Response; raw: Buffer }> => {
    const text = body ? JSON.stringify(body) : '';
    const response = await fetch(`${config.url}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      headers: {
        authorization: authorization(method, path, text),
        accept: 'application/json',
        'user-agent': 'cemao',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(config.public_key ? { 'wechatpay-serial': config.public_key.id } : {}),
      },
      ...(body ? { body: text } : {}),
    });
    return { response, raw: Buffer.from(await response.arrayBuffer()) };
  };

  /** Its certificates are sealed with our own key, so they vouch for themselves; the answer must be signed by one of them all the same. */
  const askCertificates = async (): Promise<void> => {
    const { response, raw } = await send('GET', '/v3/certificates');
    if (!response.ok) throw new Error(`wechat: certificates answered ${response.status}`);
    const { data } = certificates.parse(JSON.parse(raw.toString('utf8')));
    const found = data.map(
      ({ serial_no, encrypt_certificate }) => [serial_no, publicKeyOf(unseal(config.api_v3_key, encrypt_certificate))] as const,
    );
    const headers = signedHeaders(response.headers);
    const signer = new Map(found).get(headers.serial) ?? keys.get(headers.serial);
    if (!signer || !isSignedBy(signer, headers, raw, clock.now(), NOTIFY_MAX_AGE_MS))
      throw new Error('wechat: certificates are not signed');
    for (const [serial, key] of found) keys.set(serial, key);
  };

  const keyOf = async (serial: string): Promise<KeyObject | null> => {
    const known = keys.get(serial);
    if (known || serial === '' || serial.startsWith('PUB_KEY_ID_')) return known ?? null;
    const now_ms = clock.now().getTime();
    if (!asking && Math.abs(now_ms - asked_ms) >= wait_ms) {
      asked_ms = now_ms;
      wait_ms = ASK_AGAIN_MS;
      asking = askCertificates()
        .then(() => {
          wait_ms = ASK_CERTIFICATES_MS;
        })
        .finally(() => {
          asking = null;
        });
    }
    // who comes meanwhile waits for the same answer
    await asking;
    return keys.get(serial) ?? null;
  };

  const isTheirs = async (headers: Headers, raw: Uint8Array): Promise<boolean> => {
    const signed = signedHeaders(headers);
    const key = await keyOf(signed.serial);
    return key !== null && isSignedBy(key, signed, raw, clock.now(), NOTIFY_MAX_AGE_MS);
  };

  /** @throws for an answer that it did not sign, whatever it says */
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const { response, raw } = await send(method, path, body);
    if (response.ok && !(await isTheirs(response.headers, raw))) throw new Error(`wechat: ${method} ${path} is not signed by WeChat Pay`);
    return { status: response.status, body: raw.length === 0 ? {} : (JSON.parse(raw.toString('utf8')) as Record<string, unknown>) };
  };

  const must = (what: string, { status, body }: Answer): Record<string, unknown> => {
    if (status >= 300) throw new Error(`wechat: ${what} answered ${status} ${String(body['code'] ?? '')}`);
    return body;
  };

  const factsOf = (body: unknown): PaymentFacts | null => {
    const found = transaction.safeParse(body).data;
    const status = found && STATES[found.trade_state];
    if (!found || !status) return null;
    return (
      paymentFacts.safeParse({
        merchant_id: found.mchid,
        app_id: found.appid,
        payment_no: found.out_trade_no,
        trade_no: found.transaction_id,
        amount_fen: found.amount.total,
        currency: found.amount.currency,
        status,
        channel: 'wechat',
        ...(found.payer ? { payer: found.payer.openid } : {}),
      }).data ?? null
    );
  };

  /** A callback names the complaint alone; what it says is asked for. */
  const complaintOf = async (told: unknown): Promise<ClaimFacts | null> => {
    const { complaint_id: provider_no } = complaint.pick({ complaint_id: true }).parse(told);
    const found = complaint.parse(must('complaint', await call('GET', `/v3/merchant-service/complaints-v2/${provider_no}`)));
    const [about] = found.complaint_order_info;
    const words = found.complaint_detail.replace(/\p{Cc}+/gu, ' ').slice(0, 500);
    return (
      claimFacts.safeParse({
        ...{ merchant_id: config.mchid, provider_no, kind: 'complaint', words, status: 'open', due_s: null },
        ...{ payment_no: about?.out_trade_no, amount_fen: about?.amount, came_s: Math.floor(Date.parse(found.complaint_time) / 1000) },
      }).data ?? null
    );
  };

  const query = async (out_no: string, amount_fen: number): Promise<PaymentFacts | null> => {
    const answer = await call('GET', `/v3/pay/transactions/out-trade-no/${out_no}?mchid=${config.mchid}`);
    if (answer.status === 404) return null;
    const body = must('query', answer);
    // while unpaid, it leaves the amount out
    const is_paid = STATES[String(body['trade_state'])] === 'paid';
    const facts = factsOf(is_paid ? body : { amount: { total: amount_fen }, ...body });
    if (!facts) throw new Error(`wechat: query of ${out_no} could not be understood`);
    return facts;
  };

  return {
    name: 'wechat',
    merchant_id: config.mchid,
    app_id: config.appid,
    // 委托代扣 is an interface of its own that needs another key and contract (decision 0282)
    agreements: null,
    inside_way: config.app_secret === null ? 'native' : 'jsapi',
    phone_way: config.h5 ? 'h5' : null,
    bridge: config.app_secret === null ? null : wechatBridge({ ...config, app_secret: config.app_secret, private_key, clock }),
    linkLife: (way) => linkOf(way).life_ms,
    leadBack: (link, { way, return_url }) => (way === 'h5' ? `${link}&redirect_url=${encodeURIComponent(return_url)}` : link),
    async open({ out_no, amount_fen, title, expires_at }, { way, client_ip, openid }) {
      const { name } = linkOf(way);
      const body = must(
        way,
        await call('POST', `/v3/pay/transactions/${way}`, {
          appid: config.appid,
          mchid: config.mchid,
          description: title.slice(0, 40),
          out_trade_no: out_no,
          time_expire: `${new Date(expires_at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`,
          notify_url,
          amount: { total: amount_fen, currency: 'CNY' },
          ...(way === 'h5' ? { scene_info: { payer_client_ip: client_ip, h5_info: { type: 'Wap' } } } : {}),
          ...(way === 'jsapi' ? { payer: { openid } } : {}),
        }),
      );
      const link = body[name];
      if (typeof link !== 'string' || link === '') throw new Error(`wechat: ${way} gave no link`);
      return link;
    },
    query,
    async close(out_no) {
      const answer = await call('POST', `/v3/pay/transactions/out-trade-no/${out_no}/close`, { mchid: config.mchid });
      if (answer.status < 300) return 'closed';
      const code = answer.body['code'];
      if (code === 'ORDER_CLOSED') return 'closed';
      if (code === 'ORDERPAID') return 'paid';
      if (code === 'ORDER_NOT_EXIST' || answer.status === 404) return 'unknown';
      throw new Error(`wechat: close answered ${answer.status} ${String(code)}`);
    },
    async refund({ out_no, refund_no, amount_fen, total_fen, reason }) {
      const body = must(
        'refund',
        await call('POST', '/v3/refund/domestic/refunds', {
          out_trade_no: out_no,
          out_refund_no: refund_no,
          reason: reason.slice(0, 80),
          amount: { refund: amount_fen, total: total_fen, currency: 'CNY' },
        }),
      );
      if (body['status'] === 'SUCCESS') return 'done';
      if (body['status'] === 'PROCESSING') return 'waiting';
      throw new Error(`wechat: refund ${refund_no} is ${String(body['status'])}`);
    },
    async verifyNotify(raw, headers) {
      if (!(await isTheirs(headers, raw))) return 'unsigned';
      try {
        const told = JSON.parse(Buffer.from(raw).toString('utf8')) as { event_type?: string; resource?: Sealed };
        if (!told.resource) return 'unreadable';
        const inside: unknown = JSON.parse(unseal(config.api_v3_key, told.resource));
        const is_complaint = told.event_type?.startsWith('COMPLAINT.');
        return (is_complaint ? await complaintOf(inside) : factsOf(inside)) ?? 'unreadable';
      } catch {
        return 'unreadable';
      }
    },
    notifyReply: (taken) => ({
      status: taken ? 200 : 400,
      body: JSON.stringify(taken ? { code: 'SUCCESS' } : { code: 'FAIL', message: '失败' }),
      content_type: 'application/json',
    }),
    async bill(day) {
      const answer = await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`);
      // nothing was sold that day
      if (answer.body['code'] === 'NO_STATEMENT_EXIST') return [];
      if (answer.body['code'] === 'STATEMENT_CREATING') return null;
      const { download_url, hash_value } = must('bill', answer);
      const address = new URL(String(download_url));
      const file = await send('GET', `${address.pathname}${address.search}`);
      if (!file.response.ok) throw new Error(`wechat: the bill answered ${file.response.status}`);
      // the file itself is not signed; the answer that named its hash is
      if (createHash('sha1').update(file.raw).digest('hex') !== hash_value)
        throw new Error('wechat: the bill is not the one that was announced');
      return wechatBill(file.raw.toString('utf8'));
    },
  };
}
