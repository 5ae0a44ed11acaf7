import type { App, SandboxAccount } from './app/ctx.ts';
import type { Config } from './config/config.ts';
import type { JobDefinition } from './db/jobs.ts';

/** What may come with a site but is no part of it: nothing here is imported unless the configuration asks for it. */
export interface PlugIn {
  /** Begins what needs no database, while that still starts. */
  prepare?(config: Config): void;
  /** Before the first request. `say` prints a line for whoever started the site. */
  install(app: App, say: (line: string) => void): Promise<void>;
  /** Background work. */
  jobs(app: App): JobDefinition[];
  /** Who can be tried out, with passwords that everybody may know. */
  accounts(config: Config): SandboxAccount[];
  /** Ends processes of its own. */
  stop(): Promise<void>;
}

/** The demo where one is wanted, and where others reach a database that may have been one: its accounts must lose their roles then. */
export async function loadPlugIns(config: Pick<Config, 'seed' | 'local'>): Promise<PlugIn[]> {
  if (config.seed === null && config.local) return [];
  return [(await import('./demo/plug-in.ts')).demo];
}
