import { expect, it } from 'vitest';
import type { Rule } from './rules.ts';
import { readTree, type SourceFile, withoutComments } from './source.ts';

/** Where bytes are taken away: by jobs that are tried for hours, and what an event of the outbox or the next attempt does once more. */
const REMOVERS = new Set([
  'src/server/app/sweeper.ts',
  'src/server/modules/publishing/stored-files.ts',
  'src/server/modules/publishing/drafts/prepare-files.ts',
  'src/server/modules/publishing/rendering/render-file.ts',
]);

const ours = (path: string) => /^src\/server\/(app|areas|http|modules|outbox|views)\//.test(path) && !/\.test\.ts$/.test(path);
const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** The text of a call from its opening bracket to the closing one. */
function callAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return text.slice(open, at + 1);
  }
  return text.slice(open);
}

/** Bytes outlive their rows where their removal has one chance: with the process, or with an effect after the commit, it is lost. */
const bytesAreSwept: Rule = (files) =>
  files
    .filter(({ path }) => ours(path))
    .flatMap(({ path, text: whole }) => {
      const text = withoutComments(whole);
      const at = (index: number) => `${path}:${lineOf(text, index)}`;
      const found: string[] = [];
      for (const { index } of text.matchAll(/\.remove(?:Private|Public)\(/g))
        if (!REMOVERS.has(path)) found.push(`${at(index)} removes bytes by itself; hand them to a sweep (app/sweeper.ts)`);
      for (const match of text.matchAll(/\bafterCommit\(/g))
        if (/\bstorage\b|\.remove(?:Private|Public)\b/.test(callAt(text, match.index + match[0].length - 1)))
          found.push(`${at(match.index)} leaves bytes to an effect that may be lost`);
      for (const match of text.matchAll(/name: (?:'[\w.-]*\.sweep'|SWEEP_JOB|HIDE_JOB)[^}]*/g))
        if (!match[0].includes('cron:')) found.push(`${at(match.index)} sweeps without the retries of sweepJob`);
      for (const { index } of text.matchAll(/(?<!function )\bnewStorageKey\(\)/g)) {
        const around = text.slice(text.lastIndexOf('\n', index), index + 200);
        if (!/newKey\(|sweepLater\(/.test(around)) found.push(`${at(index)} makes a key that no sweep looks after`);
      }
      return found;
    });

/** A sweep whose job no process works on removes nothing. */
const sweepsAreWorkedOn: Rule = (files) => {
  const all = files.filter(({ path }) => ours(path)).map(({ text }) => withoutComments(text));
  return all
    .flatMap((text) => [...text.matchAll(/const (\w+) = sweeperOf\(/g)].map(([, name]) => name as string))
    .filter((name) => !all.some((text) => text.includes(`${name}.job(app)`)))
    .map((name) => `${name}: its job is in no list of jobs`);
};

const tree = readTree('src');

it('takes bytes away by jobs that are tried for hours, never after a commit alone', () => {
  expect(bytesAreSwept(tree)).toEqual([]);
  expect(sweepsAreWorkedOn(tree)).toEqual([]);
  expect([...REMOVERS].filter((path) => !tree.some((file) => file.path === path && /\.remove(Private|Public)\(/.test(file.text)))).toEqual(
    [],
  );
});

it('would notice each way of losing a removal', () => {
  const file = (text: string): SourceFile => ({ path: 'src/server/modules/chat/chat-files.ts', text });
  const faults = (text: string) => [...bytesAreSwept([file(text)]), ...sweepsAreWorkedOn([file(text)])].length;
  expect(faults('await ctx.app.providers.storage.removePrivate([key]);')).toBe(1);
  expect(faults('tx.afterCommit(async () => {\n  await storage.discard(key);\n});')).toBe(1);
  expect(faults("jobs.push({ name: 'chat.sweep', run: sweep });")).toBe(1);
  expect(faults('const key = newStorageKey();\nawait storage.putPrivate(key, data);')).toBe(1);
  expect(faults("export const chatFiles = sweeperOf('chat.sweep', namedKeys);")).toBe(1);
  expect(
    faults("const chatFiles = sweeperOf('chat.sweep', namedKeys);\nconst key = await chatFiles.newKey(ctx);\nlist(chatFiles.job(app));"),
  ).toBe(0);
});
