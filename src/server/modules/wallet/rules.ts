import { POINT_REASONS } from '#contract/points.ts';
import { assert } from '../../kernel/assert.ts';
import type { TransferReason } from './statement.ts';

export type Unit = 'fen' | 'coin' | 'point';

/** A yuan buys one coin (spec 9). */
export const FEN_PER_COIN = 100;

interface AccountKind {
  unit: Unit;
  /** `people`: one a user; `house`: one in all. */
  of: 'people' | 'house';
  /** Keeps a running balance; the others are the sum of their entries. Repeated as a check constraint in tables.ts. */
  running: boolean;
}

/** Every kind of account there is. Platform accounts go negative by what lies outside: the gateway's is minus the money it received. */
export const ACCOUNT_KINDS = {
  balance: { unit: 'fen', of: 'people', running: true },
  /** Balance set aside by open orders and reservations. */
  held: { unit: 'fen', of: 'people', running: true },
  /** Filled from the balance beforehand, for no tender: what deposits of tenders are made of (decision 0315). */
  purse: { unit: 'fen', of: 'people', running: true },
  coin: { unit: 'coin', of: 'people', running: true },
  /** Coins set aside by reservations, and by nothing else. */
  held_coin: { unit: 'coin', of: 'people', running: true },
  point: { unit: 'point', of: 'people', running: true },
  /** What a publisher earned by sales. */
  earning: { unit: 'fen', of: 'people', running: false },
  /** Earnings on their way out: asked for and neither paid nor given back. */
  withdrawing: { unit: 'fen', of: 'people', running: false },
  /** Earnings that are held while the payer claims their money back at the provider. */
  claimed: { unit: 'fen', of: 'people', running: false },
  /** Paid for work that is not released yet. */
  escrow: { unit: 'fen', of: 'people', running: false },
  /** Money at payment providers. */
  gateway: { unit: 'fen', of: 'house', running: false },
  /** Our share of sales. */
  platform: { unit: 'fen', of: 'house', running: false },
  /** What coupons cost us. */
  coupon_cost: { unit: 'fen', of: 'house', running: false },
  /** Withheld from what was paid out, and not yet paid to the tax office. */
  tax_owed: { unit: 'fen', of: 'house', running: false },
  /** Received by mistake, to be paid back. */
  refund_due: { unit: 'fen', of: 'house', running: false },
  /** Balance given by us: gifts, the demo world. */
  gift_cost: { unit: 'fen', of: 'house', running: false },
  /** Balance that its owner gave up with their account. */
  written_off: { unit: 'fen', of: 'house', running: false },
  coin_source: { unit: 'coin', of: 'house', running: false },
  /** Coins that went the same way. */
  coin_written_off: { unit: 'coin', of: 'house', running: false },
  point_source: { unit: 'point', of: 'house', running: false },
} as const satisfies Record<string, AccountKind>;

export type Purpose = keyof typeof ACCOUNT_KINDS;

export const accountUnit = (purpose: Purpose): Unit => ACCOUNT_KINDS[purpose].unit;

export interface Entry {
  /** Null for the platform. */
  owner_id: number | null;
  purpose: Purpose;
  /** Signed, not zero; positive adds to the account. */
  amount: number;
}

/** One kind of account over a time, all its owners together: before it, what came and went, and after it. */
export interface AccountSum {
  purpose: Purpose;
  unit: Unit;
  opening: number;
  plus: number;
  /** Not above zero. */
  minus: number;
  closing: number;
}

/** Adds up entries of the same account and drops zeros. @throws Error when the rest does not sum to zero or mixes units and owners */
export function balancedEntries(unit: Unit, entries: readonly Entry[]): Entry[] {
  const sums = new Map<string, Entry>();
  let total = 0;
  for (const entry of entries) {
    const kind: AccountKind = ACCOUNT_KINDS[entry.purpose];
    assert(kind.unit === unit, `${entry.purpose} is not counted in ${unit}`);
    assert((kind.of === 'house') === (entry.owner_id === null), `${entry.purpose} belongs to ${kind.of}`);
    assert(Number.isSafeInteger(entry.amount), 'ledger amounts are integers');
    total += entry.amount;
    const key = `${entry.owner_id}/${entry.purpose}`;
    sums.set(key, { ...entry, amount: (sums.get(key)?.amount ?? 0) + entry.amount });
  }
  assert(total === 0, `entries sum to ${total}, not to zero`);
  return [...sums.values()].filter((entry) => entry.amount !== 0);
}

