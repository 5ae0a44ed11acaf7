import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { Stopping } from '#server/db/jobs.ts';
import {
  countDeadEvents,
  deliverOutbox,
  emit,
  forgetDelivered,
  type OutboxEvents,
  type OutboxHandlers,
  reviveDeadEvents,
} from '#server/outbox/outbox.ts';
import { startTestApp, testApp } from '../support/app.ts';

const t = testApp();
beforeEach(() => t.booted.pool.pool.query('delete from outbox'));

/** Events about one item, told apart by what `codes` holds; about items of their own with `apart`. */
const write = (...codes: number[]) => emitting(codes.map((code) => ({ item_id: 1, what: 'texts', codes: [code] })));
const writeApart = (...ids: number[]) => emitting(ids.map((id) => ({ item_id: id, what: 'texts', codes: [id] })));
const emitting = (events: Array<OutboxEvents['item.changed']>) =>
  inTransaction(t.ctx(), async (tx) => {
    for (const event of events) await emit(tx, 'item.changed', event);
  });
/** Notes what it gets; fails for the codes in `poison`. */
const recorder = (poison: number[] = []) => {
  const seen: number[] = [];
  const handlers: OutboxHandlers = {
    'item.changed': [
      async ({ codes: [code = 0] }) => {
        if (poison.includes(code)) throw new Error(`cannot bear ${code}`);
        seen.push(code);
      },
    ],
  };
  return { seen, handlers, poison };
};

