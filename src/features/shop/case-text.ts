import type { FieldValues } from '#contract/fields.ts';
import { priceText } from '#ui/price-text.ts';

const chinese = (day: string) => day.replace(/^(\d{4})-0?(\d+)-0?(\d+)$/, '$1 年 $2 月 $3 日');

/** One date when the event ended on the day it began (CP36). */
export function timeRangeText(start: string, end: string): string {
  if (start === '') return '';
  return end === '' || end === start ? chinese(start) : `${chinese(start)} 至 ${chinese(end)}`;
}

/** A price or a range; the upper end counts only when it is above the price (CP120). Yuan; empty: none was named. */
export function priceRangeText(price: number, max_price: number): string {
  if (price <= 0) return max_price > 0 ? `¥${priceText(max_price)} 以内` : '';
  return max_price > price ? `¥${priceText(price)} - ${priceText(max_price)}` : `¥${priceText(price)}`;
}

/** What a supplier case says of its event, in the order of the specification. */
export function caseFacts(fields: FieldValues, service: string): Array<[name: string, value: string]> {
  const text = (key: string) => (typeof fields[key] === 'string' ? fields[key] : '');
  return [
    ['客户', text('custom_name')],
    ['场地', text('site_address')],
    ['服务类型', service],
    ['时间', timeRangeText(text('start_time'), text('end_time'))],
    ['价格', priceRangeText(Number(text('price') || 0), Number(text('max_price') || 0)) || '面议'],
  ].flatMap(([name = '', value = '']): Array<[string, string]> => (value === '' ? [] : [[name, value]]));
}
