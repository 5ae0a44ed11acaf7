import { type ResolveHookSync, registerHooks } from 'node:module';

const SRC = new URL('../../', import.meta.url).href;
/** As `imports` of package.json says; quick-imports.test.ts compares the two. */
export const PREFIXES = ['#server/', '#contract/'] as const;
/** Each of its files makes Node parse 130 KB of `exports`. */
const DRIZZLE = '/node_modules/drizzle-orm/';
/** A package, or a module within one; neither a module of Node nor an address. */
const PACKAGE = /^[@a-z][^:]*$/;

/**
 * Where a module of ours lies is what its specifier says. Node would read package.json for each of some 6,000 imports: a quarter of the
 * processor time of a start. What this does not know is Node's.
 */
export const resolveQuickly: ResolveHookSync = (specifier, context, next) => {
  const from = context.parentURL ?? '';
  if (specifier.endsWith('.ts')) {
    if (PREFIXES.some((prefix) => specifier.startsWith(prefix))) return ours(SRC + specifier.slice(1));
    if (specifier.startsWith('.') && from.startsWith(SRC)) return ours(new URL(specifier, from).href);
  }
  if (specifier.startsWith('.') && specifier.endsWith('.js') && from.includes(DRIZZLE)) {
    return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
  }
  return PACKAGE.test(specifier) && from.startsWith(SRC) ? packageOf(specifier, context, next) : next(specifier, context);
};

/** Found by Node once: where a package lies is the same for all modules of ours. */
const packages = new Map<string, ReturnType<ResolveHookSync>>();

const packageOf: ResolveHookSync = (specifier, context, next) => {
  const known = packages.get(specifier);
  if (known) return known;
  const found = { ...next(specifier, context), shortCircuit: true };
  packages.set(specifier, found);
  return found;
};

const ours = (url: string) => ({ url, format: 'module-typescript', shortCircuit: true });

/** For what is imported from now on, so an entry imports the rest of the program after this. */
export const importQuickly = () => registerHooks({ resolve: resolveQuickly });
