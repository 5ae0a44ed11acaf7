import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { endpoints } from '#server/areas/index.ts';
import { root } from './source.ts';

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', del: 'DELETE' } as const;
type Shape = Readonly<Record<string, unknown>>;

/** The fields that a call declares; null: it takes something else than an object. */
function shapeOf(input: unknown): Shape | null {
  const one = input as { shape?: Shape; def?: { in?: unknown; innerType?: unknown } };
  if (one?.shape) return one.shape;
  const inner = one?.def?.in ?? one?.def?.innerType;
  return inner ? shapeOf(inner) : null;
}
const fields = new Map(endpoints.map(({ method, path, input }) => [`${method} ${path}`, shapeOf(input)]));

/** The parts of a list of arguments or of an object, up to the bracket that ends it. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote) {
      if (sign === '\\') at++;
      else if (sign === quote) quote = '';
    } else if (`'"\``.includes(sign)) quote = sign;
    else if ('([{'.includes(sign)) depth++;
    else if (')]}'.includes(sign) && --depth < 0) {
      parts.push(text.slice(from, at));
      return parts.map((part) => part.trim()).filter(Boolean);
    } else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [];
}

/** Names that an object literal gives; what it spreads is another object's. */
const namesOf = (literal: string): string[] =>
  partsOf(literal.slice(1)).flatMap((part) => {
    const spread = /^\.\.\.(\{[\s\S]*)$/.exec(part)?.[1];
    if (spread) return namesOf(spread);
    const name = /^['"]?(\w+)['"]?\s*(?::|$)/.exec(part)?.[1];
    return name ? [name] : [];
  });

async function pathOf(written: string, text: string): Promise<string | null> {
  if (/^'[^']+'$/.test(written)) return written.slice(1, -1);
  const [, name = '', key = ''] = /^(\w+)(?:\.(\w+))?$/.exec(written) ?? [];
  const from = [...text.matchAll(/import (?:type )?\{([^}]*)\} from '#contract\/([^']+)'/g)].find(([, names = '']) =>
    names.split(',').some((one) => one.trim() === name),
  )?.[2];
  if (!name || !from) return null;
  const module = (await import(pathToFileURL(join(root, 'src/contract', from)).href)) as Record<string, unknown>;
  const value = key ? (module[name] as Record<string, unknown> | undefined)?.[key] : module[name];
  return typeof value === 'string' ? value : null;
}

it('B5 no page sends a field that its call does not declare', { timeout: 60_000 }, async () => {
  const wrong: string[] = [];
  let walked = 0;
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/^(?:features|client)\/.*\.tsx?$/.test(name) || name.includes('.test.')) continue;
    const text = readFileSync(join(root, 'src', name), 'utf8');
    for (const call of text.matchAll(/gateway\.(get|post|put|del)(?:<[^(]*>)?\(/g)) {
      const [where = '', sent = ''] = partsOf(text.slice(call.index + call[0].length));
      const path = await pathOf(where, text);
      if (path === null || !sent.startsWith('{')) continue;
      const key = `${METHODS[call[1] as keyof typeof METHODS]} ${path}`;
      const shape = fields.get(key);
      if (shape === undefined) wrong.push(`${name}: ${key} is no call`);
      if (!shape) continue;
      walked++;
      for (const field of namesOf(sent)) if (!(field in shape)) wrong.push(`${name}: ${key} takes no ${field}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(walked).toBeGreaterThan(200);
});

it('B5 the walk can fail', () => {
  const [path, sent = ''] = partsOf('REQUEST_CALLS.extend, { id, dayz: days, ...(x ? { a } : {}), ...{ more: 1 } }, SILENT);');
  expect([path, namesOf(sent)]).toEqual(['REQUEST_CALLS.extend', ['id', 'dayz', 'more']]);
});
