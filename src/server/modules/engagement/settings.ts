import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const reportHideScore = defineSetting('report_hide_score', z.int().min(0).max(1_000).meta({ unit: '分' }).default(5), {
  group: '审核与安全',
  title: '举报自动隐藏',
  about: '举报累计到多少分时先隐藏作品，等待人工处理；没有记录的用户每人一分，0 为从不自动隐藏。',
});
