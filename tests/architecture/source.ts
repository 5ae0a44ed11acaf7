import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A file of ours: path from the root with slashes, and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

export interface Import {
  /** Path from the root for files of ours, the bare specifier for packages. */
  target: string;
  /** Erased when it runs. */
  type_only: boolean;
  /** `await import()`: loaded on demand. */
  dynamic: boolean;
}

const CODE = /\.(ts|tsx|mjs|astro|css)$/;

/** Every code file below the folders. */
export function readTree(...folders: string[]): SourceFile[] {
  return folders.flatMap((folder) => walk(join(root, folder))).filter(({ path }) => CODE.test(path));
}

export function walk(folder: string): SourceFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}

/** Comments out of the way, so that a rule does not trip over prose; line numbers stay. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1');
}

const STATIC = /(?:^|[;\n])\s*(?:import|export)\s+(type\s+)?(?:([\w*\s{},$]+?)\s+from\s+)?['"]([^'"]+)['"]/g;
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports, resolved. Imports of type names only count as type-only. */
export function importsOf(file: SourceFile): Import[] {
  const text = withoutComments(file.text);
  const found: Import[] = [];
  for (const [, keyword, names, specifier] of text.matchAll(STATIC)) {
    const listed = /^\s*\{([^}]*)\}\s*$/.exec(names ?? '')?.[1];
    const all_types = listed?.split(',').every((name) => name.trim() === '' || /^type\s/.test(name.trim())) ?? false;
    found.push({
      target: resolveSpecifier(file.path, specifier ?? ''),
      type_only: keyword !== undefined || (listed !== undefined && listed.trim() !== '' && all_types),
      dynamic: false,
    });
  }
  for (const [, specifier] of text.matchAll(DYNAMIC)) {
    found.push({ target: resolveSpecifier(file.path, specifier ?? ''), type_only: false, dynamic: true });
  }
  return found;
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(from).replaceAll('\\', '/'), specifier));
  if (specifier.startsWith('#demo/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`;
  return specifier;
}

/** The module of a path (`catalog` of src/server/modules/catalog/repo.ts), or null. */
export function moduleOf(path: string): string | null {
  return /^src\/server\/modules\/([\w-]+)\//.exec(path)?.[1] ?? null;
}
