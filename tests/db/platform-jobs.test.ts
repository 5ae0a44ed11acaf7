import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { allJobs } from '#server/boot.ts';
import { createJobs, forgetDone, type Jobs } from '#server/db/jobs.ts';
import { StartError } from '#server/kernel/errors.ts';
import { createLog } from '#server/kernel/log.ts';
import { testApp } from '../support/app.ts';

const t = testApp();
const opened: Jobs[] = [];
/** A second process, as far as the queue can tell: its own connections and workers. */
const process2 = () => {
  const jobs = createJobs(t.booted.database_url, createLog('silent'));
  opened.push(jobs);
  return jobs;
};
afterAll(async () => {
  for (const jobs of opened) await jobs.stop(0);
});

const waiting = async (name: string) => {
  const { rows } = await t.booted.pool.pool.query('select count(*) as n from pgboss.job where name = $1 and state = $2', [name, 'created']);
  return Number(rows[0].n);
};
const soon = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

it('enqueues with the transaction: a rollback leaves no job, a commit leaves one', async () => {
  await t.app.jobs.send('test.tx', {}, { delay_s: 3_600 });
  const before = await waiting('test.tx');
  const failing = inTransaction(t.ctx(), async (tx) => {
    await t.app.jobs.send('test.tx', { n: 1 }, {}, tx.db);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await waiting('test.tx')).toBe(before);
  await inTransaction(t.ctx(), (tx) => t.app.jobs.send('test.tx', { n: 2 }, {}, tx.db));
  expect(await waiting('test.tx')).toBe(before + 1);
});

it('takes a job before anybody works, and does it when somebody starts', async () => {
  await process2().send('test.early', { n: 7 });
  const seen: unknown[] = [];
  const worker = process2();
  worker.define([
    {
      name: 'test.early',
      async run(payload) {
        seen.push(payload);
      },
    },
  ]);
  await worker.start();
  await soon(() => expect(seen).toEqual([{ n: 7 }]));
});

it('keeps one waiting job a singleton key, and any number without a key', async () => {
  const sender = process2();
  for (let i = 0; i < 5; i++) await sender.send('test.single', {}, { singleton_key: 'a' });
  await sender.send('test.single', {}, { singleton_key: 'b' });
  expect(await waiting('test.single')).toBe(2);
  for (let i = 0; i < 3; i++) await sender.send('test.single', {});
  expect(await waiting('test.single')).toBe(5);
});

it('lets a job of higher priority overtake those that wait, and keeps their order', async () => {
  const sender = process2();
  for (const [n, priority] of [
    [1, -10],
    [2, -10],
    [3, 0],
    [4, undefined],
    [5, 5],
  ] as const)
    await sender.send('test.order', { n }, priority === undefined ? {} : { priority });
  const seen: number[] = [];
  const worker = process2();
  worker.define([
    {
      name: 'test.order',
      async run(payload) {
        seen.push((payload as { n: number }).n);
      },
    },
  ]);
  await worker.start();
  await soon(() => expect(seen).toEqual([5, 3, 4, 1, 2]));
});

it('works off what waits without a pause between two jobs', async () => {
  const sender = process2();
  for (let n = 0; n < 30; n++) await sender.send('test.backlog', { n });
  const seen: number[] = [];
  const worker = process2();
  worker.define([
    {
      name: 'test.backlog',
      async run(payload) {
        seen.push((payload as { n: number }).n);
      },
    },
  ]);
  await worker.start();
  await soon(() => expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => n)));
});

it('tries a failing job again and stops after its retries', async () => {
  let calls = 0;
  const worker = process2();
  worker.define([
    {
      name: 'test.retry',
      retries: 1,
      async run() {
        calls++;
        throw new Error('still broken');
      },
    },
  ]);
  await worker.start();
  await worker.send('test.retry', {});
  await soon(() => expect(calls).toBe(2));
  await soon(async () => {
    const { rows } = await t.booted.pool.pool.query("select state from pgboss.job where name = 'test.retry'");
    expect(rows[0]?.state).toBe('failed');
  });
});

