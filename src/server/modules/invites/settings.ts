import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

const points = z.int().min(0).max(10_000);

export const inviteRegisterPoints = defineSetting('invite_register_points', points.meta({ unit: '积分' }).default(20), {
  group: '会员、积分与活动',
  title: '邀请注册奖励',
  about: '好友通过邀请注册后，发给邀请人的积分；0 表示不奖励。',
});

export const invitePaidPoints = defineSetting('invite_paid_points', points.meta({ unit: '积分' }).default(100), {
  group: '会员、积分与活动',
  title: '邀请首单奖励',
  about: '被邀请的好友首次付款后，发给邀请人的积分；0 表示不奖励。',
});

export const inviteMonthMost = defineSetting('invite_month_most', z.int().min(0).max(1_000).meta({ unit: '次' }).default(20), {
  group: '会员、积分与活动',
  title: '每月邀请奖励上限',
  about: '一位邀请人每个自然月最多获得的奖励次数，注册与首单各算一次；超过的不再发放。',
});

export const inviteHoldHours = defineSetting('invite_hold_hours', z.int().min(0).max(720).meta({ unit: '小时' }).default(24), {
  group: '会员、积分与活动',
  title: '注册奖励等待时间',
  about: '好友注册多少小时后发放；同一设备或网络的邀请会先由工作人员核实。',
});

export const invitePaidHoldDays = defineSetting('invite_paid_hold_days', z.int().min(0).max(90).meta({ unit: '天' }).default(7), {
  group: '会员、积分与活动',
  title: '首单奖励等待时间',
  about: '好友付款多少天后发放；期间退款的不发放。建议不短于自助退款期限。',
});
