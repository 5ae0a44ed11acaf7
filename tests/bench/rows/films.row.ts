import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { EncodedPacket, EncodedVideoPacketSource, FilePathTarget, Mp4OutputFormat, Output } from 'mediabunny';
import { VIDEO_MAX_BYTES } from '#contract/publish.ts';
import { createCtx } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { createGateway } from '#server/http/gateway.ts';
import { createSiteServer, listen } from '#server/http/http-server.ts';
import { createSiteListener } from '#server/http/site-listener.ts';
import { createUser, issueToken } from '#server/modules/identity/index.ts';
import { p95Ms, type Result, type Row } from '../row.ts';

const PACKET_BYTES = 4 * 1024 ** 2;
const SECONDS = Math.floor(VIDEO_MAX_BYTES / PACKET_BYTES) - 2;
const SEEK_MS = 300;
const SEEKS = 100;
const MIB = 1024 ** 2;
const sender = fileURLToPath(new URL('../send-film.ts', import.meta.url));

/** A film as long as one may be: sent in parts with a break in the middle, made ready to play, and looked at from anywhere. */
const row: Row = {
  name: 'films',
  async run() {
    const dir = mkdtempSync(join(tmpdir(), 'cemao-bench-films-'));
    chmodSync(dir, 0o755);
    const file = join(dir, 'film.mp4');
    await writeFilm(file);
    const booted = await boot(readConfig({ DATA_DIR: join(dir, 'data'), SEED: 'none', LOG_LEVEL: 'error' }), { work: false });
    const { app, pool } = booted;
    const server = createSiteServer(
      createSiteListener({ app, pool, gateway: createGateway(app, endpoints), pages: (_req, res) => void res.writeHead(404).end() }),
    );
    try {
      await listen(server, 0, '127.0.0.1');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const ctx = createCtx(app, { kind: 'job', name: 'bench' }, 'bench');
      const user_id = await createUser(ctx, { mobile: '13900000001', password: null, nickname: '讲师' });
      const { token } = await issueToken(ctx, user_id);
      const memory = watchMemory();
      const { src, seconds } = await upload(origin, token, file);
      const grown = memory.stop();
      const size = Number((await ask(`${origin}${src}`, 'bytes=0-0')).headers['content-range']?.split('/')[1]);
      const seek = await p95Ms(async (n) => {
        const answer = await ask(`${origin}${src}`, `bytes=${Math.floor((size / SEEKS) * ((n * 37) % SEEKS))}-`);
        if (answer.statusCode !== 206) throw new Error(`status ${answer.statusCode}`);
        await firstMebibyte(answer);
      }, SEEKS);
      return results({ size, seconds, grown, seek });
    } finally {
      server.closeAllConnections();
      server.close();
      await booted.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  },
};
export default row;

const results = ({ size, seconds, grown, seek }: { size: number; seconds: number; grown: number; seek: number }): Result[] => [
  {
    ...{ what: `film of ${(size / 1024 ** 3).toFixed(2)} GiB sent in parts, checked and made ready`, goal: 'memory <= +192 MiB' },
    ...{ measured: `+${Math.round(grown)} MiB, ${Math.round(seconds)} s`, base: 'before the first part', ratio: '-' },
    reached: grown <= 192,
  },
  {
    ...{
      what: `${SEEKS} seeks in it: first mebibyte`,
      goal: `p95 <= ${SEEK_MS} ms`,
      measured: `${seek.toFixed(1)} ms`,
      base: '',
      ratio: '-',
    },
    reached: seek <= SEEK_MS,
  },
];

/** One large picture a second, that nobody could decode: what a site does with a film does not look into them. */
async function writeFilm(path: string): Promise<void> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(path) });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  const description = Buffer.from('0142c00affe1000a6742c00ad908490f2e0101000568cb8cb220', 'hex');
  const decoderConfig = { codec: 'avc1.42c00a', codedWidth: 64, codedHeight: 64, description };
  const picture = Buffer.alloc(PACKET_BYTES, 7);
  for (let at = 0; at < SECONDS; at++)
    await source.add(new EncodedPacket(picture, at % 4 === 0 ? 'key' : 'delta', at, 1), { decoderConfig });
  await output.finalize();
}

/** Sent by a process of its own, as a browser would: what it takes is not the site's. */
async function upload(origin: string, token: string, path: string): Promise<{ src: string; seconds: number }> {
  const child = spawn(process.execPath, [sender, origin, token, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`the film could not be sent: ${code}`);
  return JSON.parse(said) as { src: string; seconds: number };
}

const ask = (url: string, range: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { range }, agent: false }, resolve).on('error', reject);
  });

async function firstMebibyte(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length;
    if (bytes >= MIB) break;
  }
}

/** Highest growth of this process, which serves and checks, in MiB. */
function watchMemory(): { stop(): number } {
  const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024;
  const before = resident();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, resident());
  }, 50);
  return {
    stop() {
      clearInterval(timer);
      return highest - before;
    },
  };
}