it('D14 a kill uses up no retry: only what the work itself throws is counted', async () => {
  let runs = 0;
  const worker = process2();
  worker.define([
    {
      name: 'test.killed',
      retries: 1,
      async run() {
        runs++;
        // killed five times; then its own fault, twice
        if (runs <= 5) await new Promise(() => undefined);
        throw new Error('broken');
      },
      workers: 8,
    },
  ]);
  await worker.start();
  await worker.send('test.killed', {});
  const job = async () => (await t.booted.pool.pool.query("select * from pgboss.job where name = 'test.killed'")).rows[0];
  for (let kill = 1; kill <= 5; kill++) {
    await soon(() => expect(runs).toBe(kill));
    await soon(async () => expect((await job()).retry_count).toBe(-1));
    // what the queue does when the heartbeat of a process is missing
    await t.booted.pool.pool.query(
      `update pgboss.job set start_after = now(), state = case when retry_count < retry_limit then 'retry' else 'failed' end::pgboss.job_state
       where name = 'test.killed'`,
    );
  }
  await soon(() => expect(runs).toBe(7));
  await soon(async () => expect(await job()).toMatchObject({ state: 'failed', retry_count: 1 }));
});

it('ends a run whose time is over, which is a failed attempt: the next one begins when it has stopped', async () => {
  const spans: string[] = [];
  const worker = process2();
  worker.define([
    {
      name: 'test.long',
      retries: 1,
      expire_s: 2,
      async run(_payload, stopping) {
        spans.push('begin');
        await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
        spans.push('end');
        stopping.throwIfAborted();
      },
    },
  ]);
  await worker.start();
  await worker.send('test.long', {});
  const job = async () => (await t.booted.pool.pool.query("select * from pgboss.job where name = 'test.long'")).rows[0];
  await soon(async () => expect(await job()).toMatchObject({ state: 'failed', retry_count: 1 }));
  expect(spans).toEqual(['begin', 'end', 'begin', 'end']);
  expect((await job()).output.message).toBe('test.long took longer than 2 s');
});

it('forgets what is done after an hour, of the queue itself as well; what failed stays', async () => {
  const { pool } = t.booted.pool;
  await t.app.jobs.send('test.forgotten', {});
  await pool.query(`insert into pgboss.job (name, data, state, completed_on) select q.name, '{}', v.state::pgboss.job_state, now() - v.ago::interval
    from (values ('test.forgotten', 'completed', '61 minutes'), ('test.forgotten', 'completed', '59 minutes'),
      ('__pgboss__send-it', 'completed', '61 minutes'), ('test.forgotten', 'failed', '6 days')) v (name, state, ago)
    join pgboss.queue q on q.name = v.name`);
  await forgetDone(t.app.db);
  const { rows } = await pool.query(
    "select state from pgboss.job where name = 'test.forgotten' or completed_on < now() - interval '1 hour' order by state",
  );
  expect(rows.map(({ state }) => state)).toEqual(['created', 'completed', 'failed']);
});

/** Work that is made again from what is there, whenever it comes: a night that it misses costs nothing but the age of it. */
const ONE_NIGHT = {
  'tracking.roll-up-late': 'makes the figures of the last eight days again',
  'search.learn-words': 'makes the whole list again',
  'search.judge': 'asks the whole list again, and a run is a row that staff read',
};

it('what comes once a day or less has a second time of that day: the queue does not make up for a minute that it missed', () => {
  const values = (field = '*', most: number) => {
    const parts = field.split(',').map((part) => /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(part));
    return parts.flatMap((part) => {
      const from = part?.[1] === '*' ? 0 : Number(part?.[1]);
      const to = part?.[1] === '*' ? most - 1 : Number(part?.[2] ?? from);
      return Array.from({ length: Math.floor((to - from) / Number(part?.[3] ?? 1)) + 1 }, (_, at) => from + at);
    });
  };
  const timed = allJobs(t.app).filter(({ cron }) => cron !== undefined);
  expect(timed.length).toBeGreaterThan(50);
  const once = timed.filter(({ cron = '' }) => values(cron.split(' ')[1], 24).length < 2).map(({ name }) => name);
  expect(once.toSorted()).toEqual(Object.keys(ONE_NIGHT).toSorted());
});

