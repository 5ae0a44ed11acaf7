import type { OwnPage, WalletAccount, WalletLine } from '#contract/center.ts';
import { POINT_REASONS, type PointReason } from '#contract/points.ts';
import type { LineAccount, LineWay, WalletStatement } from '#contract/wallet.ts';
import { type Ctx, readTogether, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import type { Fen } from '../../kernel/money.ts';
import {
  accountKey,
  countLines,
  ensureAccounts,
  findAmountMoved,
  findBalance,
  findBalances,
  findBalancesOf,
  findEntries,
  findKeys,
  findLastMoved,
  findLines,
  lockAndSum,
  lockBalance,
  lockPurse,
} from './repo.ts';
import { findCoinsUsed, findStatement, type StatementRow, sumOwed, sumStatement } from './reservations.repo.ts';
import { FEN_PER_COIN, lineTitle, monthRange, type Purpose, type Unit } from './rules.ts';

/** What a reservation can be for; each step of it is a transfer with a reason of its own. */
export type ReservedFor = 'contact' | 'assistant';

/** Why a transfer was made, in words for staff. Points have their own, see POINT_REASONS. */
const REASONS = {
  order_held: '下单冻结',
  order_closed: '关闭退回',
  sale: '成交',
  order_refunded: '退款',
  refund: '支付方已退回',
  chargeback: '拒付，支付方已扣回',
  claim_held: '拒付与投诉冻结',
  claim_released: '拒付与投诉解冻',
  claim_loss: '拒付，已退到余额的部分',
  escrow_held: '合作款托管',
  escrow_released: '合作款放款或退回',
  purse_filled: '转入投标保证金',
  purse_taken: '取回投标保证金',
  purse_forfeited: '投标保证金赔付',
  paid_twice: '重复付款，待退回',
  paid_late: '关闭后付款，待退回',
  amount_differs: '转账金额不一致，待退回',
  owned_already: '已拥有仍付款，待退回',
  coins_bought: '猫币到账',
  coins_refunded: '猫币退款收回',
  balance_bought: '余额充值到账',
  balance_refunded: '余额充值退款收回',
  contact_reserve: '联系供应商预留',
  contact_settle: '联系供应商扣除',
  contact_release: '联系供应商退回',
  assistant_reserve: '助手预留',
  assistant_settle: '助手扣除',
  assistant_release: '助手退回',
  member_pool: '会员分成',
  withdrawal: '申请提现',
  withdrawal_back: '提现退回',
  withdrawal_paid: '提现已打款',
  tax_paid: '代扣款已缴',
  account_closed: '注销账号时放弃',
} as const satisfies Record<string, string>;

export type TransferReason = keyof typeof REASONS | PointReason;

export const REASON_TITLES: Readonly<Record<TransferReason, string>> = { ...POINT_REASONS, ...REASONS };

export const ACCOUNT_TITLES: Readonly<Record<Purpose, string>> = {
  balance: '余额',
  held: '冻结余额',
  purse: '投标保证金',
  coin: '猫币',
  held_coin: '预留猫币',
  point: '积分',
  earning: '发布者收益',
  withdrawing: '提现中收益',
  claimed: '冻结收益',
  escrow: '托管合作款',
  gateway: '支付渠道',
  platform: '平台收入',
  coupon_cost: '优惠券成本',
  tax_owed: '代扣待缴',
  refund_due: '待退回',
  gift_cost: '赠送成本',
  written_off: '注销放弃的余额',
  coin_source: '猫币发行',
  coin_written_off: '注销放弃的猫币',
  point_source: '积分发行',
};

/** For staff. What an older or newer release wrote keeps its own name. */
export const reasonTitle = (reason: string): string => (REASON_TITLES as Readonly<Record<string, string>>)[reason] ?? reason;
export const accountTitle = (purpose: string): string => (ACCOUNT_TITLES as Readonly<Record<string, string>>)[purpose] ?? purpose;

/** Every reason that a transfer can have. */
export const TRANSFER_REASONS = Object.keys(REASON_TITLES) as TransferReason[];

export interface Balances {
  /** Free to spend, without what open orders hold. */
  balance_fen: number;
  /** Set aside by open orders and reservations. */
  held_fen: number;
  coin: number;
  held_coin: number;
  point: number;
  earning_fen: number;
  /** Earnings on their way out. */
  withdrawing_fen: number;
  /** Held for claims of payers. */
  claimed_fen: number;
  /** Paid for work and not released. */
  escrow_fen: number;
  purse_fen: number;
}

/** What a person has; zeros for somebody without accounts. */
export async function balances(ctx: Ctx, user_id: number): Promise<Balances> {
  const found = await findBalances(ctx.db, user_id);
  const of = (purpose: Purpose) => found.get(purpose) ?? 0;
  return {
    balance_fen: of('balance'),
    held_fen: of('held'),
    coin: of('coin'),
    held_coin: of('held_coin'),
    point: of('point'),
    earning_fen: of('earning'),
    withdrawing_fen: of('withdrawing'),
    claimed_fen: of('claimed'),
    escrow_fen: of('escrow'),
    purse_fen: of('purse'),
  };
}

/** Which of a person's accounts in money moved last; null: neither ever did. */
export const lastMoved = (ctx: Ctx, user_id: number): Promise<'balance' | 'earning' | null> => findLastMoved(ctx.db, user_id);

/** Only the spendable balance, fen: one indexed read. */
export async function spendableBalance(ctx: Ctx, user_id: number): Promise<number> {
  return findBalance(ctx.db, user_id);
}

/** The spendable balance, locked until the transaction ends. */
export async function lockSpendableBalance(tx: TxCtx, user_id: number): Promise<number> {
  return lockBalance(tx.db, user_id);
}

/** What somebody's purse of deposits holds, fen, locked with their balance until the transaction ends. */
export async function lockPurseOf(tx: TxCtx, user_id: number): Promise<number> {
  return lockPurse(tx.db, user_id);
}

/** What a publisher's earnings come to, fen, locked until the transaction ends. */
export async function lockEarning(tx: TxCtx, user_id: number): Promise<number> {
  const account = await ensureAccounts(tx.db, [{ owner_id: user_id, purpose: 'earning' }]);
  return lockAndSum(tx.db, account.get(accountKey({ owner_id: user_id, purpose: 'earning' })) as number);
}

/** What everybody has of one purpose that keeps a running balance, zeros left out. For proofs. */
export function balancesOf(ctx: Ctx, purpose: Purpose): Promise<Map<number, number>> {
  return findBalancesOf(ctx.db, purpose);
}

/** Balance of a platform account, fen: the sum of its entries. For proofs and reports. */
export async function houseBalances(ctx: Ctx): Promise<Map<string, number>> {
  return findBalances(ctx.db, 0);
}

export interface LedgerLine {
  created_at: Date;
  reason: string;
  key: string;
  /** See ACCOUNT_KINDS. */
  purpose: string;
  /** Null: the platform's own. */
  owner_id: number | null;
  unit: Unit;
  amount: number;
}

/** Every entry that was written with one of these references (order and refund numbers), the oldest first. */
export function ledgerOf(ctx: Ctx, references: readonly string[]): Promise<LedgerLine[]> {
  return findEntries(ctx.db, references);
}

/** Which of these keys have a transfer. */
export async function knownTransfers(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  return keys.length === 0 ? new Set() : findKeys(ctx.db, keys);
}

/** How much a transfer with this key moved; null: there is none. */
export const amountMoved = (ctx: Ctx, key: string): Promise<number | null> => findAmountMoved(ctx.db, key);

export interface StatementFilter {
  account: LineAccount | 'point';
  /** YYYY-MM in Shanghai; '': all of them. */
  month: string;
  way: LineWay;
}

/** What orders of these numbers were for, by number. */
type AboutOf = (references: readonly string[]) => Promise<ReadonlyMap<string, string>>;
const ofNothing: AboutOf = async () => new Map();

/** A page of one account of the signed-in user, each line with what the account held after it. Yuan, coins or points. */
export async function walletStatement(
  ctx: Ctx,
  filter: StatementFilter & { before: number; limit: number },
  about_of?: AboutOf,
): Promise<WalletStatement> {
  return statementOf(ctx, requireUser(ctx), filter, about_of);
}

/** The same of anybody: the caller decided who may see it. */
export async function statementOf(
  ctx: Ctx,
  owner_id: number,
  { before, limit, ...filter }: StatementFilter & { before: number; limit: number },
  about_of = ofNothing,
): Promise<WalletStatement> {
  const want = wantOf(owner_id, filter);
  const [rows, { n, sum_in, sum_out }] = await readTogether(
    ctx,
    () => findStatement(ctx.db, want, before, limit + 1),
    () => sumStatement(ctx.db, want),
  );
  const shown = rows.slice(0, limit);
  const per = perUnit(filter.account);
  return {
    list: await linesOf(shown, filter.account, about_of),
    next: rows.length > limit ? (shown.at(-1)?.id ?? 0) : 0,
    sum_in: sum_in / per,
    sum_out: sum_out / per,
    total: n,
  };
}

/** Amounts of money are fen in the ledger and yuan here. */
const perUnit = (account: StatementFilter['account']): number => (account === 'coin' || account === 'point' ? 1 : 100);
const YUAN = ['金额（元）', '之后的余额（元）'] as const;
const CSV_UNITS = { balance: YUAN, earning: YUAN, coin: ['猫币', '之后的猫币'], point: ['积分', '之后的积分'] } as const;

const CSV_BATCH = 500;
/** More lines than anybody has; a file that never ends is useless. */
const CSV_MOST = 50_000;

/** The same as rows of a file, the newest first: head, then every line that the filter finds, at most 50,000. */
export async function* statementCsv(
  ctx: Ctx,
  filter: StatementFilter,
  about_of = ofNothing,
): AsyncGenerator<ReadonlyArray<string | number>> {
  const want = wantOf(requireUser(ctx), filter);
  yield ['时间', '说明', '单号', ...CSV_UNITS[filter.account]];
  let before = 0;
  for (let read = 0; read < CSV_MOST; read += CSV_BATCH) {
    const rows = await findStatement(ctx.db, want, before, CSV_BATCH);
    for (const { title, about, reference, amount, after, created_at } of await linesOf(rows, filter.account, about_of))
      yield [timeOf(created_at), about === '' ? title : `${title}「${about}」`, reference, amount, after];
    before = rows.at(-1)?.id ?? 0;
    if (rows.length < CSV_BATCH) return;
  }
}

/** Shanghai, to the second. */
const timeOf = (seconds: number): string => new Date((seconds + 8 * 3_600) * 1000).toISOString().slice(0, 19).replace('T', ' ');

function wantOf(owner_id: number, { account, month, way }: StatementFilter) {
  return { owner_id, purpose: account, way, ...monthRange(month) };
}

async function linesOf(rows: readonly StatementRow[], account: StatementFilter['account'], about_of: AboutOf) {
  const per = perUnit(account);
  const about = await about_of(rows.map(({ reference }) => reference));
  return rows.map(({ id, reason, reference, amount, after, created_at }) => ({
    ...{ id, title: lineTitle(reason, account, amount), about: about.get(reference) ?? '', reference },
    ...{ amount: amount / per, after: Number(after) / per, created_at: unixSeconds(created_at) },
  }));
}

/** What moved on one account of the signed-in user, the newest first; amounts in yuan. */
export async function walletLines(
  ctx: Ctx,
  { account, page, limit }: { account: WalletAccount; page: number; limit: number },
): Promise<OwnPage<Omit<WalletLine, 'about'>>> {
  const user_id = requireUser(ctx);
  const rows = await findLines(ctx.db, user_id, account, (page - 1) * limit, limit);
  const list = rows.map(({ id, reason, reference, amount, created_at }) => ({
    id,
    title: lineTitle(reason, account, amount),
    reference,
    amount: amount / 100,
    created_at: unixSeconds(created_at),
  }));
  return { list, total: await countLines(ctx.db, user_id, account), page, limit };
}

/** What coins earned since then by Shanghai day: those that were spent, and those that were given up with an account. */
export async function coinIncomeSince(ctx: Ctx, since: Date): Promise<Array<{ day: string; uses: number; fen: Fen }>> {
  return (await findCoinsUsed(ctx.db, since)).map(({ day, uses, coins }) => ({ day, uses, fen: coins * FEN_PER_COIN }));
}

/** What is owed to people: coins and balance to spend here, also what is set aside, and what is held until work is done. */
export async function owedNow(ctx: Ctx): Promise<{ spend_fen: Fen; escrow_fen: Fen }> {
  const { coins, fen, escrow_fen } = await sumOwed(ctx.db);
  return { spend_fen: coins * FEN_PER_COIN + fen, escrow_fen };
}
