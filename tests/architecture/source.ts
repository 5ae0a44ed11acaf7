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
  /** `await import()` or `require()`: loaded on demand. */
  dynamic: boolean;
}

const CODE = /\.(ts|tsx|mjs|astro|css)$/;

/** What was made of a text or a file is made once a process: rules by the dozen ask for the same. */
function once<K, V>(
  make: (of: K) => V,
  known: { get(of: K): V | undefined; set(of: K, made: V): unknown } = new Map<K, V>(),
): (of: K) => V {
  return (of) => {
    const made = known.get(of) ?? make(of);
    known.set(of, made);
    return made;
  };
}

const codeBelow = once((folder: string) => walk(join(root, folder)).filter(({ path }) => CODE.test(path)));

/** Every code file below the folders. */
export const readTree = (...folders: string[]): SourceFile[] => folders.flatMap(codeBelow);

export function walk(folder: string): SourceFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}

/** Comments out of the way, so that a rule does not trip over prose; line numbers stay. */
export const withoutComments = once((text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1'),
);

const STATIC = /(?:^|[;\n])\s*(?:import|export)\s+(type\s+)?(?:([\w*\s{},$]+?)\s+from\s+)?['"]([^'"]+)['"]/g;
const DYNAMIC = /\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/g;

/** What a file imports, resolved. Imports of type names only count as type-only. */
export const importsOf = once((file: SourceFile): Import[] => {
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
}, new WeakMap<SourceFile, Import[]>());

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
