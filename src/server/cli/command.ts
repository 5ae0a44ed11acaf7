import { type Config, readConfig } from '../config/config.ts';
import { type OpenDatabase, openDatabase } from '../db/open-database.ts';

/** One command of the command line, one file each. */
export interface Command {
  /** Arguments as the help shows them. */
  usage: string;
  /** One line for the help. */
  about: string;
  /** @returns the exit code */
  run(args: string[]): Promise<number>;
}

export const print = (line: string) => process.stdout.write(`${line}\n`);

/** Opens the configured database for the time of `work`. The cluster of a running site is adopted and left running. */
export async function withDatabase<T>(work: (database: OpenDatabase, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig();
  const database = await openDatabase(config);
  try {
    return await work(database, config);
  } finally {
    await database.cluster?.stop();
  }
}
