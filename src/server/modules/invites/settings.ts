import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

const points = z.int().min(0).max(10_000);

export const inviteRegisterPoints = defineSetting('invite_register_points', points.default(20), {
  title: '邀请注册奖励（积分）',
  about: '好友通过邀请注册后，发给邀请人的积分；0 表示不奖励。',
});

export const invitePaidPoints = defineSetting('invite_paid_points', points.default(100), {
  title: '邀请首单奖励（积分）',
  about: '被邀请的好友首次付款后，发给邀请人的积分；0 表示不奖励。',
});

export const inviteMonthMost = defineSetting('invite_month_most', z.int().min(0).max(1_000).default(20), {
  title: '每月邀请奖励上限（次）',
  about: '一位邀请人每个自然月最多获得的奖励次数，注册与首单各算一次；超过的不再发放。',
});

export const inviteHoldHours = defineSetting('invite_hold_hours', z.int().min(0).max(720).default(24), {
  title: '注册奖励等待时间（小时）',
  about: '好友注册多少小时后发放；同一设备或网络的邀请会先由工作人员核实。',
});

export const invitePaidHoldDays = defineSetting('invite_paid_hold_days', z.int().min(0).max(90).default(7), {
  title: '首单奖励等待时间（天）',
  about: '好友付款多少天后发放；期间退款的不发放。建议不短于自助退款期限。',
});
