import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHAT_CALLS, type ChatMessage } from '#contract/chat.ts';
import { STREAM_TYPE, type StreamEvent } from '#contract/stream.ts';
import { type App, createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { listenForStreams, streamsOf } from '#server/http/streams.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { testApp } from '../support/app.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';

/** Two applications on one database, each with its own pool, listener and streams, as two processes have them. */
const t = testApp();
let second: Booted;
let servers: GatewayServer[];
let channels: Array<ReturnType<typeof listenForStreams>>;
let asker: Person;
let owner: Person;
let id: number;
let sent = 0;

const apps = (): App[] => [t.app, second.app];
const say = (app: App, by: Person, text: string, client_id = `race-chat-${++sent}`) =>
  sendMessage(createCtx(app, by.actor, 'test'), {
    ...{ id, client_id, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: true },
  });

beforeAll(async () => {
  second = await boot(t.config, { clock: t.clock, work: false });
  servers = await Promise.all(apps().map((app) => startGatewayServer(app)));
  channels = apps().map((app) => listenForStreams(app, t.booted.database_url));
  await Promise.all(channels.map(({ ready }) => ready));
  asker = await makePerson(t);
  owner = await makePerson(t);
  ({ id } = await askAbout(createCtx(t.app, asker.actor, 'test'), { kind: 'item', id: await makeItem(t, owner.id) }));
  await say(t.app, asker, '在吗');
  await say(t.app, owner, '在的');
});
afterAll(async () => {
  for (const app of apps()) streamsOf(app).close();
  await Promise.all(channels.map((channel) => channel.stop()));
  await Promise.all(servers.map((server) => server.stop()));
  await second.stop();
});

/** Follows the conversation as a browser does: a stream, and after whatever ends it the next one from the last number on. */
function follow(person: Person, at: number) {
  const got: number[] = [];
  const over = new AbortController();
  let held: Promise<void> | null = null;
  let line = new AbortController();
  const done = (async () => {
    while (!over.signal.aborted) {
      line = new AbortController();
      try {
        const url = `${servers[at]?.url}${CHAT_CALLS.messages}?id=${id}&after=${got.at(-1) ?? 0}`;
        const signal = AbortSignal.any([over.signal, line.signal]);
        const answer = await fetch(url, { headers: { accept: STREAM_TYPE, token: person.token }, signal });
        let rest = '';
        for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
          // a tab that sleeps reads nothing of what lies in its socket
          await held;
          const lines = (rest + Buffer.from(chunk).toString()).split('\n');
          rest = lines.pop() ?? '';
          for (const text of lines) if (text !== '') got.push((JSON.parse(text) as StreamEvent<ChatMessage>).seq);
        }
      } catch {
        // cut: the next stream goes on from the last number
      }
    }
  })();
  return {
    got,
    cut: () => line.abort(),
    freeze() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    async stop() {
      over.abort();
      await done;
    },
  };
}

it('no reader misses, doubles or reorders anything: lost listeners, cut lines, a frozen reader, many senders in two processes', async () => {
  const readers = [follow(asker, 0), follow(owner, 1), follow(owner, 0), follow(asker, 1)];
  const [awake, cut, frozen] = readers as [(typeof readers)[0], (typeof readers)[0], (typeof readers)[0]];
  await expect.poll(() => awake.got.length).toBe(2);
  const thaw = frozen.freeze();
  for (let round = 0; round < 6; round++) {
    await Promise.all(Array.from({ length: 10 }, (_, n) => say(apps()[n % 2] as App, n % 3 ? asker : owner, `第 ${round}-${n} 条`)));
    if (round === 1) cut.cut();
    // what was told while nobody listened is lost, and must not be missed
    if (round === 2) {
      await t.booted.pool.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cemao-stream' and datname = current_database()`,
      );
    }
    if (round === 4) thaw();
  }
  const all = Array.from({ length: 62 }, (_, n) => n + 1);
  for (const reader of readers) await expect.poll(() => reader.got.length, { timeout: 30_000 }).toBe(all.length);
  await Promise.all(readers.map((reader) => reader.stop()));
  for (const { got } of readers) expect(got).toEqual(all);
});

it('a process that is killed while it sends leaves no gap, and what it sent again is there once', async () => {
  const { rows: before } = await t.booted.pool.pool.query('select last_seq from chat_conversations where id = $1', [id]);
  const program = `
    import { boot } from '#server/boot.ts';
    import { readConfig } from '#server/config/config.ts';
    import { createCtx } from '#server/app/ctx.ts';
    import { sendMessage } from '#server/modules/chat/index.ts';
    const { app } = await boot(readConfig(JSON.parse(process.env.CONFIG)), { work: false });
    const ctx = createCtx(app, JSON.parse(process.env.ACTOR), 'killed');
    for (let n = 0; ; n++) {
      const one = { id: ${id}, client_id: 'killed-message-' + n, type: 'text', text: '第 ' + n + ' 条' };
      await sendMessage(ctx, { ...one, file_id: 0, item_id: 0, price: null, confirmed: true });
      console.log(n);
    }`;
  const CONFIG = JSON.stringify({ DATABASE_URL: t.booted.database_url, DATA_DIR: t.config.data_dir, SEED: 'none', LOG_LEVEL: 'fatal' });
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, CONFIG, ACTOR: JSON.stringify(asker.actor) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = -1;
  child.stdout.on('data', (chunk: Buffer) => {
    told = Number(chunk.toString().trim().split('\n').at(-1));
  });
  await expect.poll(() => told, { timeout: 60_000 }).toBeGreaterThan(5);
  child.kill('SIGKILL');
  await new Promise((resolve) => child.once('exit', resolve));
  // the browser does not know what became of its last words and sends them again
  for (const n of [told, told + 1]) await say(t.app, asker, `第 ${n} 条`, `killed-message-${n}`);
  const { rows } = await t.booted.pool.pool.query<{ seq: number; client_id: string }>(
    'select seq, client_id from chat_messages where conversation_id = $1 order by seq',
    [id],
  );
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, n) => n + 1));
  const killed = rows.slice(before[0]?.last_seq).map(({ client_id }) => client_id);
  expect(killed).toEqual(killed.map((_, n) => `killed-message-${n}`));
  expect(killed.length).toBeGreaterThanOrEqual(told + 2);
});
