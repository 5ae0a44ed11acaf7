import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const signInPoints = defineSetting(
  'signin_points',
  z.array(z.int().min(1).max(1_000)).min(1).max(31).default([2, 2, 4, 4, 6, 6, 10]),
  {
    group: '会员、积分与活动',
    title: '签到积分',
    about: '每行一天：连续签到第 1 天、第 2 天……得到的积分；到最后一行后从头开始。',
  },
);

export const makeupDays = defineSetting('signin_makeup_days', z.int().min(0).max(60).meta({ unit: '天' }).default(30), {
  group: '会员、积分与活动',
  title: '可补签的天数',
  about: '用补签卡可以补签今天之前多少天内漏签的日子；0 为不能补签。补签接上连续天数，不发积分。',
});
