import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { inTransaction } from '#server/app/ctx.ts';
import { Stopping } from '#server/db/jobs.ts';
import { countDeadEvents, deliverOutbox, emit, forgetDelivered, type OutboxHandlers, reviveDeadEvents } from '#server/outbox/outbox.ts';
import { testApp } from '../support/app.ts';

const t = testApp();
beforeEach(() => t.booted.pool.pool.query('delete from outbox'));

const write = (...ids: number[]) =>
  inTransaction(t.ctx(), async (tx) => {
    for (const item_id of ids) await emit(tx, 'item.changed', { item_id, what: 'texts', codes: [] });
  });
/** Notes what it gets; fails for the ids in `poison`. */
const recorder = (poison: number[] = []) => {
  const seen: number[] = [];
  const handlers: OutboxHandlers = {
    'item.changed': [
      async ({ item_id }) => {
        if (poison.includes(item_id)) throw new Error(`cannot bear ${item_id}`);
        seen.push(item_id);
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

it('handles payments side by side, but nothing behind one that fails, and each is marked by itself', async () => {
  const payments = (...ids: number[]) =>
    inTransaction(t.ctx(), async (tx) => {
      for (const order_id of ids) await emit(tx, 'order.paid', { order_id, subject: 'item', subject_id: 1, buyer_id: 1 });
    });
  await payments(1, 2, 3);
  await write(4);
  await payments(5);
  const { seen, handlers } = recorder();
  const poison = new Set([2]);
  let running = 0;
  let most = 0;
  const paid = async ({ order_id }: { order_id: number }) => {
    most = Math.max(most, ++running);
    await wait(5);
    running -= 1;
    if (poison.has(order_id)) throw new Error(`cannot bear ${order_id}`);
    seen.push(order_id);
  };
  expect(await deliverOutbox(t.app, { ...handlers, 'order.paid': [paid] })).toBe(2);
  expect([most, seen]).toEqual([3, [1, 3]]);
  poison.clear();
  expect(await deliverOutbox(t.app, { ...handlers, 'order.paid': [paid] })).toBe(0); // not before its pause is over
  t.clock.advance_ms(1_001);
  expect(await deliverOutbox(t.app, { ...handlers, 'order.paid': [paid] })).toBe(3);
  expect(seen).toEqual([1, 3, 2, 4, 5]);
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
