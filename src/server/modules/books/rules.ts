import type { AccountSum, Purpose } from '../wallet/index.ts';

/** What moved of one account for one reason; '' where a way of payment or a subject does not apply. */
export interface Flow {
  account: Purpose;
  reason: string;
  channel: string;
  subject: string;
  amount: number;
}

/** An amount as the ledger and as the record beside it have it. */
export interface Unlike {
  reason: string;
  account: string;
  reference: string;
  ledger: number;
  recorded: number;
}

/** One figure: lines of the ledger by these words, so that the list they lead to has the same sum. */
export interface Figure {
  title: string;
  fen: number;
  note: string;
  /** Query of the list of lines, without days; null: no lines of ours. What is left at an end is the end of the account's lines. */
  query: { account: string; reason?: string; channel?: string; subject?: string } | null;
}

export interface Section {
  title: string;
  figures: Figure[];
}

/** Words that the figures are made of. */
export interface Names {
  reason(reason: string): string;
  channel(channel: string): string;
  subject(subject: string): string;
}

/** A way of payment or a subject that lines do not have, in the query of their list. */
export const NONE = 'none';
const COIN_FEN = 100;
const STRAY = ['paid_twice', 'paid_late', 'owned_already', 'amount_differs'];
/** The way of payment that costs nothing. */
const FREE_CHANNEL = 'bank';
const COIN_USES = ['contact_settle', 'assistant_settle'];

type Wish = Pick<Flow, 'account'> & { reasons: readonly string[]; by?: 'channel' | 'subject'; sign?: 1 | -1; per?: number };

/** Lines by reason (and by way or subject), each a figure; zeros are left out. */
function figuresOf(flows: readonly Flow[], { account, reasons, by, sign = 1, per = 1 }: Wish, title: (flow: Flow) => string): Figure[] {
  const found = new Map<string, { flow: Flow; amount: number }>();
  for (const flow of flows) {
    if (flow.account !== account || !reasons.includes(flow.reason)) continue;
    const key = `${flow.reason}/${by ? flow[by] : ''}`;
    const had = found.get(key) ?? { flow, amount: 0 };
    found.set(key, { flow, amount: had.amount + flow.amount });
  }
  return [...found.values()]
    .filter(({ amount }) => amount !== 0)
    .map(({ flow, amount }) => ({
      ...{ title: title(flow), fen: amount * sign * per, note: '' },
      query: { account, reason: flow.reason, ...(by ? { [by]: flow[by] || NONE } : {}) },
    }))
    .toSorted((a, b) => Math.abs(b.fen) - Math.abs(a.fen));
}

/** What the provider took for itself, by way of payment. */
export interface Fee {
  channel: string;
  fen: number;
  estimated: boolean;
}

/** By the bills where they say it of the whole time, else by a rate (basis points) of what came and did not go back. */
export function feesOf(
  flows: readonly Flow[],
  runs: ReadonlyArray<{ lines: number | null; fees: Record<string, number> | null }>,
  rate_bp: number,
): Fee[] {
  const channels = new Map<string, number>();
  for (const { account, reason, channel, amount } of flows)
    if (
      account === 'gateway' &&
      (reason === 'sale' || reason === 'refund' || reason === 'chargeback' || STRAY.includes(reason)) &&
      channel !== '' &&
      channel !== FREE_CHANNEL
    )
      channels.set(channel, (channels.get(channel) ?? 0) - amount);
  const billed = runs.filter(({ lines }) => (lines ?? 0) > 0);
  const known = billed.length > 0 && billed.every(({ fees }) => fees !== null);
  return [...channels].map(([channel, fen]) => ({
    channel,
    fen: known ? billed.reduce((sum, { fees }) => sum + (fees?.[channel] ?? 0), 0) : Math.round((Math.max(0, fen) * rate_bp) / 10_000),
    estimated: !known,
  }));
}

