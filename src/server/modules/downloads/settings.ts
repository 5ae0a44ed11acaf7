import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

/** Spec 9: the value is not shown. */
export const freeDownloadsPerDay = defineSetting('free_downloads_per_day', z.int().min(0).max(1_000).meta({ unit: '次' }).default(3), {
  group: '会员、积分与活动',
  title: '每日免费下载次数',
  about: '没有会员的用户每天可下载的免费作品次数。',
});

export const captchaAfterDownloads = defineSetting('captcha_after_downloads', z.int().min(1).max(1_000).meta({ unit: '次' }).default(5), {
  group: '审核与安全',
  title: '下载验证码',
  about: '十分钟内下载多少次后需要输入验证码。',
});