it('delivers what was committed, in order, once; nothing of a rollback', async () => {
  const failing = inTransaction(t.ctx(), async (tx) => {
    await emit(tx, 'item.changed', { item_id: 99, what: 'texts', codes: [] });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await write(1, 2, 3);
  const { seen, handlers } = recorder();
  expect(await deliverOutbox(t.app, handlers)).toBe(3);
  expect(await deliverOutbox(t.app, handlers)).toBe(0);
  expect(seen).toEqual([1, 2, 3]);
});

it('keeps the order with many deliverers at once', async () => {
  const ids = Array.from({ length: 40 }, (_, i) => i + 1);
  await write(...ids);
  const { seen, handlers } = recorder();
  for (let round = 0; round < 50 && seen.length < ids.length; round++) {
    await Promise.all(Array.from({ length: 8 }, () => deliverOutbox(t.app, handlers, 7)));
  }
  expect(seen).toEqual(ids);
});

it('marks each event by itself: those before a failure are not delivered again', async () => {
  await write(1, 2, 3);
  const r = recorder([2]);
  await deliverOutbox(t.app, r.handlers);
  expect(r.seen).toEqual([1]);
  r.poison.length = 0;
  await deliverOutbox(t.app, r.handlers);
  expect(r.seen).toEqual([1]); // not before its pause is over
  t.clock.advance_ms(1_001);
  await deliverOutbox(t.app, r.handlers);
  expect(r.seen).toEqual([1, 2, 3]);
});

it('puts a poisoned event aside after five tries, goes on with the others, and can revive it', async () => {
  await write(1, 2, 3);
  const r = recorder([1]);
  for (let i = 0; i < 5; i++) {
    expect(r.seen).toEqual([]);
    await deliverOutbox(t.app, r.handlers);
    t.clock.advance_ms(20_000);
  }
  expect(r.seen).toEqual([2, 3]);
  expect(await countDeadEvents(t.app)).toBe(1);
  r.poison.length = 0;
  expect(await reviveDeadEvents(t.app)).toBe(1);
  await deliverOutbox(t.app, r.handlers);
  expect(r.seen).toEqual([2, 3, 1]);
  expect(await countDeadEvents(t.app)).toBe(0);
});

it('handles what is about different things side by side, over lanes and over processes, each once and each thing in its order', async () => {
  const items = Array.from({ length: 40 }, (_, i) => i + 1);
  const seen = new Map<number, string[]>(items.map((id) => [id, []]));
  for (const what of ['texts', 'listing', 'status'] as const) await emitting(items.map((item_id) => ({ item_id, what, codes: [] })));
  let running = 0;
  let most = 0;
  const changed = async ({ item_id, what }: OutboxEvents['item.changed']) => {
    most = Math.max(most, ++running);
    await wait(5);
    running -= 1;
    seen.get(item_id)?.push(what);
  };
  let delivered = 0;
  while (delivered < 120)
    for (const n of await Promise.all(Array.from({ length: 8 }, () => deliverOutbox(t.app, { 'item.changed': [changed] }, 7))))
      delivered += n;
  expect(delivered).toBe(120);
  expect([...new Set([...seen.values()].map((what) => what.join()))]).toEqual(['texts,listing,status']);
  expect(most).toBeGreaterThan(4);
});

it('what fails is held with its lane alone, and what stood beside it is marked by itself', async () => {
  await writeApart(...Array.from({ length: 40 }, (_, i) => i + 1));
  const r = recorder([7]);
  while ((await deliverOutbox(t.app, r.handlers)) > 0);
  const first = r.seen.length;
  expect(first).toBeGreaterThan(20);
  expect(new Set(r.seen).size).toBe(first);
  r.poison.length = 0;
  t.clock.advance_ms(1_001);
  while ((await deliverOutbox(t.app, r.handlers)) > 0);
  expect(r.seen.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

it('events about one demand have one order, whichever they are', async () => {
  await inTransaction(t.ctx(), async (tx) => {
    await emit(tx, 'demand.extended', { demand_id: 5 });
    await emit(tx, 'item.changed', { item_id: 5, what: 'status', codes: [5] });
  });
  const { seen, handlers } = recorder();
  let fails = true;
  const extended = async () => {
    if (fails) throw new Error('not yet');
    seen.push(0);
  };
  await deliverOutbox(t.app, { ...handlers, 'demand.extended': [extended] });
  expect(seen).toEqual([]);
  fails = false;
  t.clock.advance_ms(1_001);
  await deliverOutbox(t.app, { ...handlers, 'demand.extended': [extended] });
  expect(seen).toEqual([0, 5]);
});

it('each lane that failed is woken by a job of its own', async () => {
  const ids = Array.from({ length: 16 }, (_, i) => i + 1);
  await writeApart(...ids);
  await deliverOutbox(t.app, recorder(ids).handlers);
  const { rows } = await t.booted.pool.pool.query(
    `select count(distinct singleton_key)::int as n from pgboss.job where singleton_key like 'outbox.deliver.retry%' and state = 'created'`,
  );
  expect(rows[0].n).toBe(4);
});

it('delivers with a pool of the least size', async () => {
  const small = await startTestApp({ env: { DATABASE_POOL: '2' } });
  const { seen, handlers } = recorder();
  await inTransaction(small.ctx(), async (tx) => {
    for (let item_id = 1; item_id <= 20; item_id++) await emit(tx, 'item.changed', { item_id, what: 'texts', codes: [item_id] });
  });
  const read = async () => void (await small.app.db.execute(sql`select 1`));
  expect(await deliverOutbox(small.app, { 'item.changed': [...(handlers['item.changed'] ?? []), read] })).toBe(20);
  expect(seen).toHaveLength(20);
  await small.stop();
});

it('leaves an event as it is when its handler hears that the process stops', async () => {
  await write(1);
  const logged = vi.spyOn(t.app.log, 'error');
  const stopping: OutboxHandlers = { 'item.changed': [() => Promise.reject(new Stopping('the job queue has stopped'))] };
  await expect(deliverOutbox(t.app, stopping)).rejects.toThrow(Stopping);
  expect(logged).not.toHaveBeenCalled();
  const { rows } = await t.booted.pool.pool.query('select attempts, last_error, next_try_at, failed_at, delivered_at from outbox');
  expect(rows).toEqual([
    { attempts: 0, last_error: expect.toSatisfy((text) => !text), next_try_at: null, failed_at: null, delivered_at: null },
  ]);
  const { seen, handlers } = recorder();
  expect(await deliverOutbox(t.app, handlers)).toBe(1);
  expect(seen).toEqual([1]);
});

it('forgets delivered events after a week, never waiting ones', async () => {
  await write(1);
  await deliverOutbox(t.app, recorder().handlers);
  await write(2);
  await forgetDelivered(t.app);
  const count = async () => Number((await t.booted.pool.pool.query('select count(*) as n from outbox')).rows[0].n);
  expect(await count()).toBe(2);
  t.clock.advance_ms(8 * 86_400_000);
  await forgetDelivered(t.app);
  expect(await count()).toBe(1);
});

it('keeps what is written while the process stops for the next one, without a word in the log', async () => {
  const warn = vi.spyOn(t.app.log, 'warn');
  await write(1);
  const stopped = t.app.jobs.stop(0);
  await write(2);
  await stopped;
  await write(3);
  await expect(t.app.jobs.send('outbox.deliver', {})).rejects.toThrow(/stopped/);
  const { seen, handlers } = recorder();
  await deliverOutbox(t.app, handlers);
  expect(seen).toEqual([1, 2, 3]);
  // the last wake-up waits a quarter of a second for others
  await wait(600);
  expect(warn).not.toHaveBeenCalled();
});
