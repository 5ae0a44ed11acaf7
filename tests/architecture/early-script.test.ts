import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asInlineScript, earlyScript } from '../../tools/early-script.mjs';

/** What a browser has when the script runs, as far as the script asks for it. */
function runIn(stored: Record<string, string>) {
  const dataset: Record<string, string> = {};
  const heard: string[] = [];
  const setProperty = (name: string, value: string) => {
    dataset[name] = value;
  };
  runInNewContext(earlyScript(), {
    document: { documentElement: { dataset, style: { setProperty } } },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    addEventListener: (event: string) => heard.push(event),
  });
  return { dataset, heard };
}

it('the script before the first paint is one that browsers can read, and marks who is signed in', () => {
  expect(runIn({})).toEqual({ dataset: { session: 'out' }, heard: ['click', 'keydown'] });
  expect(runIn({ token: 't', userinfo: '{"id":7,"nickname":"小策"}' }).dataset).toEqual({ session: 'in', '--nickname': '"小策"' });
  expect(runIn({ token: 't', userinfo: '{' }).dataset).toEqual({ session: 'out' });
});

it('the inline script of every page is one that browsers take: without types, imports and comments', () => {
  // throws where it is no script
  const script = earlyScript();
  expect(script).toContain('dataset.session');
  expect(script).not.toMatch(/^\s*\/\/| as [A-Z]|: Element/m);
});

it('what only TypeScript understands ends the build', () => {
  expect(asInlineScript('// why\nconst a = (x: number) => x as unknown;\nvoid a;')).toMatch(/^const a = \(x\s*\) => x\s*;\nvoid a;$/);
  for (const source of ['enum A { B }', "import a from 'a';", 'const a = ;']) expect(() => asInlineScript(source), source).toThrow();
});
