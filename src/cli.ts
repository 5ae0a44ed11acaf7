import { runCommandLine } from '#server/cli/run-command-line.ts';

/** `node src/cli.ts COMMAND ...` */
process.exit(await runCommandLine(process.argv.slice(2)));
