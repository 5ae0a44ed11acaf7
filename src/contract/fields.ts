import { type ArticleDoc, checkDoc, docPictures, docText, EMPTY_DOC, isDoc, tidyDoc } from './article.ts';
import type { FieldFacts, KindFacts } from './kinds.ts';
import type { Pair } from './outputs/fields.ts';

export type { Pair } from './outputs/fields.ts';

/** A value of a kind's own field: text (also dates, prices and choices), an item's id, pairs, or a document. Empty: '', null, []. */
export type FieldValue = string | number | null | readonly Pair[] | ArticleDoc;
export type FieldValues = Readonly<Record<string, FieldValue>>;

export const PAIR_KEY_MAX = 20;
export const PAIR_VALUE_MAX = 200;

/** The value of a field that nothing was typed into. */
export function emptyValue(field: FieldFacts): FieldValue {
  if (field.type === 'pairs') return [];
  if (field.type === 'document') return EMPTY_DOC;
  return field.type === 'item' ? null : '';
}

/** Whether the field is asked for, given what else is chosen. */
export function isAsked({ only }: FieldFacts, values: FieldValues): boolean {
  return only === undefined || values[only.key] === only.value;
}

/**
 * The values as they are stored: known keys only, texts trimmed and cut, empty pairs gone, fields that are not asked for empty. What is wrong
 * stays wrong, for `checkFields` to say so.
 */
export function tidyFields({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): FieldValues {
  return Object.fromEntries(
    fields.map((field) => [field.key, isAsked(field, values) ? tidyValue(field, values[field.key] ?? null) : emptyValue(field)]),
  );
}

function tidyValue(field: FieldFacts, value: FieldValue): FieldValue {
  if (field.type === 'pairs') {
    const pairs = Array.isArray(value) ? (value as readonly Pair[]) : [];
    return pairs
      .map(({ key, value: text }) => ({ key: cut(key.trim(), PAIR_KEY_MAX), value: cut(text.trim(), PAIR_VALUE_MAX) }))
      .filter((pair) => pair.key !== '' || pair.value !== '')
      .slice(0, field.max);
  }
  if (field.type === 'document') return isDoc(value) ? tidyDoc(value) : EMPTY_DOC;
  if (field.type === 'item') return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
  if (typeof value !== 'string') return '';
  return field.type === 'text' || field.type === 'lines' ? cut(value.trim(), field.max) : value.normalize('NFKC').trim();
}

/** What everybody may see of the values. */
export function publicFields({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): FieldValues {
  return Object.fromEntries(fields.flatMap((field) => (field.signed_in ? [] : [[field.key, values[field.key] ?? emptyValue(field)]])));
}

/** What only readers who are signed in see of the values. */
export function readerFields({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): FieldValues {
  return Object.fromEntries(fields.flatMap((field) => (field.signed_in ? [[field.key, values[field.key] ?? emptyValue(field)]] : [])));
}

/** Keys of the fields in which something stands that only those readers see. */
export function hiddenKeys(kind: Pick<KindFacts, 'fields'>, values: FieldValues): string[] {
  return Object.entries(readerFields(kind, values)).flatMap(([key, value]) => (isEmpty(value) ? [] : [key]));
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) || (isDoc(value) && value.blocks.length === 0);
}

/** The words of the values, for search. */
export function fieldWords({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): string {
  return fields
    .flatMap((field) => {
      const value = values[field.key] ?? null;
      if (field.signed_in) return [];
      if (field.type === 'pairs') return Array.isArray(value) ? (value as readonly Pair[]).flatMap((pair) => [pair.key, pair.value]) : [];
      if (field.type === 'choice') return field.options.find((option) => option.value === value)?.label ?? [];
      if (field.type === 'document') return isDoc(value) ? [docText(value)] : [];
      return (field.type === 'text' || field.type === 'lines') && typeof value === 'string' ? [value] : [];
    })
    .join('\n');
}

/** The pictures of a kind's document, in its order; null: the kind has none. */
export function documentPictures({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): number[] | null {
  const field = fields.find(({ type }) => type === 'document');
  const doc = field && values[field.key];
  return field ? (isDoc(doc) ? docPictures(doc) : []) : null;
}

function cut(text: string, max: number): string {
  return [...text].slice(0, max).join('');
}

/** One message a wrong field, by its key; empty when all is well. */
export function checkFields({ fields = [] }: Pick<KindFacts, 'fields'>, values: FieldValues): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const wrong = isAsked(field, values) ? checkValue(field, values[field.key] ?? emptyValue(field)) : null;
    if (wrong) errors[field.key] = wrong;
  }
  for (const field of fields) {
    const end = fields.find(({ key }) => key === endOf(field));
    if (end && !errors[field.key] && !errors[end.key] && isReversed(field.type, values[field.key], values[end.key]))
      errors[end.key] = field.type === 'date' ? `${end.label}不能早于开始日期` : `${end.label}不能低于${field.label}`;
  }
  return errors;
}

/** The key of the field that ends the range which this one begins. */
export function endOf(field: FieldFacts): string | undefined {
  return 'to' in field ? field.to : undefined;
}

/** Both ends are given and valid. Dates in ISO form compare as text. */
function isReversed(type: FieldFacts['type'], from: FieldValue = '', to: FieldValue = ''): boolean {
  if (!from || !to) return false;
  return type === 'date' ? String(to) < String(from) : Number(to) < Number(from);
}

function checkValue(field: FieldFacts, value: FieldValue): string | null {
  if (isEmpty(value))
    return field.required ? `${field.type === 'choice' || field.type === 'date' ? '请选择' : '请填写'}${field.label}` : null;
  if (field.type === 'document') return isDoc(value) ? checkDoc(value) : `请填写${field.label}`;
  if (field.type === 'date') return isDate(String(value)) ? null : `${field.label}不是有效的日期`;
  if (field.type === 'price') return /^\d{1,9}(\.\d{1,2})?$/.test(String(value)) ? null : `${field.label}只能填数字，最多两位小数`;
  if (field.type === 'choice') return field.options.some((option) => option.value === value) ? null : `请选择${field.label}`;
  if (field.type === 'pairs') {
    const half = (value as readonly Pair[]).some((pair) => pair.key === '' || pair.value === '');
    return half ? `${field.label}的名称和内容都要填写` : null;
  }
  return null;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
