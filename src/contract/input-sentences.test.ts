import { expect, it } from 'vitest';
import { z } from 'zod';
import '#contract/input-fields.ts';
import { endpoints } from '#server/areas/index.ts';

const refused = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0];
const at = (schema: z.ZodType) => z.object({ f: schema });

/** A schema for each kind of issue that zod knows, what it is given, and what is said. */
const CASES: [z.ZodType, unknown, string][] = [
  [at(z.string()), {}, '缺少“f”'],
  [z.object({ a: z.array(z.object({ b: z.record(z.string(), z.string()) })) }), { a: [{ b: 5 }] }, '“a.0.b”应为对象'],
  [z.object({}), 'x', '提交的内容应为对象'],
  [z.object({}), undefined, '缺少提交的内容'],
  [at(z.string()), { f: 1 }, '“f”应为文字'],
  [at(z.number()), { f: 'x' }, '“f”应为数字'],
  [at(z.number()), { f: Number.NaN }, '“f”应为数字'],
  [at(z.int()), { f: 1.5 }, '“f”应为整数'],
  [at(z.boolean()), { f: 'x' }, '“f”应为 true 或 false'],
  [at(z.array(z.string())), { f: 'x' }, '“f”应为列表'],
  [at(z.tuple([z.string()])), { f: 'x' }, '“f”应为列表'],
  [at(z.tuple([z.string()])), { f: ['x', 'y'] }, '“f”最多 1 项'],
  [at(z.date()), { f: 'x' }, '“f”应为日期'],
  [at(z.null()), { f: 'x' }, '“f”应为空值'],
  [at(z.never()), { f: 'x' }, '“f”格式不正确'],
  [at(z.instanceof(URL)), { f: 'x' }, '“f”格式不正确'],
  [at(z.literal('a')), { f: 'x' }, '“f”应为 a'],
  [at(z.enum(['a', 'b'])), { f: 'x' }, '“f”应为 a、b 之一'],
  [at(z.string().max(3)), { f: '12345' }, '“f”最多 3 个字'],
  [at(z.string().min(3)), { f: '1' }, '“f”至少 3 个字'],
  [at(z.string().min(1)), { f: '' }, '“f”不能为空'],
  [at(z.string().length(3)), { f: '1' }, '“f”应为 3 个字'],
  [at(z.array(z.string()).max(1)), { f: ['a', 'b'] }, '“f”最多 1 项'],
  [at(z.number().max(3)), { f: 4 }, '“f”不能大于 3'],
  [at(z.number().lt(3)), { f: 3 }, '“f”应小于 3'],
  [at(z.number().min(3)), { f: 2 }, '“f”不能小于 3'],
  [at(z.number().gt(3)), { f: 3 }, '“f”应大于 3'],
  [at(z.date().max(new Date(0))), { f: new Date(1) }, '“f”的日期太晚'],
  [at(z.email()), { f: 'x' }, '“f”应为邮箱地址'],
  [at(z.url()), { f: 'x' }, '“f”应为网址'],
  [at(z.uuid()), { f: 'x' }, '“f”格式不正确'],
  [at(z.string().regex(/^a$/)), { f: 'x' }, '“f”格式不正确'],
  [at(z.string().startsWith('a')), { f: 'x' }, '“f”应以“a”开头'],
  [at(z.number().multipleOf(5)), { f: 3 }, '“f”应为 5 的倍数'],
  [z.strictObject({}), { g: 1, h: 2 }, '没有“g”、“h”这个字段'],
  [at(z.union([z.string(), z.number()])), { f: true }, '“f”填写有误'],
  [at(z.record(z.string().max(1), z.string())), { f: { long: 'x' } }, '“f.long”填写有误'],
  [at(z.map(z.number(), z.object({}))), { f: new Map([[1, 'x']]) }, '“f.1”应为对象'],
  [at(z.map(z.object({ a: z.string() }), z.string())), { f: new Map([[{ a: 'x' }, 1]]) }, '“f”填写有误'],
  [at(z.any().refine(() => false)), { f: 1 }, '“f”填写有误'],
];

it.each(CASES.map(([schema, value, sentence]) => [sentence, schema, value] as const))('says %s', (sentence, schema, value) => {
  expect(refused(schema, value)?.message).toBe(sentence);
});

it('has a sentence for every kind of issue that zod knows', () => {
  const seen = new Set(CASES.map(([schema, value]) => refused(schema, value)?.code));
  expect(Object.values(z.ZodIssueCode).filter((code) => !seen.has(code))).toEqual([]);
});

const LONG = 'x'.repeat(70_000);
const WRONG: unknown[] = [undefined, null, 5, -1, 1e12, true, 'x', '', LONG, [], [5], [{}], {}, { a: 5 }, [LONG]];
/** Quoted names, values that a caller writes, the names of a caller's fields, and what has no Chinese name. */
const NOT_WORDS = /“[^”]*”|应为 ?[\w.*+/、 或-]+|\b(?:openid|ago|event_type|uuid|list|pro|JSON|ID|PDF|KB|MB|VIP)\b/g;

it('every call refuses whatever comes in Chinese sentences', () => {
  const odd = new Set<string>();
  let said = 0;
  for (const { method, path, input } of endpoints) {
    for (const [field, schema] of Object.entries<z.ZodType>(input.shape)) {
      for (const { message } of WRONG.flatMap((value) => at(schema).safeParse({ f: value }).error?.issues ?? [])) {
        said++;
        const words = message.replaceAll(NOT_WORDS, '应为');
        if (!/\p{Script=Han}/u.test(words) || /[A-Za-z]{2}/.test(words)) odd.add(`${method} ${path} ${field}: ${message}`);
      }
    }
  }
  expect([...odd]).toEqual([]);
  expect(said).toBeGreaterThan(10_000);
});
