import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { STREAM_TYPE, type StreamEvent, type StreamPage } from '#contract/stream.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { wakeStreams } from '#server/db/notifications.ts';
import { serve } from '#server/http/endpoint.ts';
import { createMetrics } from '#server/http/metrics.ts';
import { answerEvents, limitStreams, listenForStreams, streamsOf } from '#server/http/streams.ts';
import { testApp } from '../support/app.ts';
import { type GatewayServer, startGatewayServer } from '../support/gateway-server.ts';
import { makePerson } from '../support/market.ts';

const call = callsOf('site');

const t = testApp();
let server: GatewayServer;
let wakes: ReturnType<typeof listenForStreams>;

/** Rows of a table of this test, as any module would hand out its own. */
const events = serve(
  call('GET', '/test/events', {
    summary: '事件',
    auth: 'optional',
    input: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  }),
  (ctx, { after }, c) =>
    answerEvents(ctx, c, after, {
      topics: ['test'],
      async read(from, limit) {
        const { rows } = await ctx.db.execute<{ seq: string; data: unknown }>(
          sql`select seq, data from test_events where seq > ${from} order by seq limit ${limit}`,
        );
        return rows.map(({ seq, data }) => ({ seq: Number(seq), data }));
      },
    }),
);

beforeAll(async () => {
  await t.app.db.execute(sql`create table test_events (seq bigint generated always as identity, data jsonb not null)`);
});
beforeEach(async () => {
  await begin({});
});
afterEach(async () => {
  streamsOf(t.app).close();
  await server.stop();
  await wakes.stop();
});

async function begin(limits: Parameters<typeof limitStreams>[1]): Promise<void> {
  limitStreams(t.app, limits);
  await t.app.db.execute(sql`truncate test_events restart identity`);
  server = await startGatewayServer(t.app, [events]);
  wakes = listenForStreams(t.app, t.booted.database_url);
  await wakes.ready;
}

/** Starts again with other limits than the product's. */
async function beginWith(limits: Parameters<typeof limitStreams>[1]): Promise<void> {
  await server.stop();
  await wakes.stop();
  await begin(limits);
}

async function happen(...data: unknown[]): Promise<void> {
  await inTransaction(t.ctx(), async (tx) => {
    for (const one of data) await tx.db.execute(sql`insert into test_events (data) values (${JSON.stringify(one)})`);
    await wakeStreams(tx.db, ['test']);
  });
}

async function follow({ after = 0, token = '' } = {}) {
  const leave = new AbortController();
  const answer = await fetch(`${server.url}/gateway/test/events?after=${after}`, {
    headers: { accept: STREAM_TYPE, ...(token ? { token } : {}) },
    signal: leave.signal,
  });
  const got: StreamEvent[] = [];
  let beats = 0;
  const over = (async () => {
    let rest = '';
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      const lines = (rest + Buffer.from(chunk).toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') beats++;
        else got.push(JSON.parse(line) as StreamEvent);
      }
    }
  })();
  over.catch(() => undefined);
  return { answer, got, beats: () => beats, over, leave: () => leave.abort() };
}

const open = () => streamsOf(t.app).size;
const ended = () => streamsOf(t.app).ended;

it('hands out what was there and what is committed later, each once and in order; a poll gives the same', async () => {
  await happen({ id: 1 }, { id: 2 });
  const reader = await follow({ after: 1 });
  expect(reader.answer.headers.get('content-type')).toBe(STREAM_TYPE);
  await expect.poll(() => reader.got).toEqual([{ seq: 2, data: { id: 2 } }]);
  await inTransaction(t.ctx(), async (tx) => {
    await tx.db.execute(sql`insert into test_events (data) values ('{"id": 99}')`);
    await wakeStreams(tx.db, ['test']);
    throw new Error('rolled back');
  }).catch(() => undefined);
  for (let id = 3; id <= 40; id++) await happen({ id });
  await expect.poll(() => reader.got.length).toBe(39);
  expect(reader.got.map(({ data }) => (data as { id: number }).id)).toEqual(Array.from({ length: 39 }, (_, n) => n + 2));
  const poll = (await (await fetch(`${server.url}/gateway/test/events?after=1`)).json()) as { code: number; data: StreamPage };
  expect(poll).toMatchObject({ code: 0, data: { events: reader.got, seq: reader.got.at(-1)?.seq } });
  reader.leave();
  await expect.poll(open).toBe(0);
  expect(ended().left).toBe(1);
});

