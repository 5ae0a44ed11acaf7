import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startText } from '#server/announce.ts';
import { endpoints } from '#server/areas/index.ts';
import { boot } from '#server/boot.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { createGateway } from '#server/http/gateway.ts';
import { closeServer, createSiteServer, listen, PROXY_IDLE_S } from '#server/http/http-server.ts';
import { listenForPurges } from '#server/http/purge-channel.ts';
import { createSiteListener, type PageHandler } from '#server/http/site-listener.ts';
import { listenForStreams } from '#server/http/streams.ts';
import { installTerms } from '#server/install.ts';
import { StartError } from '#server/kernel/errors.ts';
import { loadLanguage } from '#server/modules/search/index.ts';
import { loadPlugIns } from '#server/plug-in.ts';
import { withdrawPublicStaff } from '#server/public-accounts.ts';

/** For requests that run when we stop; downloads and uploads that take longer resume. */
const DRAIN_MS = 4_000;

let stopping = false;

/** The production process: one port for gateway, pages, pictures and built files. */
async function main(): Promise<void> {
  const config = readConfig();
  const entry = join(config.dist_dir, 'server', 'entry.mjs');
  const built = Promise.withResolvers<void>();
  built.promise.catch(() => undefined);
  // npm start builds them meanwhile, and says when they are whole
  const waits = process.argv.includes('--await-build');
  if (waits) process.on('message', (what) => what === 'built' && built.resolve());
  else if (existsSync(entry)) built.resolve();
  else throw new ConfigError(`没有找到构建结果 ${entry}：请先运行 npm run build`);
  const read = async (): Promise<{ handler: PageHandler }> => built.promise.then(() => import(pathToFileURL(entry).href));
  // the pages are read while the database starts; what is still being built, when all else is there
  const loading = waits ? null : read();
  loading?.catch(() => undefined);
  // from the first moment: a stop while the database starts waits for it, else it would be left running
  const plug_ins = await loadPlugIns(config);
  for (const one of plug_ins) one.prepare?.(config);
  const opening = boot(config, { plug_ins, work: 'later', ...(loading && { reading: loading }) });
  let close: () => Promise<void> = async () => {
    built.reject(new Error('stopped'));
    await Promise.all(plug_ins.map((one) => one.stop()));
    await (await opening.catch(() => null))?.stop();
  };
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop());
  const booted = await opening;
  if (stopping) return;
  await installTerms(booted.app);
  await withdrawPublicStaff(booted.app);
  for (const one of plug_ins) await one.install(booted.app, (line) => process.stdout.write(`${line}\n`));
  const { handler: pages } = await (loading ?? read());
  if (stopping) return;
  // events of what a plug-in made are delivered afterwards, together: one by one that takes as long as making it
  await booted.app.jobs.start();
  if (stopping) return;
  const purges = listenForPurges(booted.app, booted.database_url);
  const wakes = listenForStreams(booted.app, booted.database_url);
  const listener = createSiteListener({ app: booted.app, pool: booted.pool, gateway: createGateway(booted.app, endpoints), pages });
  const server = createSiteServer(listener);
  loadLanguage();

  close = async () => {
    const counted = listener.drain();
    await closeServer(server, DRAIN_MS, config.trust_proxy.length > 0 ? (PROXY_IDLE_S + 1) * 1_000 : 0);
    await counted;
    await Promise.all([purges.stop(), wakes.stop(), ...plug_ins.map((one) => one.stop())]);
    await booted.stop();
  };
  try {
    await listen(server, config.port, config.host);
  } catch (error) {
    await Promise.all([purges.stop(), wakes.stop()]);
    await booted.stop();
    throw error;
  }
  process.stdout.write(await startText(config, booted));
  process.on('message', (what) => what === 'packed' && listener.readFilesAgain());
  if (process.connected) process.send?.('open');
}

main().catch((error: unknown) => {
  // what was being started when the database was taken away: the stop goes on and ends the process
  if (stopping) return;
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
});
