import { commands } from '#server/cli/commands.ts';
import { StartError } from '#server/kernel/errors.ts';

/** `node src/cli.ts COMMAND ...`: exits 0 when done, 1 when refused or when something is wrong, 2 for a wrong call. */
async function main(): Promise<number> {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) {
    process.stderr.write(
      `用法：node src/cli.ts <命令>\n${Object.entries(commands)
        .map(([key, { usage, about }]) => `  ${key}${usage ? ` ${usage}` : ''}\n      ${about}`)
        .join('\n')}\n`,
    );
    return name === '' || name === 'help' || name === '--help' ? 0 : 2;
  }
  return command.run(args);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const readable = error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    process.stderr.write(readable ? `${(error as Error).message}\n` : `${(error as Error).stack}\n`);
    process.exit(1);
  },
);
