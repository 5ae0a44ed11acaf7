import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ACCOUNT_CALLS } from '#contract/account.ts';
import type { Order } from '#contract/order.ts';
import { createCtx } from '#server/app/ctx.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { findFailover } from '../../tools/system-packages.mjs';
import { type BesideSite, besideSite } from '../support/beside-site.ts';
import { makeItem, makePublisher } from '../support/catalog.ts';
import { makePerson } from '../support/people.ts';
import { type Site, startSite } from '../support/site.ts';

/** Of the site and its database; faketime reads it every second. */
const folder = mkdtempSync(join(tmpdir(), 'cemao-clock-'));
// the database runs as somebody else
chmodSync(folder, 0o755);
const setting = join(folder, 'clock');
const JUMPS = ['+2h', '-3h', '+40d', '-1d'] as const;
const TWO_MINUTES = { timeout: 150_000, interval: 1_000 };

let site: Site;
let beside: BesideSite;
let works: number[] = [];
beforeAll(async () => {
  writeFileSync(setting, '+0\n');
  const parts = findFailover();
  if ('missing' in parts) throw new Error(`missing: ${parts.missing.join(', ')}`);
  const env = { LD_PRELOAD: parts.faketime, FAKETIME_TIMESTAMP_FILE: setting, FAKETIME_CACHE_DURATION: '1' };
  // what counts how long something takes goes on evenly, as when a real clock is set
  site = await startSite({ env: { ...env, DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_RESET: '1' }, ready_ms: 240_000 });
  beside = await besideSite(site);
  const publisher_id = await makePublisher(beside.ctx());
  const made = JUMPS.flatMap((jump) => [`${jump} 一`, `${jump} 二`]);
  works = await Promise.all(made.map((title) => makeItem(beside.ctx(), { publisher_id, title, price_fen: 1_990 })));
});
afterAll(async () => {
  await beside?.stop();
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const one = async <T>(text: string, values: unknown[] = []) =>
  (await beside.booted.pool.pool.query<{ value: T }>(text, values)).rows[0]?.value as T;
const databaseTime = () => one<Date>('select now() as value');
/** By the clock that the site has now; the one of this process stays as it is. */
async function signedIn(): Promise<string> {
  const now = await databaseTime();
  const app = { ...beside.booted.app, clock: { now: () => now } };
  return (await makePerson({ app, ctx: () => createCtx(app, { kind: 'job', name: 'test' }, 'test') })).token;
}

it.each(JUMPS)('32.1 the clock is set to %s: what is begun ends, periodic work goes on, the books hold', async (jump) => {
  const before = await databaseTime();
  writeFileSync(setting, `${jump}\n`);
  await vi.waitFor(async () => {
    expect(Math.abs((await databaseTime()).getTime() - before.getTime())).toBeGreaterThan(3_000_000);
  }, TWO_MINUTES);
  const since = await databaseTime();
  const [now_here, later_paid] = works.splice(0, 2);
  const token = await signedIn();
  const place = async (id: number | undefined) => {
    const placed = await beside.call<Order>('POST', '/scheme/buy/order', token, { id });
    expect([jump, placed.body.msg, placed.body.code]).toEqual([jump, 'ok', 0]);
    return placed.body.data.orderid;
  };
  const pay = (orderid: string) => beside.call('POST', '/sandbox/pay', null, { orderid, channel: 'wechat', result: 'success' });
  expect((await pay(await place(now_here))).body.data).toMatchObject({ notified: [200] });
  const open = await place(later_paid);
  const page = await fetch(`${site.url}/programme/detail?id=${now_here}`);
  expect([page.status, (await fetch(`${site.url}/readyz`)).status, (await page.text()).length > 1_000]).toEqual([200, 200, true]);
  // the queue plans periodic work by the new time
  const planned = 'select cron_on between $1 and now() as value from pgboss.version';
  await vi.waitFor(async () => expect(await one<boolean>(planned, [since])).toBe(true), TWO_MINUTES);
  expect((await pay(open)).body.data).toMatchObject({ notified: [200] });
  await beside.delivered();
  const unsettled = 'select count(*)::int as value from orders where status = 2 and id::text not in (select source_id::text from grants)';
  expect([jump, await one<number>(unsettled), await proveLedger(beside.ctx())]).toEqual([jump, 0, expect.objectContaining({ ok: true })]);
  await wait(1_000);
  expect(
    site
      .logs()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line)),
  ).toEqual([]);
});

it('32.1 who is signed in stays so over hours and is asked again after the life of a login', async () => {
  const token = await signedIn();
  const mine = async () => (await beside.call('GET', ACCOUNT_CALLS.security, token)).body;
  expect(await mine()).toMatchObject({ code: 0 });
  writeFileSync(setting, '+1h\n');
  await wait(3_000);
  expect(await mine()).toMatchObject({ code: 0 });
  writeFileSync(setting, '+60d\n');
  await wait(3_000);
  expect(await mine()).toMatchObject({ code: 2 });
});
