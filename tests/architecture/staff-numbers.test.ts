import { describe, expect, it } from 'vitest';
import { roundRecord } from '#features/active/round-record.ts';
import { termRecord } from '#features/admin/term-record.ts';
import { couponRecord } from '#features/coupon/coupon-record.ts';
import { labelRecord } from '#features/demand/label-record.ts';
import { goodsRecord } from '#features/mall/goods-record.ts';
import { taskRecord } from '#features/points/task-record.ts';
import { bannerRecord } from '#features/promotion/banner-record.ts';
import { unionRecord } from '#features/union/union-record.ts';
import type { RecordField } from '#kit/record/fields.ts';
import { endpoints } from '#server/areas/index.ts';
import { inputSchema, type JsonSchema } from '#server/http/openapi.ts';

/** Every number below a schema, by where it stands. */
function numbersIn(schema: JsonSchema, at = ''): Array<[string, JsonSchema]> {
  const isNumber = [schema.type].flat().some((type) => type === 'number' || type === 'integer');
  return [
    ...(isNumber && schema.const === undefined && !schema.enum ? [[at, schema] as [string, JsonSchema]] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => numbersIn(one, `${at}.${key}`)),
    ...(schema.items ? numbersIn(schema.items, at) : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => numbersIn(one, at)),
  ];
}

const callOf = (path: string) => {
  const call = endpoints.find((one) => one.path === path && one.method === 'POST');
  if (!call) throw new Error(`there is no POST ${path}`);
  return new Map(numbersIn(inputSchema(call)));
};
const fieldNumbers = (fields: readonly RecordField[], at = ''): Array<[string, { min: number; max: number }]> =>
  fields.flatMap((field) =>
    field.kind === 'rows'
      ? fieldNumbers(field.fields, `${at}.${field.key}`)
      : field.kind === 'number'
        ? [[`${at}.${field.key}`, { min: field.min, max: field.max }] as [string, { min: number; max: number }]]
        : [],
  );

describe('numbers that staff write', () => {
  it('have a least and a most at their call', () => {
    const open = endpoints
      .filter(({ path }) => path.startsWith('/admin/'))
      .flatMap((call) =>
        numbersIn(inputSchema(call))
          .filter(([, { minimum, maximum }]) => minimum === undefined || maximum === undefined)
          .map(([at]) => `${call.method} ${call.path} ${at}`),
      );
    expect(open).toEqual([]);
  });

  it.each<[string, readonly RecordField[]]>([
    ['/admin/coupon', couponRecord([]).fields],
    ['/admin/union', unionRecord.fields],
    ['/admin/goods', goodsRecord().fields],
    ['/admin/round', roundRecord.fields],
    ['/admin/task', taskRecord([]).fields],
    ['/admin/term', termRecord({ places: [], parents: [] }).fields],
    ['/admin/demandLabel', labelRecord().fields],
    ['/admin/banner', bannerRecord.fields],
  ])('are bounded by the form of %s as by the call', (path, fields) => {
    const call = callOf(path);
    const shown = fieldNumbers(fields);
    expect(shown.length).toBeGreaterThan(0);
    for (const [at, { min, max }] of shown) expect([at, min, max]).toEqual([at, call.get(at)?.minimum, call.get(at)?.maximum]);
  });
});
