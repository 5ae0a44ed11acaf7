import { POINT_REASONS, type PointReason } from '#contract/points.ts';
import type { Purpose } from './rules.ts';

/** What a reservation can be for; each step of it is a transfer with a reason of its own. */
export type ReservedFor = 'contact' | 'assistant';

/** Why a transfer was made, in words for staff. Points have their own, see POINT_REASONS. */
const REASONS = {
  order_held: '下单冻结',
  order_closed: '关闭退回',
  sale: '成交',
  order_refunded: '退款',
  refund: '支付方已退回',
  paid_twice: '重复付款，待退回',
  paid_late: '关闭后付款，待退回',
  owned_already: '已拥有仍付款，待退回',
  coins_bought: '猫币到账',
  coins_refunded: '猫币退款收回',
  contact_reserve: '联系供应商预留',
  contact_settle: '联系供应商扣除',
  contact_release: '联系供应商退回',
  assistant_reserve: '助手预留',
  assistant_settle: '助手扣除',
  assistant_release: '助手退回',
  withdrawal: '申请提现',
  withdrawal_back: '提现退回',
  withdrawal_paid: '提现已打款',
  account_closed: '注销账号时放弃',
} as const satisfies Record<string, string>;

export type TransferReason = keyof typeof REASONS | PointReason;

const REASON_TITLES: Readonly<Record<TransferReason, string>> = { ...POINT_REASONS, ...REASONS };

const ACCOUNT_TITLES: Readonly<Record<Purpose, string>> = {
  balance: '余额',
  held: '冻结余额',
  coin: '猫币',
  held_coin: '预留猫币',
  point: '积分',
  earning: '发布者收益',
  withdrawing: '提现中收益',
  gateway: '支付渠道',
  platform: '平台收入',
  coupon_cost: '优惠券成本',
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
