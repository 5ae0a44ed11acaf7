import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import config from '../../.dependency-cruiser.mjs';

/** Files that break each rule of .dependency-cruiser.mjs, and neighbours that do not. */
const TREE: Record<string, string> = {
  'package.json': '{"dependencies": {"declared": "1", "fontkit": "1"}, "devDependencies": {"only-tests": "1"}}',
  'node_modules/declared/index.js': 'export const a = 1;',
  'node_modules/fontkit/index.js': 'export const a = 1;',
  'node_modules/only-tests/index.js': 'export const a = 1;',
  'node_modules/brought-along/index.js': 'export const a = 1;',
  'src/a.mjs': "import './b.mjs';\nimport 'declared';",
  'src/b.mjs': "import './a.mjs';",
  'src/late.mjs': "export const load = () => import('./later.mjs');",
  'src/later.mjs': "import './late.mjs';",
  'src/kit/late.mjs': "export const load = () => import('./later.mjs');",
  'src/kit/later.mjs': "import './late.mjs';",
  'src/lost.mjs': "import './nowhere.mjs';",
  'src/undeclared.mjs': "import 'brought-along';",
  'src/dev.mjs': "import 'only-tests';",
  'tests/fine.mjs': "import 'only-tests';",
  'src/tested.mjs': "import '../tests/fine.mjs';",
  'src/old.mjs': "import 'punycode';",
  'demo/world.mjs': '',
  'src/shown.mjs': "import '../demo/world.mjs';",
  'src/server/drawn.mjs': "import 'fontkit';",
  'src/server/drawn-later.mjs': "export const load = () => import('fontkit');",
};

it('each rule about packages and cycles finds what breaks it, and nothing else', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cemao-imports-'));
  try {
    for (const [path, text] of Object.entries(TREE)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { tsConfig: _ours, ...options } = config.options ?? {};
    const { output } = await cruise(['src', 'demo', 'tests'], {
      ...(options as ICruiseOptions),
      baseDir: root,
      validate: true,
      ruleSet: { forbidden: config.forbidden },
    });
    const found = (output as ICruiseResult).summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
    expect([...new Set(found)].sort()).toEqual([
      'declared-package src/undeclared.mjs',
      'no-circle-in-the-browser src/kit/late.mjs',
      'no-cycle src/a.mjs',
      'no-deprecated-core src/old.mjs',
      'no-test-in-product src/tested.mjs',
      'no-test-package-in-product src/dev.mjs',
      'product-without-plug-ins src/shown.mjs',
      'read-when-used src/server/drawn.mjs',
      'resolvable src/lost.mjs',
    ]);
    expect(found.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining((config.forbidden ?? []).map(({ name }) => name)));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
