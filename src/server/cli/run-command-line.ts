import { StartError } from '../kernel/errors.ts';
import { commands } from './commands.ts';

/**
 * One call of the command line, `COMMAND ...`. Writes to stdout and stderr and never throws.
 * @returns the exit code: 0 when done, 1 when refused or when something is wrong, 2 for a wrong call
 */
export async function runCommandLine([name = '', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    process.stderr.write(
      `用法：node src/cli.ts <命令>\n${Object.entries(commands)
        .map(([key, { usage, about }]) => `  ${key}${usage ? ` ${usage}` : ''}\n      ${about}`)
        .join('\n')}\n`,
    );
    return name === '' || name === 'help' || name === '--help' ? 0 : 2;
  }
  try {
    return await command.run(args);
  } catch (error) {
    const readable = error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(readable ? `${(error as Error).message}\n` : `${(error as Error).stack}\n`);
    return 1;
  }
}
