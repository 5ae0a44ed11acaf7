import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { notices } from '#server/modules/notices/tables.ts';
import {
  calendarFeed,
  calendarOf,
  forgetPlanner,
  plannerEntries,
  registerWorkbench,
  remindDue,
  removeEntry,
  renewFeed,
  saveEntry,
  setEntryDone,
  workbenchOf,
} from '#server/modules/planner/index.ts';
import { planner_entries } from '#server/modules/planner/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';

const HOUR_S = 3_600;
const DAY_MS = 24 * HOUR_S * 1_000;

const t = testApp();
let me: Person;
let other: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const in_s = (seconds: number) => Math.floor(t.clock.now().getTime() / 1_000) + seconds;
const entry = (change: Partial<Parameters<typeof saveEntry>[1]> = {}) =>
  saveEntry(as(me), { id: 0, title: '彩排', note: '', at: 0, all_day: false, link: '', ...change });
const titles = async () => (await noticesOf(as(me), { only_unread: false, page: 1, limit: 50 })).list.map(({ title }) => title);
const asked = (url: string) => {
  const query = new URL(url).searchParams;
  return { u: Number(query.get('u')), v: Number(query.get('v')), s: query.get('s') ?? '' };
};

beforeAll(async () => {
  [me, other] = [await makePerson(t), await makePerson(t)];
});
beforeEach(async () => {
  await t.app.db.delete(planner_entries);
  await t.app.db.delete(notices);
});

describe("P-200 one's own entries", () => {
  it('are kept, changed, ticked off and removed by their owner alone', async () => {
    const at = in_s(5 * 86_400);
    const made = await entry({ note: '带上麦克风', at, link: '/receiveOrder/detail?id=1' });
    expect(made).toEqual({ id: made.id, title: '彩排', note: '带上麦克风', at, all_day: 0, done: 0, link: '/receiveOrder/detail?id=1' });
    expect(await entry({ id: made.id, title: '走台', at: 0 })).toMatchObject({ id: made.id, title: '走台', at: 0 });
    expect((await setEntryDone(as(me), made.id, true)).done).toBe(1);
    expect((await setEntryDone(as(me), made.id, false)).done).toBe(0);
    const foreign = { id: made.id, title: '改', note: '', at: 0, all_day: false, link: '' };
    await expect(saveEntry(as(other), foreign)).rejects.toMatchObject({ status: 404 });
    await expect(setEntryDone(as(other), made.id, true)).rejects.toMatchObject({ status: 404 });
    await expect(removeEntry(as(other), made.id)).rejects.toMatchObject({ status: 404 });
    await removeEntry(as(me), made.id);
    expect(await plannerEntries(as(me))).toEqual([]);
  });

  it('take a whole day from its beginning in Shanghai, and no link to elsewhere', async () => {
    const made = await entry({ at: Date.UTC(2030, 0, 1, 17) / 1_000, all_day: true });
    expect(made).toMatchObject({ at: Date.UTC(2030, 0, 1, 16) / 1_000, all_day: 1 });
    for (const link of ['https://example.com', '//example.com', '/\\example.com', 'x']) {
      await expect(entry({ link })).rejects.toMatchObject({ fields: { link: '只能关联本站的页面' } });
    }
  });
});

describe('reminders', () => {
  it('come a day and an hour before, each exactly once, also from two processes', async () => {
    await entry({ at: in_s(30 * HOUR_S) });
    const both = () => Promise.all([remindDue(t.ctx()), remindDue(t.ctx())]).then(([a, b]) => a + b);
    expect(await both()).toBe(0);
    t.clock.advance_ms(6 * HOUR_S * 1_000);
    expect([await both(), await both()]).toEqual([1, 0]);
    expect(await titles()).toEqual(['明天：彩排']);
    t.clock.advance_ms(23 * HOUR_S * 1_000);
    expect([await both(), await both()]).toEqual([1, 0]);
    expect(await titles()).toEqual(['一小时内：彩排', '明天：彩排']);
    t.clock.advance_ms(2 * HOUR_S * 1_000);
    expect(await remindDue(t.ctx())).toBe(0);
  });

  it('follow a date that is moved, and not what is done or made too late', async () => {
    const moved = await entry({ at: in_s(2 * HOUR_S) });
    const done = await entry({ title: '已完成的', at: in_s(30 * HOUR_S) });
    await setEntryDone(as(me), done.id, true);
    expect(await remindDue(t.ctx())).toBe(0);
    await entry({ id: moved.id, at: in_s(50 * HOUR_S) });
    t.clock.advance_ms(27 * HOUR_S * 1_000);
    expect(await remindDue(t.ctx())).toBe(1);
    expect(await titles()).toEqual(['明天：彩排']);
  });

  it('tell of a whole day once, the day before', async () => {
    // the day after tomorrow begins at midnight of Shanghai, 16:00 UTC
    const now = t.clock.now().getTime();
    const midnight = Math.ceil((now + 48 * HOUR_S * 1_000) / DAY_MS) * DAY_MS - 8 * HOUR_S * 1_000;
    await entry({ at: midnight / 1_000 + 5 * HOUR_S, all_day: true });
    expect(await remindDue(t.ctx())).toBe(0);
    t.clock.advance_ms(midnight - 20 * HOUR_S * 1_000 - now);
    expect(await remindDue(t.ctx())).toBe(1);
    for (let hour = 0; hour < 24; hour++) {
      t.clock.advance_ms(HOUR_S * 1_000);
      expect(await remindDue(t.ctx())).toBe(0);
    }
  });
});

