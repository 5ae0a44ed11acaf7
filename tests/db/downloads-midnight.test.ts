import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { type Clock, shanghaiDay, shanghaiDayEnd } from '#server/kernel/clock.ts';
import { hasGrant } from '#server/modules/access/index.ts';
import { grantDownload } from '#server/modules/downloads/index.ts';
import { download_days } from '#server/modules/downloads/tables.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { daily_quotas } from '#server/modules/membership/tables.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

/** A clock that goes on by a second whenever it is asked: one of its answers is the last before midnight, the next the first after. */
const ticking = (() => {
  let at_ms = Date.now();
  const clock: Clock = {
    now: () => {
      at_ms += 1_000;
      return new Date(at_ms);
    },
  };
  return { clock, set: (at: Date) => (at_ms = at.getTime()) };
})();

let t: TestApp;
let publisher: Person;
beforeAll(async () => {
  t = await startTestApp({ clock: ticking.clock });
  // all these readers come from one address
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
  publisher = await makePerson(t);
});
afterAll(() => t.stop());

const ASKED_AT_MOST = 24;
const midnight = shanghaiDayEnd(new Date(Date.now() + 86_400_000));

async function at(seconds_before: number, vip_only: boolean): Promise<{ reader: Person; item_id: number }> {
  // what the reader has began before
  ticking.set(new Date(midnight.getTime() - 3_600_000));
  const reader = await makePerson(t);
  const { id: item_id } = await makeItem(t, { publisher_id: publisher.id, bytes: Buffer.from('x'), vip_only, price_fen: 0 });
  if (vip_only) {
    const term = { user_id: reader.id, vip_type: 1, days: 30, max_download_pre_day: 5 };
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, term));
  }
  ticking.set(new Date(midnight.getTime() - seconds_before * 1_000));
  expect(await grantDownload(createCtx(t.app, reader.actor, 'test'), { item_id })).toMatchObject({ status: 1 });
  return { reader, item_id };
}

it('takes a free download of the day that the download belongs to, wherever midnight falls', async () => {
  for (let seconds = 0; seconds <= ASKED_AT_MOST; seconds++) {
    const { reader } = await at(seconds, false);
    const [taken] = await t.app.db.select().from(daily_quotas).where(eq(daily_quotas.user_id, reader.id));
    const [downloaded] = await t.app.db.select().from(download_days).where(eq(download_days.user_id, reader.id));
    expect(taken?.day, `${seconds} s before midnight`).toBe(downloaded?.day);
  }
});

it('never takes an unlock of the new day for an opening that ended with the old one', async () => {
  for (let seconds = 0; seconds <= ASKED_AT_MOST; seconds++) {
    const { reader, item_id } = await at(seconds, true);
    const [taken] = await t.app.db.select().from(daily_quotas).where(eq(daily_quotas.user_id, reader.id));
    const today = taken?.day === shanghaiDay(midnight);
    ticking.set(new Date(midnight.getTime() + 3_600_000));
    expect(await hasGrant(t.ctx(), reader.id, item_id), `${seconds} s before midnight`).toBe(today);
  }
});
