import { StartError } from '../kernel/errors.ts';
import { allPlugIns } from '../plug-in.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';

/**
 * One call of the command line, `COMMAND ...`. Writes to stdout and stderr and never throws.
 * @returns the exit code: 0 when done, 1 when refused or when something is wrong, 2 for a wrong call
 */
export async function runCommandLine([name = '', ...args]: string[]): Promise<number> {
  // a plug-in is read only for what the program itself does not know
  const known: Record<string, Command> = { ...commands };
  if (!known[name]) for (const one of await allPlugIns()) Object.assign(known, one.commands);
  const command = known[name];
  if (!command) {
    process.stderr.write(
      `用法：node src/cli.ts <命令>\n${Object.entries(known)
        .map(([key, { usage, about }]) => `  ${key}${usage ? ` ${usage}` : ''}\n      ${about}`)
        .join('\n')}\n`,
    );
    return name === '' || name === 'help' || name === '--help' ? 0 : 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const wrong = wrongArgument(error);
    if (wrong !== null) process.stderr.write(`看不懂的参数 ${wrong}。用法：node src/cli.ts ${name} ${command.usage}\n`);
    else process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
    return 1;
  }
}

/** What parseArgs did not take, or null for another error. Its own sentences are English and about its options. */
function wrongArgument(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) return null;
  return /'([^' ]+)/.exec(error.message)?.[1] ?? '';
}
