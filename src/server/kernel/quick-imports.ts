import { type ResolveHookSync, registerHooks } from 'node:module';

const SRC = new URL('../../', import.meta.url).href;
/** As `imports` of package.json says; quick-imports.test.ts compares the two. */
export const PREFIXES = ['#server/', '#contract/'] as const;
/** Each of its files makes Node parse 130 KB of `exports`. */
const DRIZZLE = '/node_modules/drizzle-orm/';

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
  return next(specifier, context);
};

const ours = (url: string) => ({ url, format: 'module-typescript', shortCircuit: true });

/** For what is imported from now on, so an entry imports the rest of the program after this. */
export const importQuickly = () => registerHooks({ resolve: resolveQuickly });
