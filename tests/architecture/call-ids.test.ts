import { expect, it } from 'vitest';
import type { z } from 'zod';
import { idField } from '#contract/input-fields.ts';
import { endpoints } from '#server/areas/index.ts';

/** Terms and marketing, the same for everybody; names that browsers make for themselves. */
const OF_ALL = ['cid', 'cid2', 'category_id', 'category_id_sub', 'tag', 'industry', 'activity', 'terms', 'labelId'];
const OF_BROWSERS = ['invitorid', 'web_channel_id', 'channel_id', 'uuid', 'client_id', 'openid', 'unionid'];
/** Looked for within what another field names, or among one's own alone. */
const WITHIN = [
  'lesson',
  'chapters.id',
  'releases.item_id',
  'chapters.lessons',
  'lines.kind_id',
  'holders.kind_id',
  'holders.seat_id',
  'seat_id',
  'parts.works.id',
  'parts.projects.work.id',
  'seq',
  'before',
];
/** Of links that are signed. */
const SIGNED = ['u', 'v', 'expires'];
const NO_ID = new Set([...OF_ALL, ...OF_BROWSERS, ...WITHIN, ...SIGNED]);

type Def = { shape?: Record<string, z.ZodType> } & Partial<Record<'innerType' | 'element' | 'valueType' | 'in', z.ZodType>> & {
    options?: readonly z.ZodType[];
  };

/** Fields that hold an id by their schema, also in lists and in records of lists (`pictures.file_id`). */
function idsOf(schema: z.ZodType, path = ''): string[] {
  if (schema === idField) return [path];
  const { shape = {}, innerType, element, valueType, in: from, options = [] } = schema.def as unknown as Def;
  return [
    ...[innerType, element, valueType, from, ...options].flatMap((part) => (part?.def ? idsOf(part, path) : [])),
    ...Object.entries(shape).flatMap(([name, part]) => idsOf(part, path ? `${path}.${name}` : name)),
  ];
}

it('each call says what each id that it takes names, by whatever name: `owned`, what is somebody’s, or `open`', () => {
  let found = 0;
  const missing = endpoints
    // what staff do asks for a right, whatever the id
    .filter(({ auth }) => typeof auth !== 'object')
    .flatMap(({ method, path, input, owned, open }) => {
      const named = Object.keys(input.shape).filter((name) => /ids?$/i.test(name));
      const in_path = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const ids = [...new Set([...idsOf(input), ...named, ...in_path])].filter((name) => !NO_ID.has(name));
      found += ids.length;
      return ids.filter((name) => !Object.hasOwn({ ...owned, ...open }, name)).map((name) => `${method} ${path}: ${name}`);
    });
  expect(missing).toEqual([]);
  expect(found).toBeGreaterThan(300);
});
