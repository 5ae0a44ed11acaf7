import { z } from 'zod';
import { STAFF_REASON_MAX } from '#contract/admin.ts';
import { inputSentence } from '#contract/input-sentences.ts';
import { PRICE_FILTERS } from '#contract/item.ts';

// whatever a field does not say in its own words is said in Chinese too
z.config({ localeError: inputSentence });

/** Input fields that many calls share, bounded and with messages for people. */

const DECIMAL = /^-?\d{1,20}(\.\d{1,20})?$/;

/**
 * What a query or a form writes as text, as the number it means; blank is 0. What JavaScript would also take for a number (true, [5],
 * "0x10", "1e3") stays what it is, and a number field refuses it.
 */
export function plainNumber(value: unknown): unknown {
  if (value === null) return 0;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return text === '' ? 0 : DECIMAL.test(text) ? Number(text) : value;
}

/** A whole number from `min` to `max`, with one message for whatever else comes. */
export const wholeNumber = (message: string, min: number, max: number) =>
  z.preprocess(plainNumber, z.number({ error: message }).int(message).min(min, message).max(max, message));

/** An amount in yuan from `min` to `max`, as fen; what has more than two decimals is refused, not rounded. */
export const yuanField = (message: string, min: number, max: number) =>
  z
    .preprocess(plainNumber, z.number({ error: message }).min(min, message).max(max, message))
    // dust of a client's sums is no third decimal
    .refine((yuan) => Math.abs(yuan * 100 - Math.round(yuan * 100)) < 1e-6, '金额最多两位小数')
    .transform((yuan) => Math.round(yuan * 100));

/** An id: 1 to 2^53-1. */
export const idField = wholeNumber('编号无效', 1, Number.MAX_SAFE_INTEGER);

/** Of forms that save themselves: the same key is the same draft, and `edition` is what of it the page has read. */
export const savingFields = {
  draft_key: z.string({ error: '缺少草稿编号' }).regex(/^[\w-]{8,64}$/, '草稿编号无效'),
  edition: wholeNumber('版本无效', 0, Number.MAX_SAFE_INTEGER).optional(),
};

/** A page number from 1; at most 10,000. */
export const pageField = wholeNumber('页码无效', 1, 10_000).default(1);

/** Rows a page. */
export const limitField = (fallback: number, max = 50) => wholeNumber('每页数量无效', 1, max).default(fallback);

/** One of a few numbers. */
export const choiceField = <const N extends readonly number[]>(message: string, choices: N) =>
  z.preprocess(plainNumber, z.literal(choices as unknown as N[number][], { error: message }));

/** What a list shows by price. */
export const priceFilterField = z.enum(['all', ...PRICE_FILTERS], { error: `价格筛选应为 all、${PRICE_FILTERS.join('、')} 之一` });

/** 0 or 1, also from "0", "1", true, false. */
export const flagField = z
  .union([z.literal(0), z.literal(1), z.boolean(), z.enum(['0', '1', 'true', 'false'])], { error: '取值应为 0 或 1' })
  .transform((value) => value === 1 || value === true || value === '1' || value === 'true');

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Text of at most `max` characters without control characters, trimmed. PostgreSQL cannot store NUL. */
export const textField = (label: string, max: number, min = 0) =>
  z
    .string({ error: `${label}应为文字` })
    .max(max * 2 + 64, `${label}最多 ${max} 个字`)
    .refine((value) => !CONTROL.test(value), `${label}含有无法识别的字符`)
    // what the description says: the bound before trimming is wider
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) })
    .transform((value) => value.trim())
    .pipe(
      z
        .string()
        .min(min, min <= 1 ? `请输入${label}` : `${label}至少 ${min} 个字`)
        .max(max, `${label}最多 ${max} 个字`),
    );

/** Names one wish, so that a retry is no second one. */
export const keyField = z.string({ error: '请求编号无效' }).regex(/^[\w-]{8,64}$/, '请求编号无效');

/** Why staff do something. */
export const staffReasonField = textField('原因', STAFF_REASON_MAX, 1);

/** For calls without parameters. */
export const noInput = z.object({});
