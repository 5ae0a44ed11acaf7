import { emptyValue, type FieldValues, isAsked, type Pair } from './fields.ts';
import type { FieldFacts, KindFacts } from './kinds.ts';
import type { ShownFields } from './outputs/fields.ts';
import { priceRange } from './price-range.ts';

export type { ShownFields } from './outputs/fields.ts';

/**
 * The values as people read them, empty ones left out. Fields that end a range (`to`) stand with the field that begins it: equal ends
 * are one date or one price. Fields that name an item are shown as its card, by others.
 */
export function shownFields({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): ShownFields {
  const shown: ShownFields = { facts: [], texts: [], lists: [] };
  const text = (key: string) => (typeof values[key] === 'string' ? (values[key] as string) : '');
  const ends = new Set(fields.flatMap((field) => ('to' in field && field.to ? field.to : [])));
  for (const field of fields) {
    if (!isAsked(field, values) || ends.has(field.key)) continue;
    const value = values[field.key] ?? emptyValue(field);
    if (field.type === 'pairs') {
      const pairs = Array.isArray(value) ? (value as readonly Pair[]) : [];
      if (pairs.length > 0) shown.lists.push({ label: field.label, pairs: pairs.map((pair) => cutPair(pair, field.shown_key)) });
    } else if (field.type === 'lines') {
      if (text(field.key)) shown.texts.push({ label: field.label, text: text(field.key) });
    } else {
      const line = lineOf(field, text);
      if (line) shown.facts.push({ key: rangeLabel(field, fields), value: line });
    }
  }
  return shown;
}

/** A name that is cut ends with an ellipsis, which is no sign of its own. */
function cutPair({ key, value }: Pair, most = Number.POSITIVE_INFINITY): Pair {
  const signs = [...key];
  return { key: signs.length > most ? `${signs.slice(0, most).join('')}…` : key, value };
}

function lineOf(field: FieldFacts, text: (key: string) => string): string {
  const value = text(field.key);
  switch (field.type) {
    case 'choice':
      return field.options.find((option) => option.value === value)?.label ?? '';
    case 'date':
      return dateRange(value, field.to ? text(field.to) : '');
    case 'price':
      return priceRange(value, field.to ? text(field.to) : '');
    case 'text':
      return value;
    default:
      return '';
  }
}

/** One date when both are the same or one is missing. Dates are YYYY-MM-DD. */
export function dateRange(from: string, to: string): string {
  const [first, last] = [from || to, to || from];
  return first === last ? first : `${first} 至 ${last}`;
}

/** 开始日期 of a range is 日期, 价格（元）stays 价格. */
function rangeLabel(field: FieldFacts, fields: readonly FieldFacts[]): string {
  const label = field.label.replace(/（元）$/, '');
  const has_end = 'to' in field && field.to !== undefined && fields.some(({ key }) => key === field.to);
  return has_end ? label.replace(/^(开始|最低)/, '') : label;
}