it('finishes the running job before it stops, and leaves the waiting one for the next start', async () => {
  const order: string[] = [];
  const definition = {
    name: 'test.drain',
    async run(payload: { n?: number }) {
      order.push(`begin ${payload.n}`);
      await new Promise((resolve) => setTimeout(resolve, 700));
      order.push(`end ${payload.n}`);
    },
  };
  const first = process2();
  first.define([definition]);
  await first.start();
  await first.send('test.drain', { n: 1 });
  await first.send('test.drain', { n: 2 });
  await soon(() => expect(order).toContain('begin 1'));
  await first.stop(10_000);
  expect(order).toEqual(['begin 1', 'end 1']);
  const second = process2();
  second.define([definition]);
  await second.start();
  await soon(() => expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']));
});

it('gives what will not end in time back to the queue: the stop is short and costs no try', async () => {
  let begun = 0;
  const endless = () => new Promise<void>(() => undefined);
  const obedient = (stopping: AbortSignal) =>
    new Promise<void>((_, reject) => stopping.addEventListener('abort', () => reject(stopping.reason), { once: true }));
  const work = [endless, obedient, async () => undefined];
  const state = async () => {
    const { rows } = await t.booted.pool.pool.query("select state from pgboss.job where name = 'test.give-back'");
    return rows.map((row) => row.state);
  };
  await process2().send('test.give-back', {});
  for (const [index, run] of work.entries()) {
    const worker = process2();
    worker.define([
      {
        name: 'test.give-back',
        retries: 0,
        run(_payload, stopping) {
          begun++;
          return run(stopping);
        },
      },
    ]);
    await worker.start();
    await soon(() => expect(begun).toBe(index + 1));
    if (index === work.length - 1) break;
    const at_ms = Date.now();
    await worker.stop(500);
    expect(Date.now() - at_ms).toBeLessThan(4_000);
    expect(await state()).toEqual(['retry']);
    await expect(worker.send('test.give-back', {}), 'what a job still does comes to nothing').rejects.toThrow('has stopped');
  }
  await soon(async () => expect(await state()).toEqual(['completed']));
});

it('registers periodic work in Shanghai time, and forgets it when the definition no longer says so', async () => {
  const schedules = async () =>
    (await t.booted.pool.pool.query("select cron, timezone from pgboss.schedule where name = 'test.cron'")).rows;
  const run = async () => undefined;
  const first = process2();
  first.define([{ name: 'test.cron', cron: '5 3 * * *', run }]);
  await first.start();
  expect(await schedules()).toEqual([{ cron: '5 3 * * *', timezone: 'Asia/Shanghai' }]);
  const second = process2();
  second.define([{ name: 'test.cron', run }]);
  await second.start();
  expect(await schedules()).toEqual([]);
});

it('32.1 a clock that was wrong for days and is set back stops neither plans nor tries', async () => {
  const { pool } = t.booted.pool;
  let runs = 0;
  const jobs = process2();
  jobs.define([
    {
      name: 'test.ahead',
      async run() {
        runs++;
      },
    },
  ]);
  await jobs.start();
  await pool.query("update pgboss.queue set monitor_claim_on = now() + interval '40 days' where name = 'test.ahead'");
  await jobs.send('test.ahead', {}, { delay_s: 3_600 });
  await pool.query("update pgboss.job set state = 'retry', start_after = now() + interval '40 days' where name = 'test.ahead'");
  await pool.query("update pgboss.version set cron_on = now() + interval '40 days'");
  await soon(() => expect(runs).toBe(1));
  const { rows } = await pool.query(
    `select (select coalesce(max(cron_on), now()) <= now() + interval '1 minute' from pgboss.version) as plans,
      (select coalesce(monitor_claim_on, now()) <= now() from pgboss.queue where name = 'test.ahead') as watched`,
  );
  expect(rows).toEqual([{ plans: true, watched: true }]);
});

it('H9 a queue whose database answers late starts at a later attempt; one without a database says so in a line', async () => {
  const url = new URL(t.booted.database_url);
  let refused = 0;
  const busy = createServer((socket) => {
    if (refused++ < 2) {
      socket.destroy();
      return;
    }
    const there = connect(Number(url.port), url.hostname);
    socket.pipe(there).pipe(socket);
    for (const end of [socket, there]) end.on('error', () => [socket, there].map((one) => one.destroy()));
  });
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const port = (busy.address() as AddressInfo).port;
  const through = new URL(t.booted.database_url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  const late = createJobs(through.href, createLog('silent'));
  await late.start();
  expect(refused).toBeGreaterThan(2);
  await late.stop(0);
  busy.close();
  through.port = '1';
  const never = createJobs(through.href, createLog('silent'));
  const error = await never.start().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(StartError);
  expect((error as Error).message).toMatch(/^后台任务队列没有启动，数据库可能正忙或连不上，请稍后重新启动（.+）$/);
  await never.stop(0);
});
