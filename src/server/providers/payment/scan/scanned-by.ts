import type { ChannelName } from '../channel.ts';

/** Which app a phone scanned with, by what its browser says of itself; null: neither. */
export function scannedBy(user_agent: string | null): ChannelName | null {
  if (user_agent === null) return null;
  if (/AlipayClient/i.test(user_agent)) return 'alipay';
  return /MicroMessenger/i.test(user_agent) ? 'wechat' : null;
}
