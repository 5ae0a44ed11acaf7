import { shanghaiDayEnd } from '../../kernel/clock.ts';
import { SMS_PER_ADDRESS, SMS_PER_MOBILE, SMS_PER_PAIR } from './limits.ts';

/** What was sent already, to one phone, to one address, and to that phone for that address, at the time of asking. */
export interface SmsSent {
  mobile: SmsCounts;
  address: SmsCounts;
  pair: SmsCounts;
}

export interface SmsCounts {
  minute: number;
  hour: number;
  day: number;
  /** Seconds since the newest; null when there is none. */
  newest_s: number | null;
}

/** Since when the three windows count: a minute, an hour, the Shanghai day. */
export function quotaWindows(now: Date): { minute: Date; hour: Date; day: Date } {
  return {
    minute: new Date(now.getTime() - 60_000),
    hour: new Date(now.getTime() - 3_600_000),
    day: new Date(shanghaiDayEnd(now).getTime() - 86_400_000),
  };
}

/** Null when one more code may be sent, else what to say and when to come again. */
export function refuseSms(sent: SmsSent): { text: string; retry_after_s: number } | null {
  const { mobile, address, pair } = sent;
  if (mobile.day >= SMS_PER_MOBILE.day || pair.day >= SMS_PER_PAIR.day)
    return { text: '该手机号今日获取验证码次数已达上限，请明天再试', retry_after_s: 3_600 };
  if (mobile.hour >= SMS_PER_MOBILE.hour || pair.hour >= SMS_PER_PAIR.hour)
    return { text: '获取验证码过于频繁，请一小时后再试', retry_after_s: 3_600 };
  if (mobile.minute >= SMS_PER_MOBILE.minute) {
    const wait_s = Math.max(1, 60 - (mobile.newest_s ?? 0));
    return { text: `验证码已发送，请 ${wait_s} 秒后再获取`, retry_after_s: wait_s };
  }
  if (address.day >= SMS_PER_ADDRESS.day || address.hour >= SMS_PER_ADDRESS.hour) {
    return { text: '当前网络获取验证码过于频繁，请一小时后再试', retry_after_s: 3_600 };
  }
  if (address.minute >= SMS_PER_ADDRESS.minute) return { text: '当前网络获取验证码过于频繁，请一分钟后再试', retry_after_s: 60 };
  return null;
}