describe('the calendar', () => {
  it('is read by a secret address that ends when it is renewed or stopped', async () => {
    expect(await calendarFeed(as(me))).toEqual({ url: '' });
    const at = Date.UTC(2030, 0, 1, 6) / 1_000;
    await entry({ at });
    await entry({ title: '没有时间' });
    const gone = await entry({ title: '做完了', at });
    await setEntryDone(as(me), gone.id, true);
    const first = await renewFeed(as(me), true);
    expect(await calendarFeed(as(me))).toEqual(first);
    const text = await calendarOf(t.ctx(), asked(first.url));
    expect(text).toContain('SUMMARY:彩排\r\n');
    expect(text).toContain('DTSTART;TZID=Asia/Shanghai:20300101T140000\r\n');
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
    await expect(calendarOf(t.ctx(), { ...asked(first.url), u: other.id })).rejects.toMatchObject({ status: 404 });
    await expect(calendarOf(t.ctx(), { ...asked(first.url), s: '0'.repeat(40) })).rejects.toMatchObject({ status: 404 });
    const second = await renewFeed(as(me), true);
    await expect(calendarOf(t.ctx(), asked(first.url))).rejects.toMatchObject({ status: 404 });
    await calendarOf(t.ctx(), asked(second.url));
    expect(await renewFeed(as(me), false)).toEqual({ url: '' });
    await expect(calendarOf(t.ctx(), asked(second.url))).rejects.toMatchObject({ status: 404 });
  });

  it('holds what areas have on the board, while it goes on', async () => {
    const shown = { group: 'demand', title: '发布会方案', path: '/demand/details?id=1', state: '征集中', asks_for_answer: false } as const;
    const end = registerWorkbench('test', () =>
      Promise.resolve([
        { ...shown, key: 'demand:1', at: Date.UTC(2030, 1, 1, 16) / 1_000, all_day: true, ends_at: Date.UTC(2030, 0, 9, 4) / 1_000 },
        { ...shown, key: 'demand:2', over: true, at: 1 },
        { ...shown, key: 'application:3', group: 'job', title: '应聘：活动策划', at: Date.UTC(2030, 1, 3, 6, 30) / 1_000 },
      ]),
    );
    try {
      expect((await workbenchOf(as(me))).map(({ key }) => key)).toContain('demand:1');
      const text = await calendarOf(t.ctx(), asked((await renewFeed(as(me), true)).url));
      expect(text).toContain('SUMMARY:发布会方案\r\n');
      expect(text).toContain('DTSTART;VALUE=DATE:20300202\r\n');
      expect(text).toContain('SUMMARY:截止：发布会方案\r\n');
      expect(text).toContain('/demand/details?id=1\r\n');
      // an interview has its hour
      expect(text).toContain('DTSTART;TZID=Asia/Shanghai:20300203T143000\r\n');
      expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(3);
    } finally {
      end();
    }
  });
});

it('an account that ends leaves nothing here', async () => {
  await entry();
  const { url } = await renewFeed(as(me), true);
  await inTransaction(t.ctx(), (tx) => forgetPlanner(tx, me.id));
  expect(await plannerEntries(as(me))).toEqual([]);
  await expect(calendarOf(t.ctx(), asked(url))).rejects.toMatchObject({ status: 404 });
});
