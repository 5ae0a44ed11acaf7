import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const pointsValidDays = defineSetting('points_valid_days', z.int().min(0).max(3_650).meta({ unit: '天' }).default(365), {
  group: '会员、积分与活动',
  title: '积分有效天数',
  about: '从获得之日起算，到期日 24 点失效；0 为长期有效。只影响此后发放的积分。',
});
