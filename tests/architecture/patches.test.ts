import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as drawIcons from '../../tools/patches/draw-icons/patch.mjs';
import * as islandRenderer from '../../tools/patches/island-renderer/patch.mjs';
import { root } from './source.ts';

const PATCHES: Record<string, Record<string, string>> = {
  'draw-icons': drawIcons.patches,
  'island-renderer': islandRenderer.patches,
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('has a folder each, with reason, gain, upstream, test and end', () => {
  const folders = readdirSync(join(root, 'tools/patches'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(PATCHES));
  for (const { name } of folders) {
    const text = read(`tools/patches/${name}/README.md`);
    for (const line of ['Reason', 'Brings', 'Upstream', 'Test', 'Remove when']) expect(text, name).toContain(`- ${line}:`);
  }
});

it('is for exactly the version that is pinned and installed', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  for (const [name, patches] of Object.entries(PATCHES)) {
    for (const [pack, version] of Object.entries(patches)) {
      expect(dependencies[pack], `${name}: ${pack}`).toBe(version);
      expect((JSON.parse(read(`node_modules/${pack}/package.json`)) as { version: string }).version, `${name}: ${pack}`).toBe(version);
    }
  }
});

it('finds the places that it changes', () => {
  expect(islandRenderer.apply('export default function Buy() {}')).toContain("Buy[Symbol.for('astro:renderer')] = '@astrojs/react'");
  expect(() => islandRenderer.apply('export default () => null')).toThrow('named function');
  const sources = {
    '@lucide/astro': read('node_modules/@lucide/astro/src/icons/heart.ts'),
    'lucide-react': read('node_modules/lucide-react/dist/esm/icons/heart.mjs'),
  };
  for (const [pack, text] of Object.entries(sources)) {
    const source = /from ['"]([^'"]*createLucideIcon[^'"]*)['"]/.exec(text)?.[1] ?? '';
    expect(drawIcons.resolve(source, `/node_modules/${pack}/icons/heart`), pack).toMatch(/src\/ui\/draw-(react-)?icon\.ts$/);
  }
  expect(drawIcons.resolve('../createLucideIcon', '/src/ui/icons.ts')).toBeNull();
});
