import { createServer } from 'node:http';
import { readConfig } from '#server/config/config.ts';
import { listen } from '#server/http/http-server.ts';
import { StartError } from '#server/kernel/errors.ts';

/** Whether a start would find its environment and its port in order; changes nothing. Ends with 1 and one line that says why not. */
try {
  const { host, port } = readConfig(undefined, { keep: false });
  const server = createServer();
  await listen(server, port, host);
  server.close();
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exitCode = 1;
}
