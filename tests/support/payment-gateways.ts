import { createCipheriv, createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { Clock } from '#server/kernel/clock.ts';
import type { Asked } from '#server/providers/payment/scan/scan.ts';

/** A payment as the provider's own books have it. */
export interface TheirPayment {
  out_no: string;
  trade_no: string;
  amount_fen: number;
  state: 'waiting' | 'paid' | 'closed';
  /** Somebody opened the link: only then Alipay has a trade. */
  opened: boolean;
  /** How it was announced, all but the payer's address: with another one its number is used up. */
  announced: string;
  /** WeChat's announcement as it came: scene, payer and the like. */
  said: Record<string, unknown>;
  refunds: Map<string, number>;
}

interface Pair {
  public_pem: string;
  private_pem: string;
  key: KeyObject;
  public_key: KeyObject;
}

export function makePair(): Pair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    key: privateKey,
    public_key: publicKey,
    private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public_pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

const sha = (key: KeyObject, text: string | Uint8Array) => sign('RSA-SHA256', Buffer.from(text), key).toString('base64');
const yuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function listen(handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handle as never);
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export const WECHAT = {
  mchid: '1900000109',
  appid: 'wx0000000000000001',
  serial: '5157F09EFDC096DE15EBE81A47057A72',
  v3: '0123456789abcdef0123456789abcdef',
};
/** Of the official account, and who reads as it says for a code. */
export const WECHAT_APP = {
  secret: 'app-secret',
  people: new Map([
    ['code-of-li-0001', 'openid-li'],
    ['code-of-wang-01', 'openid-wang'],
  ]),
};
export const ALIPAY = { app_id: '2021000000000001', seller_id: '2088000000000001' };

/** WeChat Pay and Alipay as their published rules describe them, in this process: they check our signatures and sign their own answers. */
export async function startPaymentGateways(clock: Clock) {
  const ours = { wechat: makePair(), alipay: makePair() };
  /** Platform keys by serial; the last one signs. */
  const wechatKeys = new Map<string, Pair>([['PUB_KEY_ID_0001', makePair()]]);
  /** The last one signs. We know the first and the one that is announced. */
  const alipayKeys: Pair[] = [makePair()];
  const alipayNext = makePair();
  /** Consent to later payments, by our numbers; who opens the page agrees. */
  const agreements = new Map<string, { status: 'NORMAL' | 'STOP'; theirs: string; most: number; refuses: number }>();
  const books = { wechat: new Map<string, TheirPayment>(), alipay: new Map<string, TheirPayment>() };
  const faults = { unsigned: false, refuse_refunds: 0, pending_refunds: 0, bill_ready: true, extra_bill: '' };
  /** Calls as they came, for tests that count. */
  const calls: string[] = [];
  let trades = 0;

  const make = (name: 'wechat' | 'alipay', out_no: string, amount_fen: number): TheirPayment => {
    const known = books[name].get(out_no);
    if (known) return known;
    trades += 1;
    const made: TheirPayment = {
      out_no,
      trade_no: `${name}${1000 + trades}`,
      amount_fen,
      state: 'waiting',
      opened: false,
      announced: '',
      said: {},
      refunds: new Map(),
    };
    books[name].set(out_no, made);
    return made;
  };

  const signWechat = (raw: string, at = clock.now(), serial = [...wechatKeys.keys()].at(-1) as string): Record<string, string> => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const nonce = randomBytes(8).toString('hex');
    const signature = sha((wechatKeys.get(serial) as Pair).key, `${timestamp}\n${nonce}\n${raw}\n`);
    return { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce, 'wechatpay-signature': signature, 'wechatpay-serial': serial };
  };

  const seal = (text: string) => {
    const nonce = randomBytes(6).toString('hex');
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(WECHAT.v3), Buffer.from(nonce));
    cipher.setAAD(Buffer.from('transaction'));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
    return { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction' };
  };

  const transactionOf = (payment: TheirPayment, change: object = {}) => ({
    appid: WECHAT.appid,
    mchid: WECHAT.mchid,
    out_trade_no: payment.out_no,
    ...(payment.state === 'paid' ? { transaction_id: payment.trade_no, amount: { total: payment.amount_fen, currency: 'CNY' } } : {}),
    trade_state:
      payment.state === 'paid' ? (payment.refunds.size > 0 ? 'REFUND' : 'SUCCESS') : payment.state === 'closed' ? 'CLOSED' : 'NOTPAY',
    ...change,
  });

  function wechatAnswer(method: string, url: URL, body: Record<string, unknown>): { status: number; body?: object } {
    const out_no = /out-trade-no\/([^/?]+)/.exec(url.pathname)?.[1] ?? String(body['out_trade_no'] ?? '');
    const found = books.wechat.get(out_no);
    const missing = { status: 404, body: { code: 'ORDER_NOT_EXIST' } };
    if (url.pathname === '/v3/certificates') {
      const data = [...wechatKeys].map(([serial_no, pair]) => ({ serial_no, encrypt_certificate: seal(pair.public_pem) }));
      return { status: 200, body: { data } };
    }
    const way = /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/.exec(url.pathname)?.[1];
    if (way) {
      const made = make('wechat', out_no, (body['amount'] as { total: number }).total);
      if (made.state !== 'waiting') return { status: 400, body: { code: made.state === 'paid' ? 'ORDERPAID' : 'ORDER_CLOSED' } };
      const { scene_info: _scene, ...same } = body;
      const announced = `${way} ${JSON.stringify(same)}`;
      if (made.announced !== '' && made.announced !== announced) return { status: 403, body: { code: 'OUT_TRADE_NO_USED' } };
      Object.assign(made, { announced, said: body });
      if (way === 'jsapi') return { status: 200, body: { prepay_id: `wx${out_no}` } };
      if (way === 'h5') return { status: 200, body: { h5_url: `${wechat_url}/mmpayweb-bin/checkmweb?prepay_id=wx${out_no}&package=1` } };
      return { status: 200, body: { code_url: `weixin://wxpay/bizpayurl?pr=${out_no}` } };
    }
    if (url.pathname.endsWith('/close')) {
      if (!found) return missing;
      if (found.state === 'paid') return { status: 400, body: { code: 'ORDERPAID' } };
      found.state = 'closed';
      return { status: 204 };
    }
    if (url.pathname === '/v3/refund/domestic/refunds') {
      const { refund, total } = body['amount'] as { refund: number; total: number };
      if (found?.state !== 'paid' || total !== found.amount_fen) return { status: 400, body: { code: 'INVALID_REQUEST' } };
      return {
        status: refundAt(found, String(body['out_refund_no']), refund),
        body: { status: faults.pending_refunds-- > 0 ? 'PROCESSING' : 'SUCCESS' },
      };
    }
    if (url.pathname === '/v3/bill/tradebill') {
      if (!faults.bill_ready) return { status: 400, body: { code: 'STATEMENT_CREATING' } };
      const text = wechatBillText();
      return {
        status: 200,
        body: {
          download_url: `${wechat_url}/v3/billdownload/file?token=1`,
          hash_type: 'SHA1',
          hash_value: createHash('sha1').update(text).digest('hex'),
        },
      };
    }
    if (method === 'GET') return found ? { status: 200, body: transactionOf(found) } : missing;
    return { status: 404, body: { code: 'NOT_FOUND' } };
  }

  function refundAt(payment: TheirPayment, refund_no: string, amount: number): number {
    if (faults.refuse_refunds-- > 0) return 500;
    const sum = [...payment.refunds].reduce((total, [no, fen]) => total + (no === refund_no ? 0 : fen), 0);
    if (sum + amount > payment.amount_fen) return 403;
    payment.refunds.set(refund_no, amount);
    return 200;
  }

  function wechatBillText(): string {
    const head = '交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,商户退款单号,申请退款金额,订单金额';
    const paid = [...books.wechat.values()].filter(({ state }) => state === 'paid');
    const lines = paid.flatMap((one) => [
      `\`2026-01-01,\`${WECHAT.appid},\`${WECHAT.mchid},\`${one.trade_no},\`${one.out_no},\`SUCCESS,\`,\`0.00,\`${yuan(one.amount_fen)}`,
      ...[...one.refunds].map(
        ([no, fen]) =>
          `\`2026-01-01,\`${WECHAT.appid},\`${WECHAT.mchid},\`${one.trade_no},\`${one.out_no},\`REFUND,\`${no},\`${yuan(fen)},\`${yuan(one.amount_fen)}`,
      ),
    ]);
    return `\ufeff${[head, ...lines, ...(faults.extra_bill ? [faults.extra_bill] : []), '总交易单数,应结订单总金额', `\`${lines.length},\`0.00`].join('\r\n')}\r\n`;
  }

  const wechat = await listen(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://x');
    const raw = await bodyOf(request);
    calls.push(`wechat ${request.method} ${url.pathname}`);
    if (url.pathname === '/sns/oauth2/access_token') {
      const { appid, secret, code = '' } = Object.fromEntries(url.searchParams);
      const openid = appid === WECHAT.appid && secret === WECHAT_APP.secret ? WECHAT_APP.people.get(code) : undefined;
      response.end(JSON.stringify(openid ? { openid, scope: 'snsapi_base' } : { errcode: 40_029, errmsg: 'invalid code' }));
      return;
    }
    const given = Object.fromEntries(
      [...(request.headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const message = `${request.method}\n${request.url}\n${given['timestamp']}\n${given['nonce_str']}\n${raw}\n`;
    const known = given['mchid'] === WECHAT.mchid && given['serial_no'] === WECHAT.serial;
    if (!known || !verify('RSA-SHA256', Buffer.from(message), ours.wechat.public_key, Buffer.from(given['signature'] ?? '', 'base64'))) {
      response.writeHead(401).end(JSON.stringify({ code: 'SIGN_ERROR' }));
      return;
    }
    if (url.pathname === '/v3/billdownload/file') {
      response.writeHead(200).end(wechatBillText());
      return;
    }
    const answer = wechatAnswer(request.method ?? '', url, raw === '' ? {} : (JSON.parse(raw) as Record<string, unknown>));
    const text = answer.body ? JSON.stringify(answer.body) : '';
    response.writeHead(answer.status, faults.unsigned ? {} : signWechat(text)).end(text);
  });
  const wechat_url = urlOf(wechat);

  const paramText = (params: Record<string, string>, left_out: string[]) =>
    Object.keys(params)
      .filter((name) => params[name] !== '' && !left_out.includes(name))
      .sort()
      .map((name) => `${name}=${params[name]}`)
      .join('&');

  function alipayAnswer(method: string, biz: Record<string, string>): Record<string, unknown> {
    const out_no = biz['out_trade_no'] ?? '';
    const found = books.alipay.get(out_no);
    const fine = { code: '10000', msg: 'Success' };
    const failed = (sub_code: string) => ({ code: '40004', msg: 'Business Failed', sub_code });
    if (method === 'alipay.trade.precreate') {
      make('alipay', out_no, Math.round(Number(biz['total_amount']) * 100));
      return { ...fine, out_trade_no: out_no, qr_code: `https://qr.alipay.com/${out_no}` };
    }
    if (method.startsWith('alipay.data.')) {
      return faults.bill_ready ? { ...fine, bill_download_url: `${alipay_url}/bill.zip` } : failed('isp.bill_not_exist');
    }
    if (method.startsWith('alipay.user.agreement.')) {
      const one = agreements.get(biz['external_agreement_no'] ?? '');
      if (!one || biz['personal_product_code'] !== 'CYCLE_PAY_AUTH_P') return failed('USER_AGREEMENT_NOT_EXIST');
      if (method.endsWith('.unsign')) one.status = 'STOP';
      return { ...fine, status: one.status, agreement_no: one.theirs };
    }
    if (method === 'alipay.trade.pay') {
      const { agreement_no } = biz['agreement_params'] as unknown as { agreement_no: string };
      const one = [...agreements.values()].find(({ theirs }) => theirs === agreement_no);
      if (one?.status !== 'NORMAL' || Number(biz['total_amount']) > one.most) return failed('ACQ.AGREEMENT_INVALID');
      if (one.refuses-- > 0) return failed('ACQ.BUYER_BALANCE_NOT_ENOUGH');
      Object.assign(make('alipay', out_no, Math.round(Number(biz['total_amount']) * 100)), { state: 'paid', opened: true });
      return { ...fine, out_trade_no: out_no };
    }
    // there is no trade until somebody opens the link
    if (!found?.opened) return failed('ACQ.TRADE_NOT_EXIST');
    if (method === 'alipay.trade.close') {
      if (found.state !== 'waiting') return failed('ACQ.TRADE_STATUS_ERROR');
      found.state = 'closed';
      return fine;
    }
    if (method === 'alipay.trade.query') {
      const trade_status = { waiting: 'WAIT_BUYER_PAY', paid: 'TRADE_SUCCESS', closed: 'TRADE_CLOSED' }[found.state];
      return { ...fine, out_trade_no: out_no, trade_no: found.trade_no, total_amount: yuan(found.amount_fen), trade_status };
    }
    if (method === 'alipay.trade.refund') {
      const had = found.refunds.has(biz['out_request_no'] ?? '');
      const status = refundAt(found, biz['out_request_no'] ?? '', Math.round(Number(biz['refund_amount']) * 100));
      return status === 200 ? { ...fine, fund_change: had ? 'N' : 'Y' } : failed('ACQ.SYSTEM_ERROR');
    }
    return { ...fine, refund_status: found.refunds.has(biz['out_request_no'] ?? '') ? 'REFUND_SUCCESS' : '' };
  }

  const alipay = await listen(async (request, response) => {
    if (request.url === '/bill.zip') {
      const zip = new ZipFile();
      const rows = [...books.alipay.values()].filter(({ state }) => state === 'paid');
      const lines = rows.flatMap((one) => [
        Buffer.concat([Buffer.from(`${one.trade_no}\t,${one.out_no}\t,`), TRADE, Buffer.from(`,${yuan(one.amount_fen)},\r\n`)]),
        ...[...one.refunds].map(([no, fen]) =>
          Buffer.concat([Buffer.from(`${one.trade_no}\t,${one.out_no}\t,`), REFUND, Buffer.from(`,-${yuan(fen)},${no}\r\n`)]),
        ),
      ]);
      // it writes GBK
      zip.addBuffer(Buffer.concat([ALIPAY_BILL_HEAD, Buffer.from('\r\n'), ...lines, Buffer.from('#end\r\n')]), 'bill.csv');
      zip.end();
      response.writeHead(200);
      zip.outputStream.pipe(response);
      return;
    }
    const asked = new URL(request.url ?? '', 'http://x');
    const params = Object.fromEntries(request.method === 'GET' ? asked.searchParams : new URLSearchParams(await bodyOf(request)));
    const method = params['method'] ?? '';
    calls.push(`alipay ${method}`);
    const right = verify(
      'RSA-SHA256',
      Buffer.from(paramText(params, ['sign'])),
      ours.alipay.public_key,
      Buffer.from(params['sign'] ?? '', 'base64'),
    );
    if (method === 'alipay.user.agreement.page.sign') {
      const biz = JSON.parse(params['biz_content'] ?? '{}') as {
        external_agreement_no: string;
        period_rule_params: { single_amount: string };
      };
      if (right) {
        const most = Number(biz.period_rule_params.single_amount);
        agreements.set(biz.external_agreement_no, { status: 'NORMAL', theirs: `2088${biz.external_agreement_no}`, most, refuses: 0 });
      }
      response.writeHead(right ? 200 : 400).end(right ? '支付宝' : 'invalid-signature');
      return;
    }
    // a page for the payer: what it shows is not signed
    if (method === 'alipay.trade.wap.pay') {
      const biz = JSON.parse(params['biz_content'] ?? '{}') as Record<string, string>;
      // the trade begins when it is paid, not when its page is opened
      if (right)
        Object.assign(make('alipay', biz['out_trade_no'] ?? '', Math.round(Number(biz['total_amount']) * 100)), {
          said: { ...params, ...biz },
        });
      response.writeHead(right ? 200 : 400).end(right ? '支付宝' : 'invalid-signature');
      return;
    }
    const answer =
      right && params['app_id'] === ALIPAY.app_id
        ? alipayAnswer(method, JSON.parse(params['biz_content'] ?? '{}') as Record<string, string>)
        : { code: '40002', sub_code: 'isv.invalid-signature' };
    const text = JSON.stringify(answer);
    const signature = faults.unsigned ? 'AAAA' : sha((alipayKeys.at(-1) as Pair).key, text);
    response.end(`{"${method.replaceAll('.', '_')}_response":${text},"sign":${JSON.stringify(signature)}}`);
  });
  const alipay_url = urlOf(alipay);

  const folder = mkdtempSync(join(tmpdir(), 'cemao-keys-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const alipayPublic = file('alipay.pem', (alipayKeys[0] as Pair).public_pem + alipayNext.public_pem);

  return {
    books,
    faults,
    calls,
    wechatKeys,
    /** Ours, as WeChat checks it. */
    our_wechat_key: ours.wechat.public_key,
    alipayKeys,
    agreements,
    alipayNext,
    env: {
      WECHATPAY_MCHID: WECHAT.mchid,
      WECHATPAY_APPID: WECHAT.appid,
      WECHATPAY_SERIAL_NO: WECHAT.serial,
      WECHATPAY_PRIVATE_KEY_FILE: file('wechat.pem', ours.wechat.private_pem),
      WECHATPAY_API_V3_KEY: WECHAT.v3,
      WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0001',
      WECHATPAY_PUBLIC_KEY_FILE: file('platform.pem', (wechatKeys.get('PUB_KEY_ID_0001') as Pair).public_pem),
      WECHATPAY_URL: wechat_url,
      ALIPAY_APP_ID: ALIPAY.app_id,
      ALIPAY_SELLER_ID: ALIPAY.seller_id,
      ALIPAY_PRIVATE_KEY_FILE: file('ours.pem', ours.alipay.private_pem),
      ALIPAY_PUBLIC_KEY_FILE: alipayPublic,
      ALIPAY_URL: alipay_url,
      ALIPAY_CYCLE_SCENE: 'INDUSTRY|DEFAULT_SCENE',
    } as Record<string, string>,
    /** Beside `env`: what is contracted for phones. */
    phone_env: { WECHATPAY_H5: '1', WECHATPAY_APP_SECRET: WECHAT_APP.secret, ALIPAY_WAP: '1' },
    /** The payer opens the link and pays. */
    pay(name: 'wechat' | 'alipay', out_no: string): TheirPayment {
      const payment = books[name].get(out_no) as TheirPayment;
      Object.assign(payment, { opened: true, state: 'paid' });
      return payment;
    },
    /** The payer opens the link and looks at the bill. */
    open: (name: 'wechat' | 'alipay', out_no: string) => Object.assign(books[name].get(out_no) as TheirPayment, { opened: true }),
    /** WeChat's callback about a payment. */
    wechatNotify(payment: TheirPayment, change: object = {}, at?: Date, serial?: string) {
      const body = JSON.stringify({
        id: 'EV-1',
        event_type: 'TRANSACTION.SUCCESS',
        resource_type: 'encrypt-resource',
        resource: seal(JSON.stringify(transactionOf(payment, change))),
      });
      return { body, headers: { 'content-type': 'application/json', ...signWechat(body, at, serial) } };
    },
    /** Alipay's callback about a payment. */
    alipayNotify(payment: TheirPayment, change: Record<string, string> = {}, at = clock.now(), pair = alipayKeys.at(-1) as Pair) {
      const params: Record<string, string> = {
        notify_time: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '),
        notify_type: 'trade_status_sync',
        app_id: ALIPAY.app_id,
        seller_id: ALIPAY.seller_id,
        out_trade_no: payment.out_no,
        trade_no: payment.trade_no,
        total_amount: yuan(payment.amount_fen),
        trade_status: 'TRADE_SUCCESS',
        subject: '年会方案 & 更多=100%',
        ...change,
      };
      const signature = sha(pair.key, paramText(params, []));
      return {
        body: new URLSearchParams({ ...params, sign: signature, sign_type: 'RSA2' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      };
    },
    makePair,
    async stop() {
      await Promise.all([wechat, alipay].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** A reader of the page behind a QR: on a phone, in no app, without a wish, unless told otherwise. */
export function readBy(of: Partial<Asked>): Asked {
  return {
    ...{ inside: null, on_phone: true, wants: null, client_ip: '203.0.113.9', wechat_code: '', came_back: false },
    ...{ return_url: 'https://cemao.example/personalCenter/order?orderid=1', here_url: 'https://cemao.example/pay/here' },
    ...of,
  };
}

/** 支付宝交易号,商户订单号,业务类型,订单金额（元）,退款批次号/请求号 in GBK. */
const ALIPAY_BILL_HEAD = Buffer.from(
  'D6A7B8B6B1A6BDBBD2D7BAC52CC9CCBBA7B6A9B5A5BAC52CD2B5CEF1C0E0D0CD2CB6A9B5A5BDF0B6EEA3A8D4AAA3A92CCDCBBFEEC5FAB4CEBAC52FC7EBC7F3BAC5',
  'hex',
);
/** 交易 and 退款 in GBK. */
const TRADE = Buffer.from('BDBBD2D7', 'hex');
const REFUND = Buffer.from('CDCBBFEE', 'hex');

export type PaymentGateways = Awaited<ReturnType<typeof startPaymentGateways>>;