/** All figures of a time, from the ledger alone. */
export function sectionsOf(
  flows: readonly Flow[],
  sums: readonly AccountSum[],
  more: { fees: readonly Fee[]; returnable_fen: number; returnable_days: number },
  names: Names,
): Section[] {
  const of = (wish: Wish, title: (flow: Flow) => string) => figuresOf(flows, wish, title);
  const at = (title: string, purposes: readonly Purpose[], { sign = 1, per = 1, note = '' } = {}): Figure[] => {
    const [account = 'gateway'] = purposes;
    const amount = sums.filter(({ purpose }) => purposes.includes(purpose)).reduce((sum, { closing }) => sum + closing, 0);
    return [{ title, fen: amount * sign * per, note, query: { account } }];
  };
  const owed = sums.find(({ purpose }) => purpose === 'earning')?.closing ?? 0;
  const held = Math.min(Math.max(0, owed), more.returnable_fen);
  const part = (title: string, fen: number, note: string): Figure => ({ title, fen, note, query: null });
  return [
    {
      title: '收款',
      figures: [
        ...of({ account: 'gateway', reasons: ['sale'], by: 'channel', sign: -1 }, ({ channel }) => `${names.channel(channel)}收款`),
        ...of({ account: 'gateway', reasons: STRAY, sign: -1 }, ({ reason }) => names.reason(reason)),
        ...of({ account: 'held', reasons: ['sale'], sign: -1 }, () => '余额支付'),
        ...of({ account: 'coin_source', reasons: COIN_USES, per: COIN_FEN }, ({ reason }) => `猫币：${names.reason(reason)}`),
      ],
    },
    {
      title: '退出去的',
      figures: [
        ...of({ account: 'refund_due', reasons: ['order_refunded'] }, () => '退款：原路退回'),
        ...of({ account: 'balance', reasons: ['order_refunded'] }, () => '退款：退回余额'),
        ...of({ account: 'gateway', reasons: ['refund'], by: 'channel' }, ({ channel }) => `${names.channel(channel)}已退完`),
        ...of({ account: 'gateway', reasons: ['chargeback'], by: 'channel' }, ({ channel }) => `${names.channel(channel)}拒付`),
      ],
    },
    {
      title: '分账',
      figures: [
        ...of({ account: 'earning', reasons: ['sale'] }, () => '发布者分成'),
        ...of({ account: 'earning', reasons: ['order_refunded'] }, () => '退款收回的分成'),
        ...of({ account: 'earning', reasons: ['member_pool'] }, () => '会员分成'),
        ...of({ account: 'platform', reasons: ['sale'], by: 'subject' }, ({ subject }) => `平台：${names.subject(subject)}`),
        ...of({ account: 'platform', reasons: ['order_refunded'], by: 'subject' }, ({ subject }) => `平台退款：${names.subject(subject)}`),
        ...of({ account: 'platform', reasons: ['balance_bought', 'balance_refunded'] }, ({ reason }) => names.reason(reason)),
        ...of({ account: 'platform', reasons: COIN_USES }, ({ reason }) => `平台：${names.reason(reason)}`),
      ],
    },
    {
      title: '平台成本',
      figures: [
        ...of({ account: 'coupon_cost', reasons: ['sale'], sign: -1 }, () => '优惠券（平台承担）'),
        ...of({ account: 'coupon_cost', reasons: ['order_refunded'], sign: -1 }, () => '随退款退回的优惠券'),
        ...of({ account: 'platform', reasons: ['claim_loss'], sign: -1 }, () => '拒付没有收回的部分'),
        ...of({ account: 'gift_cost', reasons: ['gift'], sign: -1 }, () => '赠送余额'),
        ...more.fees.map(({ channel, fen, estimated }) =>
          part(`${names.channel(channel)}手续费`, fen, estimated ? '按设置的费率估算，账单没有写明' : '按支付方账单'),
        ),
      ],
    },
    {
      title: '提现',
      figures: [
        ...of({ account: 'withdrawing', reasons: ['withdrawal'] }, () => '申请提现'),
        ...of({ account: 'withdrawing', reasons: ['withdrawal_back'], sign: -1 }, () => '提现退回'),
        ...of({ account: 'gateway', reasons: ['withdrawal_paid'] }, () => '已打款'),
        ...of({ account: 'balance', reasons: ['withdrawal_paid'] }, () => '已转入发布者的余额'),
        ...of({ account: 'tax_owed', reasons: ['withdrawal_paid'] }, () => '代扣个税'),
        ...of({ account: 'tax_owed', reasons: ['tax_paid'], sign: -1 }, () => '代扣个税已缴'),
      ],
    },
    {
      title: '期末结存',
      figures: [
        ...at('应付发布者', ['earning']),
        part('其中可以提现', owed - held, ''),
        part('其中买家仍可退款', held, `近 ${more.returnable_days} 天售出的部分`),
        ...at('提现处理中', ['withdrawing']),
        ...at('拒付与投诉冻结的收益', ['claimed']),
        ...at('托管中的合作款', ['escrow']),
        ...at('用户余额', ['balance']),
        ...at('用户的投标保证金', ['purse']),
        ...at('未付订单占用的余额', ['held']),
        ...at('未用的猫币', ['coin'], { per: COIN_FEN, note: '1 猫币 = ¥1' }),
        ...at('预留的猫币', ['held_coin'], { per: COIN_FEN }),
        ...(sums.some(({ purpose }) => purpose === 'tax_owed') ? at('代扣待缴的个税', ['tax_owed']) : []),
        ...at('待退回支付方', ['refund_due']),
        ...at('支付渠道结存', ['gateway'], { sign: -1, note: '未扣手续费' }),
      ],
    },
  ];
}

/** What stands between a month and its closing. */
export interface Standing {
  /** The month is over, and those before it are closed. */
  ended: boolean;
  next: boolean;
  /** Days without a bill, differences with bills, amounts that the ledger and the records do not share. */
  missing: number;
  differences: number;
  unlike: number;
}

/** Why it cannot be closed, '' when it can; `words`: only with an explanation. */
export function judgeClosing({ ended, next, missing, differences, unlike }: Standing): { why_not: string; words: boolean } {
  if (!ended) return { why_not: '这个月还没有结束', words: false };
  if (!next) return { why_not: '月份须逐月结账，请先结更早的月份', words: false };
  return { why_not: '', words: missing + differences + unlike > 0 };
}
