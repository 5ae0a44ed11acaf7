import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const trackMonths = defineSetting('track_months', z.int().min(1).max(60).meta({ unit: '个月' }).default(13), {
  group: '运维',
  title: '访问记录保留的月数',
  about: '更早的月份整月删除；按日的统计数字不受影响，一直保留。',
});

export const trackADay = defineSetting('track_events_a_day', z.int().min(0).max(1_000_000_000).meta({ unit: '条' }).default(5_000_000), {
  group: '运维',
  title: '每天最多保存的访问记录',
  about: '按进程计。超过的只计数、不保存，磁盘不会被刷满；0 表示不保存任何访问记录。',
});
