import { VIP_BIDDING } from '#contract/kinds.ts';
import { isLifetime } from '#contract/membership.ts';
import { endText } from '#ui/time-text.ts';

/** 每天解锁 5 次 or 每天解锁不限次; of the membership that opens tenders and no works what it counts. */
export function limitText(vip_type: number, limit: number): string {
  if (vip_type === VIP_BIDDING) return '招标与需求报价';
  return limit === 0 ? '每天解锁不限次' : `每天解锁 ${limit} 次`;
}

/** The last day of a membership, or that it has none. */
export const untilText = (unix_s: number): string => (isLifetime(unix_s) ? '终身有效' : endText(unix_s));
