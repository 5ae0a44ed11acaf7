import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#server/areas/index.ts';
import { readTree, root, type SourceFile, withoutComments } from './source.ts';

/** What files mean by a call: its constants by their names, e.g. `SALON_CALLS.order`. */
async function callsByName(): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  for (const file of readdirSync(join(root, 'src/contract')).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
    for (const [name, value] of Object.entries((await import(join(root, 'src/contract', file))) as Record<string, unknown>)) {
      if (typeof value === 'string') named.set(name, value);
      if (!/_CALLS$/.test(name)) continue;
      for (const [key, path] of Object.entries(value as object)) if (typeof path === 'string') named.set(`${name}.${key}`, path);
    }
  }
  return named;
}

const SENT = /gateway\.(?:post|put)(?:<[^(]*>)?\(\s*('[^']+'|\w+(?:\.\w+)?)/g;
const NAMED = /export (?:const|(?:async )?function) (\w+)/g;

/** Who sends one of these calls, and whether a key goes with it: by the sender itself, or by all who call it. */
function sendersOf(files: readonly SourceFile[], keyed: ReadonlySet<string>, named: ReadonlyMap<string, string>) {
  return files.flatMap(({ path, text: whole }) => {
    const text = withoutComments(whole);
    return [...text.matchAll(SENT)].flatMap(({ 1: word = '', index }) => {
      const call = word.startsWith("'") ? word.slice(1, -1) : (named.get(word) ?? '');
      if (!keyed.has(call)) return [];
      const begins = [...text.matchAll(NAMED)].filter((match) => match.index < index).at(-1);
      const ends = [...text.matchAll(NAMED)].find((match) => match.index > index);
      if (text.slice(begins?.index ?? 0, ends?.index).includes('idempotency_key')) return [{ call, keyless: [] }];
      const callers = files.filter((file) => file.path !== path && new RegExp(`\\b${begins?.[1]}\\(`).test(withoutComments(file.text)));
      const keyless = callers.filter((file) => !file.text.includes('idempotency_key')).map((file) => file.path);
      return [{ call, keyless: callers.length === 0 ? [path] : keyless }];
    });
  });
}

it('every browser’s order, redemption and payout names its wish by a key, so that a retry is no second one', async () => {
  const keyed = new Set(
    endpoints.filter(({ input }) => input instanceof z.ZodObject && 'idempotency_key' in input.shape).map(({ path }) => path),
  );
  expect(keyed.size).toBeGreaterThan(8);
  const ours = readTree('src/features').filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const senders = sendersOf(ours, keyed, await callsByName());
  expect(new Set(senders.map(({ call }) => call)).size).toBeGreaterThanOrEqual(6);
  expect(senders.filter(({ keyless }) => keyless.length > 0)).toEqual([]);
});

it('would tell of a sender without one', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });
  const api = file('src/features/a/a.api.ts', 'export const postA = (id: number) => gateway.post<Order>(A_CALLS.order, { id });');
  const store = (input: string) => file('src/features/a/a.store.ts', `await postA(${input});`);
  const told = (...files: SourceFile[]) => sendersOf(files, new Set(['/a/order']), new Map([['A_CALLS.order', '/a/order']]));
  expect(told(api)).toEqual([{ call: '/a/order', keyless: ['src/features/a/a.api.ts'] }]);
  expect(told(api, store('{ id }'))).toEqual([{ call: '/a/order', keyless: ['src/features/a/a.store.ts'] }]);
  expect(told(api, store('{ id, idempotency_key: key }'))).toEqual([{ call: '/a/order', keyless: [] }]);
});
