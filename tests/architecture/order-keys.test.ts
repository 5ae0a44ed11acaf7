import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#server/areas/index.ts';
import { readTree, type SourceFile, withoutComments } from './source.ts';

const SENT = /gateway\(\s*'((?:POST|PUT) [^']+)'/g;
const NAMED = /export (?:const|(?:async )?function) (\w+)/g;

/** Who sends one of these calls, and whether a key goes with it: by the sender itself, or by all who call it. */
function sendersOf(files: readonly SourceFile[], keyed: ReadonlySet<string>) {
  return files.flatMap(({ path, text: whole }) => {
    const text = withoutComments(whole);
    return [...text.matchAll(SENT)].flatMap(({ 1: call = '', index }) => {
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
    endpoints
      .filter(({ input }) => input instanceof z.ZodObject && 'idempotency_key' in input.shape)
      .map(({ method, path }) => `${method} ${path}`),
  );
  // of each kind at an address of its own
  keyed.add('POST kind/order');
  expect(keyed.size).toBeGreaterThan(8);
  const ours = readTree('src/features', 'src/kit').filter(({ path }) => !/\.test\.tsx?$/.test(path));
  const senders = sendersOf(ours, keyed);
  expect(new Set(senders.map(({ call }) => call)).size).toBeGreaterThanOrEqual(6);
  expect(senders.filter(({ keyless }) => keyless.length > 0)).toEqual([]);
});

it('would tell of a sender without one', () => {
  const file = (path: string, text: string): SourceFile => ({ path, text });
  const api = file('src/features/a/a.api.ts', "export const postA = (id: number) => gateway('POST /a/order', { id });");
  const store = (input: string) => file('src/features/a/a.store.ts', `await postA(${input});`);
  const told = (...files: SourceFile[]) => sendersOf(files, new Set(['POST /a/order']));
  expect(told(api)).toEqual([{ call: 'POST /a/order', keyless: ['src/features/a/a.api.ts'] }]);
  expect(told(api, store('{ id }'))).toEqual([{ call: 'POST /a/order', keyless: ['src/features/a/a.store.ts'] }]);
  expect(told(api, store('{ id, idempotency_key: key }'))).toEqual([{ call: 'POST /a/order', keyless: [] }]);
});