/** What can be set aside before its price is known. */
export type ReservedUnit = 'fen' | 'coin';

/** From where, where it is held, and who earns what is settled. */
const RESERVED = {
  fen: { free: 'balance', held: 'held', earner: 'platform' },
  coin: { free: 'coin', held: 'held_coin', earner: 'coin_source' },
} as const satisfies Record<ReservedUnit, { free: Purpose; held: Purpose; earner: Purpose }>;

interface Reserved {
  user_id: number;
  unit: ReservedUnit;
  max_amount: number;
}

export function reservedEntries({ user_id, unit, max_amount }: Reserved): Entry[] {
  return [
    { owner_id: user_id, purpose: RESERVED[unit].free, amount: -max_amount },
    { owner_id: user_id, purpose: RESERVED[unit].held, amount: max_amount },
  ];
}

/** The platform gets what was settled, its owner the rest; a released reservation is one settled at nothing. */
export function settledEntries({ user_id, unit, max_amount }: Reserved, settled: number): Entry[] {
  return [
    { owner_id: user_id, purpose: RESERVED[unit].held, amount: -max_amount },
    { owner_id: null, purpose: RESERVED[unit].earner, amount: settled },
    { owner_id: user_id, purpose: RESERVED[unit].free, amount: max_amount - settled },
  ];
}

const WRITTEN_OFF = {
  fen: { from: 'balance', to: 'written_off' },
  coin: { from: 'coin', to: 'coin_written_off' },
} as const satisfies Record<ReservedUnit, { from: Purpose; to: Purpose }>;

/** Its owner gave it up: it no longer exists. */
export function writtenOffEntries(user_id: number, unit: ReservedUnit, amount: number): Entry[] {
  return [
    { owner_id: user_id, purpose: WRITTEN_OFF[unit].from, amount: -amount },
    { owner_id: null, purpose: WRITTEN_OFF[unit].to, amount },
  ];
}

const LINE_TITLES: Readonly<Partial<Record<TransferReason, string>>> = {
  order_held: '订单使用余额',
  order_closed: '订单关闭，余额退回',
  order_refunded: '订单退款',
  gift: '平台赠送',
  sale: '作品售出',
  coins_bought: '猫币充值',
  coins_refunded: '猫币充值退款',
  balance_bought: '余额充值',
  balance_refunded: '余额充值退款',
  contact_reserve: '联系供应商',
  contact_release: '未接通，猫币退回',
  assistant_reserve: '助手预留',
  assistant_release: '助手未生成，猫币退回',
  assistant_settle: '助手预留的剩余退回',
  claim_held: '买家拒付或投诉，收益冻结',
  claim_released: '拒付或投诉结束，收益解冻',
  claim_loss: '支付方已退款，余额收回',
  escrow_held: '合作款由平台托管',
  escrow_released: '合作款放款',
  purse_filled: '转入投标保证金',
  purse_taken: '取回投标保证金',
  purse_forfeited: '放弃中选，保证金赔付',
  member_pool: '会员分成',
  withdrawal: '申请提现',
  withdrawal_back: '提现退回',
  withdrawal_paid: '收益转入',
  account_closed: '注销账号时放弃',
};

/** A line of an account in words. Reasons of later releases say at least which way the money went. */
export function lineTitle(reason: string, account: Purpose, amount: number): string {
  if (reason === 'order_refunded' && account === 'earning') return '订单退款，收益扣回';
  if (account === 'point') return (POINT_REASONS as Readonly<Record<string, string>>)[reason] ?? (amount > 0 ? '积分增加' : '积分减少');
  return (LINE_TITLES as Readonly<Record<string, string>>)[reason] ?? (amount > 0 ? '收入' : '支出');
}

/** The instants of a Shanghai month, YYYY-MM; both null for ''. */
export function monthRange(month: string): { from: Date | null; to: Date | null } {
  const [year = 0, of_year = 0] = month.split('-').map(Number);
  if (month === '') return { from: null, to: null };
  const start = (at_year: number, at_month: number) => new Date(Date.UTC(at_year, at_month - 1, 1) - 8 * 3_600_000);
  return { from: start(year, of_year), to: start(year, of_year + 1) };
}
