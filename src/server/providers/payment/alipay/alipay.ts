import type { AlipayConfig } from '../../../config/providers.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { fenToYuan, yuanToFen } from '../../../kernel/money.ts';
import { CALL_TIMEOUT_MS, type ChannelPayment, type PaymentChannel } from '../channel.ts';
import { type PaymentFacts, paymentFacts } from '../port.ts';
import { alipayBill, unzipTexts } from './bill.ts';
import { isSignedBy, memberText, paramMessage, privateKeyOf, publicKeysOf, signRsa2 } from './signing.ts';

/** It calls again for 25 hours under the time of the first attempt. */
const NOTIFY_AGE_MS = 26 * 3_600_000;

const STATES: Readonly<Record<string, PaymentFacts['status']>> = {
  WAIT_BUYER_PAY: 'waiting',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

interface Answer {
  code: string;
  sub_code: string;
  body: Readonly<Record<string, unknown>>;
}

/** Time as Alipay writes it: Beijing, without a zone. */
const timeText = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/** Precreated links open for two hours; ours are made again somewhat earlier. */
const NATIVE_LINK_MS = 110 * 60_000;

/** 周期扣款. */
const CYCLE = 'CYCLE_PAY_AUTH';

const bizOf = ({ out_no, amount_fen, title, expires_at }: ChannelPayment) => ({
  out_trade_no: out_no,
  total_amount: fenToYuan(amount_fen),
  // it takes none of these signs
  subject: title.replace(/[/=&]/g, ' ').slice(0, 100),
  time_expire: timeText(expires_at),
});

/**
 * Alipay by precreate (当面付), on phones by wap (手机网站支付) where that is contracted. Its public keys are those of the configuration: while
 * they change, the old one and the new one.
 */
export function createAlipay(config: AlipayConfig, { notify_url, clock }: { notify_url: string; clock: Clock }): PaymentChannel {
  const private_key = privateKeyOf(config.private_key);
  const public_keys = publicKeysOf(config.public_keys);

  const signed = (method: string, biz: object, more: Record<string, string>): URLSearchParams => {
    const params: Record<string, string> = {
      app_id: config.app_id,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: timeText(clock.now()),
      version: '1.0',
      biz_content: JSON.stringify(biz),
      ...more,
    };
    return new URLSearchParams({ ...params, sign: signRsa2(private_key, paramMessage(params, ['sign'])) });
  };

  /** @throws for an answer that it did not sign */
  const call = async (method: string, biz: object, more: Record<string, string> = {}): Promise<Answer> => {
    const body = signed(method, biz, more);
    const response = await fetch(config.url, { method: 'POST', body, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
    const raw = await response.text();
    if (!response.ok) throw new Error(`alipay: ${method} answered ${response.status}`);
    const text = memberText(raw, `${method.replaceAll('.', '_')}_response`);
    const sign = (JSON.parse(raw) as { sign?: unknown }).sign;
    if (text === null || typeof sign !== 'string' || !isSignedBy(public_keys, text, sign))
      throw new Error(`alipay: ${method} is not signed by Alipay`);
    const answer = JSON.parse(text) as Record<string, unknown>;
    return { code: String(answer['code']), sub_code: String(answer['sub_code'] ?? ''), body: answer };
  };

  const must = (what: string, { code, sub_code, body }: Answer): Readonly<Record<string, unknown>> => {
    if (code !== '10000') throw new Error(`alipay: ${what} answered ${code} ${sub_code}`);
    return body;
  };

  const factsOf = (told: Readonly<Record<string, unknown>>, of: { merchant_id: string; app_id: string }): PaymentFacts | null => {
    const status = STATES[String(told['trade_status'])];
    const payer = told['buyer_open_id'] ?? told['buyer_user_id'] ?? told['buyer_id'];
    return (
      paymentFacts.safeParse({
        ...of,
        payment_no: told['out_trade_no'],
        trade_no: told['trade_no'],
        amount_fen: yuanToFen(String(told['total_amount'])),
        currency: 'CNY',
        status,
        channel: 'alipay',
        ...(typeof payer === 'string' ? { payer } : {}),
      }).data ?? null
    );
  };

  const query = async (out_no: string): Promise<PaymentFacts | null> => {
    const answer = await call('alipay.trade.query', { out_trade_no: out_no });
    if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return null;
    // the answer names neither: it is signed for the app that asked
    const facts = factsOf(must('query', answer), { merchant_id: config.seller_id, app_id: config.app_id });
    if (!facts) throw new Error(`alipay: query of ${out_no} could not be understood`);
    return facts;
  };

  const cycle = { personal_product_code: 'CYCLE_PAY_AUTH_P', sign_scene: config.cycle_scene };
  const agreement = async (agreement_no: string): Promise<{ state: 'waiting' | 'agreed' | 'ended'; theirs: string }> => {
    const answer = await call('alipay.user.agreement.query', { ...cycle, external_agreement_no: agreement_no });
    // its page was not opened yet, or it was forgotten since
    if (answer.sub_code.endsWith('AGREEMENT_NOT_EXIST')) return { state: 'waiting', theirs: '' };
    const { status, agreement_no: theirs } = must('agreement query', answer);
    return { state: status === 'NORMAL' ? 'agreed' : status === 'TEMP' ? 'waiting' : 'ended', theirs: String(theirs) };
  };
  const agreements: PaymentChannel['agreements'] = {
    ask({ agreement_no, price_fen, days, first_at }) {
      const period_rule_params = {
        ...{ period_type: 'DAY', period: String(days), single_amount: fenToYuan(price_fen) },
        execute_time: timeText(first_at).slice(0, 10),
      };
      const biz = {
        ...cycle,
        product_code: CYCLE,
        external_agreement_no: agreement_no,
        access_params: { channel: 'QRCODE' },
        period_rule_params,
      };
      return `${config.url}?${signed('alipay.user.agreement.page.sign', biz, {})}`;
    },
    state: async (agreement_no) => (await agreement(agreement_no)).state,
    async end(agreement_no) {
      if ((await agreement(agreement_no)).state !== 'agreed') return;
      must('unsign', await call('alipay.user.agreement.unsign', { ...cycle, external_agreement_no: agreement_no }));
    },
    async charge(agreement_no, payment) {
      const { state, theirs } = await agreement(agreement_no);
      if (state !== 'agreed') return 'refused';
      const { time_expire: _, ...biz } = bizOf(payment);
      const paying = { ...biz, product_code: CYCLE, agreement_params: { agreement_no: theirs } };
      const answer = await call('alipay.trade.pay', paying, { notify_url });
      if (answer.code === '40004') return 'refused';
      // 10003: it is still thinking, and says by notify what became of it
      if (answer.code !== '10003') must('charge', answer);
      return 'asked';
    },
  };

  return {
    name: 'alipay',
    agreements: config.cycle_scene === null ? null : agreements,
    merchant_id: config.seller_id,
    app_id: config.app_id,
    inside_way: config.wap ? 'wap' : 'native',
    // its link is a page that opens the app
    phone_way: config.wap ? 'wap' : 'native',
    bridge: null,
    linkLife: (way) => (way === 'native' ? NATIVE_LINK_MS : 0),
    leadBack: (link) => link,
    async open(payment, { way, return_url }) {
      const biz = bizOf(payment);
      // an address that we sign, not a call: the trade begins when it is paid
      if (way === 'wap') {
        const more = { notify_url, return_url };
        return `${config.url}?${signed('alipay.trade.wap.pay', { ...biz, product_code: 'QUICK_WAP_WAY', quit_url: return_url }, more)}`;
      }
      const { qr_code } = must('precreate', await call('alipay.trade.precreate', biz, { notify_url }));
      if (typeof qr_code !== 'string') throw new Error('alipay: precreate gave no link');
      return qr_code;
    },
    query,
    async close(out_no) {
      const answer = await call('alipay.trade.close', { out_trade_no: out_no });
      if (answer.code === '10000') return 'closed';
      // the link was not opened yet: it makes a trade when somebody does
      if (answer.sub_code === 'ACQ.TRADE_NOT_EXIST') return 'unknown';
      const facts = await query(out_no);
      if (facts?.status === 'paid') return 'paid';
      if (facts?.status === 'closed') return 'closed';
      throw new Error(`alipay: close answered ${answer.code} ${answer.sub_code}`);
    },
    async refund({ out_no, refund_no, amount_fen, reason }) {
      const biz = {
        out_trade_no: out_no,
        refund_amount: fenToYuan(amount_fen),
        out_request_no: refund_no,
        refund_reason: reason.slice(0, 100),
      };
      const { fund_change } = must('refund', await call('alipay.trade.refund', biz));
      if (fund_change === 'Y') return 'done';
      // a repeated call changes nothing, so it says N of a refund that stands
      const asked = must(
        'refund query',
        await call('alipay.trade.fastpay.refund.query', { out_trade_no: out_no, out_request_no: refund_no }),
      );
      return asked['refund_status'] === 'REFUND_SUCCESS' ? 'done' : 'waiting';
    },
    async verifyNotify(raw, _headers, now) {
      const params = Object.fromEntries(new URLSearchParams(Buffer.from(raw).toString('utf8')));
      if (!isSignedBy(public_keys, paramMessage(params, ['sign', 'sign_type']), params['sign'] ?? '')) return 'unsigned';
      const sent = Date.parse(`${(params['notify_time'] ?? '').replace(' ', 'T')}+08:00`);
      if (!(Math.abs(now.getTime() - sent) <= NOTIFY_AGE_MS)) return 'unsigned';
      return factsOf(params, { merchant_id: params['seller_id'] ?? '', app_id: params['app_id'] ?? '' }) ?? 'unreadable';
    },
    notifyReply: (taken) => ({ status: taken ? 200 : 400, body: taken ? 'success' : 'fail', content_type: 'text/plain' }),
    async bill(day) {
      const answer = await call('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day });
      if (answer.sub_code === 'isp.bill_not_exist' || answer.sub_code.toLowerCase().includes('not_exist')) return null;
      const { bill_download_url } = must('bill', answer);
      const file = await fetch(String(bill_download_url), { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
      if (!file.ok) throw new Error(`alipay: the bill answered ${file.status}`);
      const texts = await unzipTexts(Buffer.from(await file.arrayBuffer()));
      return (await Promise.all(texts.map(alipayBill))).flat();
    },
  };
}
