// One run of the development server: Astro's own, with the gateway and the public pictures in front of it on the same port.
import { dev } from 'astro';
import { startText } from '#server/announce.ts';
import { endpoints } from '#server/areas/index.ts';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { createGateway } from '#server/http/gateway.ts';
import { createSiteListener } from '#server/http/site-listener.ts';
import { listenForStreams } from '#server/http/streams.ts';
import { installTerms } from '#server/install.ts';
import { StartError } from '#server/kernel/errors.ts';
import { loadPlugIns } from '#server/plug-in.ts';
import { withdrawPublicStaff } from '#server/public-accounts.ts';
import { root } from './runtime.mjs';

/** What the site answers itself; the rest is Astro's. */
const OURS = /^\/(gateway|pic|healthz|readyz|metrics)(\/|\?|$)/;

async function main() {
  const config = readConfig();
  let stopping = false;
  /** @type {() => Promise<void>} */
  let close = async () => undefined;
  const begun = Promise.withResolvers();
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // what is being opened is opened first: there is no half to close
    await begun.promise;
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
  try {
    close = await serve(config, () => stopping);
  } finally {
    begun.resolve(undefined);
  }
}

/**
 * @param {import('#server/config/config.ts').Config} config
 * @param {() => boolean} stopping
 * @returns {Promise<() => Promise<void>>} closes everything in order
 */
async function serve(config, stopping) {
  const plug_ins = await loadPlugIns(config);
  for (const one of plug_ins) one.prepare?.(config);
  const booted = await boot(config, { plug_ins });
  if (stopping()) return booted.stop;
  await installTerms(booted.app);
  await withdrawPublicStaff(booted.app);
  for (const one of plug_ins) await one.install(booted.app, (line) => process.stdout.write(`${line}\n`));
  const wakes = listenForStreams(booted.app, booted.database_url);
  const listener = createSiteListener({
    app: booted.app,
    pool: booted.pool,
    gateway: createGateway(booted.app, endpoints),
    pages: (_req, res) => res.writeHead(404).end(),
  });
  /** @type {import('vite').Plugin} */
  const gatewayInFront = {
    name: 'cemao:gateway-in-front',
    configureServer(server) {
      server.middlewares.use((req, res, next) => (OURS.test(req.url ?? '') ? listener(req, res) : next()));
    },
  };
  const server = await dev({
    root,
    logLevel: 'warn',
    server: { host: config.host, port: config.port },
    vite: { plugins: [gatewayInFront], server: { strictPort: true } },
  });
  process.stdout.write(await startText(config, booted));

  return async () => {
    void listener.drain();
    await server.stop();
    await Promise.all([wakes.stop(), ...plug_ins.map((one) => one.stop())]);
    await booted.stop();
  };
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
