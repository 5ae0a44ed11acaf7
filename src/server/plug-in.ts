import { existsSync, readdirSync } from 'node:fs';
import type { App, SandboxAccount } from './app/ctx.ts';
import type { Command } from './cli/command.ts';
import type { Config } from './config/config.ts';
import type { JobDefinition } from './db/jobs.ts';

/** What may come with a site but is no part of it: nothing here is imported unless the configuration asks for it. */
export interface PlugIn {
  /** Begins what needs no database, while that still starts. */
  prepare?(config: Config): void;
  /** Before the first request. `say` prints a line for the operator who started the site. */
  install(app: App, say: (line: string) => void): Promise<void>;
  /** Background work. */
  jobs(app: App): JobDefinition[];
  /** Who can be tried out, with passwords that everybody may know. */
  accounts(config: Config): SandboxAccount[];
  /** What it adds to the command line, by name. */
  commands: Record<string, Command>;
  /** Ends processes of its own. */
  stop(): Promise<void>;
}

const ROOT = new URL('../../', import.meta.url);

/**
 * Every folder beside `src` that holds a `plug-in.ts`, where the configuration asks for a world of its own (SEED). Where none came with the program there is
 * nothing to load.
 */
export async function loadPlugIns({ seed }: Pick<Config, 'seed'>): Promise<PlugIn[]> {
  return seed === null ? [] : allPlugIns();
}

/** All that came with this program. */
export function allPlugIns(): Promise<PlugIn[]> {
  const entries = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => new URL(`${name}/plug-in.ts`, ROOT))
    .filter((entry) => existsSync(entry));
  return Promise.all(entries.map(async ({ href }) => ((await import(href)) as { plug_in: PlugIn }).plug_in));
}
