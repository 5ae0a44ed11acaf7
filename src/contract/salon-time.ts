import { exactPrice } from './price-range.ts';

const local = (at_s: number): Date => new Date((at_s + 8 * 3_600) * 1000);
const DAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const;
const two = (n: number): string => String(n).padStart(2, '0');

/** '14:00' of Shanghai, of unix seconds. */
export function clockText(at_s: number): string {
  const at = local(at_s);
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`;
}

/** '11月28日 周六'. */
export function dayText(at_s: number): string {
  const at = local(at_s);
  return `${at.getUTCMonth() + 1}月${at.getUTCDate()}日 ${DAYS[at.getUTCDay()]}`;
}

/** '2026年11月28日 周六 14:00 至 17:00'. */
export function whenText(starts_at: number, ends_at: number): string {
  return `${local(starts_at).getUTCFullYear()}年${dayText(starts_at)} ${clockText(starts_at)} 至 ${clockText(ends_at)}`;
}

const DAY_MS = 86_400_000;

/** The days of salons that are held again and again, YYYY-MM-DD: the same weekday, or day of the month; its last where a month has no such day. */
export function againDates(first: string, every: 'once' | 'week' | 'month', times: number): string[] {
  const [year = 0, month = 0, day = 0] = first.split('-').map(Number);
  return Array.from({ length: every === 'once' ? 1 : times }, (_, n) => {
    if (every === 'week') return new Date(Date.parse(first) + n * 7 * DAY_MS).toISOString().slice(0, 10);
    const last = new Date(Date.UTC(year, month + n, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 + n, Math.min(day, last))).toISOString().slice(0, 10);
  });
}

/** '免费', '免费–¥99', '¥99', '¥99 起'. */
export function priceRangeText({ price_from, price_to }: { price_from: number; price_to: number }): string {
  if (price_to === 0) return '免费';
  if (price_from === 0) return `免费–${exactPrice(price_to)}`;
  return price_from === price_to ? exactPrice(price_from) : `${exactPrice(price_from)} 起`;
}
