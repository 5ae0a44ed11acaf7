import { expect, it } from 'vitest';
import { asInlineScript, earlyScript } from '../../tools/early-script.mjs';

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
