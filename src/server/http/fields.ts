import { z } from 'zod';

// whatever a field does not say in its own words is said in Chinese too
z.config(z.locales.zhCN());

/** Input fields that many calls share, bounded and with messages for people. Query values arrive as text, so numbers are coerced. */

/** An id: 1 to 2^53-1. */
export const idField = z.coerce.number({ error: '编号无效' }).int('编号无效').min(1, '编号无效').max(Number.MAX_SAFE_INTEGER, '编号无效');

/** A page number from 1; beyond 10,000 nobody reads. */
export const pageField = z.coerce.number({ error: '页码无效' }).int('页码无效').min(1, '页码无效').max(10_000, '页码无效').default(1);

/** Rows a page. */
export const limitField = (fallback: number, max = 50) =>
  z.coerce.number({ error: '每页数量无效' }).int('每页数量无效').min(1, '每页数量无效').max(max, '每页数量无效').default(fallback);

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
    .transform((value) => value.trim())
    .pipe(
      z
        .string()
        .min(min, min <= 1 ? `请输入${label}` : `${label}至少 ${min} 个字`)
        .max(max, `${label}最多 ${max} 个字`),
    );

/** For calls without parameters. */
export const noInput = z.object({});
