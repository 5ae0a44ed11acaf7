import { importQuickly } from '#server/kernel/quick-imports.ts';

importQuickly();
const { runCommandLine } = await import('#server/cli/run-command-line.ts');

/** `node src/cli.ts COMMAND ...` */
process.exit(await runCommandLine(process.argv.slice(2)));
