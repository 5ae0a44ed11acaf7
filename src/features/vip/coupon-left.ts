const DAY_S = 86_400;
const two = (n: number): string => String(n).padStart(2, '0');

/** 剩余 3 天 above a day, then hours, minutes and seconds, 优惠券已过期 at the end (spec 4). */
export function couponLeftText(left_s: number): string {
  if (left_s <= 0) return '优惠券已过期';
  if (left_s > DAY_S) return `剩余 ${Math.ceil(left_s / DAY_S)} 天`;
  return `剩余 ${two(Math.floor(left_s / 3_600))}:${two(Math.floor(left_s / 60) % 60)}:${two(Math.floor(left_s) % 60)}`;
}