it('reads on by batches, and hears commits of another process', async () => {
  await happen(...Array.from({ length: 250 }, (_, n) => n));
  const reader = await follow();
  await expect.poll(() => reader.got.length).toBe(250);
  const program = `
    import { openPool } from '#server/db/pool.ts';
    import { transact } from '#server/db/transaction.ts';
    import { wakeStreams } from '#server/db/notifications.ts';
    const { db, close } = openPool(process.env.URL, 1, { warn() {} });
    await transact(db, async (tx) => {
      await tx.execute("insert into test_events (data) values ('\\"elsewhere\\"')");
      await wakeStreams(tx, ['test']);
    });
    await close();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, URL: t.booted.database_url },
  });
  await expect.poll(() => reader.got.at(-1)?.data).toBe('elsewhere');
  reader.leave();
});

it('beats while nothing happens, and ends after its life', async () => {
  await beginWith({ heartbeat_ms: 20, life_ms: 500 });
  const reader = await follow();
  await expect.poll(reader.beats).toBeGreaterThan(2);
  await reader.over;
  expect(ended().life).toBe(1);
  expect(open()).toBe(0);
});

it('cuts a reader who does not read, and holds nothing for them', async () => {
  await beginWith({ heartbeat_ms: 100 });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.pause();
  socket.on('error', () => undefined);
  socket.write(`GET /gateway/test/events HTTP/1.1\r\nHost: a\r\nAccept: ${STREAM_TYPE}\r\n\r\n`);
  await expect.poll(open).toBe(1);
  const other = await follow();
  const large = 'x'.repeat(100_000);
  for (let round = 0; round < 6; round++) await happen(...Array.from({ length: 20 }, () => large));
  await expect.poll(() => ended().slow).toBe(1);
  // whoever reads gets everything
  await expect.poll(() => other.got.length).toBe(120);
  other.leave();
  socket.destroy();
  await expect.poll(open).toBe(0);
});

it('ends when the login is over, and keeps a bounded number a reader', async () => {
  await beginWith({ heartbeat_ms: 50, most_a_reader: 2 });
  const { token } = await makePerson(t);
  const readers = [await follow({ token }), await follow({ token }), await follow({ token })];
  await readers[0]?.over;
  expect([open(), ended().replaced]).toEqual([2, 1]);
  await t.app.db.execute(sql`delete from tokens`);
  // past what a process remembers of a token
  t.clock.advance_ms(3_000);
  await Promise.all(readers.map(({ over }) => over));
  expect([open(), ended().signed_out]).toEqual([0, 2]);
});

it('ends all at the stop of the process, and answers later callers like a poll', async () => {
  const readers = await Promise.all(Array.from({ length: 5 }, () => follow()));
  await expect.poll(open).toBe(4);
  const gauge = async () => /cemao_streams_open (\d+)/.exec(await createMetrics(t.app, t.booted.pool).text())?.[1];
  expect(await gauge()).toBe('4');
  streamsOf(t.app).close();
  await Promise.all(readers.map(({ over }) => over));
  expect([open(), await gauge(), ended().shutdown]).toEqual([0, '0', 4]);
  await happen({ id: 1 });
  const late = (await (await fetch(`${server.url}/gateway/test/events`, { headers: { accept: STREAM_TYPE } })).json()) as {
    data: StreamPage;
  };
  expect(late.data.seq).toBe(1);
});

it('ends a stream whose events cannot be read, and goes on with the others', async () => {
  const reader = await follow();
  await expect.poll(open).toBe(1);
  await t.app.db.execute(sql`alter table test_events rename to gone`);
  streamsOf(t.app).wakeAll();
  await reader.over;
  await t.app.db.execute(sql`alter table gone rename to test_events`);
  expect([open(), ended().failed]).toEqual([0, 1]);
});
