import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { profilePointsKey } from '#contract/points.ts';
import { addDays } from '#contract/signin.ts';
import type { TaskForm } from '#contract/task.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { setCollected, setFollowed } from '#server/modules/engagement/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { grantPoints, provePoints } from '#server/modules/points/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { cardsOf, giveCards, makeUpDay, signedToday, signIn, signInMonth } from '#server/modules/signin/index.ts';
import { claimTask, payDueClaims, saveTask, switchTask, taskForm, taskList } from '#server/modules/tasks/index.ts';
import { balances } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let staff: Person;
let reader: Person;
beforeAll(async () => {
  const { id, token, actor } = await makeUser(t, { roles: ['operator'] });
  staff = { id, token, ctx: t.ctx(actor) };
  // noon in Shanghai, so that a day more is the next day
  t.clock.advance_ms(DAY_MS - ((t.clock.now().getTime() + 8 * 3_600_000) % DAY_MS) + DAY_MS / 2);
});
beforeEach(async () => {
  reader = await makePerson(t);
});

const nextDay = (days = 1) => t.clock.advance_ms(days * DAY_MS);
const points = async () => (await balances(t.ctx(), reader.id)).point;
const card = (key: string) => inTransaction(t.ctx(), (tx) => giveCards(tx, { user_id: reader.id, cards: 1, key: `${reader.id}:${key}` }));

describe('signing in', () => {
  it('is one a day, and brings what the streak says, which begins anew after the last day and after a gap', async () => {
    await setSetting(t.ctx(), 'signin_points', [2, 4, 8]);
    const got: number[] = [];
    for (let day = 0; day < 4; day++) {
      expect(await signedToday(t.ctx(), reader.id)).toBe(false);
      got.push((await signIn(reader.ctx)).integral);
      await expect(signIn(reader.ctx)).rejects.toMatchObject({ status: 409, message: '今日已签到' });
      expect(await signedToday(t.ctx(), reader.id)).toBe(true);
      nextDay();
    }
    expect(got).toEqual([2, 4, 8, 2]);
    expect(await signInMonth(reader.ctx, '')).toMatchObject({ continuity: 4, issign: 0, integral: 4 });
    nextDay();
    expect(await signInMonth(reader.ctx, '')).toMatchObject({ continuity: 0, integral: 2 });
    expect(await points()).toBe(16);
    expect(await provePoints(t.ctx())).toEqual([]);
    await setSetting(t.ctx(), 'signin_points', [2, 2, 4, 4, 6, 6, 10]);
  });

  it('lists a month with its days, and another one apart', async () => {
    await signIn(reader.ctx);
    const now = await signInMonth(reader.ctx, '');
    expect(now.list).toEqual([{ daily: now.today, integral: 2, is_makeup: 0 }]);
    expect(now).toMatchObject({ count: 1, issign: 1, cards: 0, makeup_from: addDays(now.today, -30) });
    expect((await signInMonth(reader.ctx, '2020-1')).list).toEqual([]);
  });

  it('makes a missed day up with a card, which joins the streak and brings no points', async () => {
    await signIn(reader.ctx);
    nextDay(2);
    const { today } = await signInMonth(reader.ctx, '');
    const missed = addDays(today, -1);
    await expect(makeUpDay(reader.ctx, missed)).rejects.toMatchObject({ message: '没有补签卡' });
    await card('a');
    expect(await card('a')).toBe(false);
    const before = await points();
    expect(await makeUpDay(reader.ctx, missed)).toEqual({ continuity: 2, cards: 0 });
    expect(await points()).toBe(before);
    await card('b');
    for (const day of [missed, today, addDays(today, 1), addDays(today, -31)]) await expect(makeUpDay(reader.ctx, day)).rejects.toThrow();
    expect(await cardsOf(t.ctx(), reader.id)).toBe(1);
    expect((await signIn(reader.ctx)).continuity).toBe(3);
  });
});

const FORM: TaskForm = {
  ...{ id: 0, title: '收藏作品', event: 'collect', about: '', img: '', link: '/programme', period: 'daily' as const },
  ...{ target: 1, points: 5, cards: 0, is_on: true, sort: 0 },
};
const collect = (item: number, on: boolean) =>
  setCollected(reader.ctx, { type: KINDS.scheme.types.collect as number, rid: item, on } as never);
const stateOf = async (id: number) => (await taskList(reader.ctx)).find((task) => task.id === id)?.state;

describe('tasks', () => {
  it('hold a reward for 24 hours where the act can be undone, and pay it if it stands', async () => {
    const id = await saveTask(staff.ctx, FORM);
    const item = await makeItem(t, staff.id);
    expect(await stateOf(id)).toBe('todo');
    await expect(claimTask(reader.ctx, id)).rejects.toMatchObject({ message: '任务还没有完成' });
    await collect(item, true);
    expect(await stateOf(id)).toBe('ready');
    expect(await claimTask(reader.ctx, id)).toMatchObject({ state: 'held', integral: 5 });
    expect(await stateOf(id)).toBe('held');
    await expect(claimTask(reader.ctx, id)).rejects.toMatchObject({ message: '该任务的奖励已领取' });
    expect(await payDueClaims(t.ctx())).toMatchObject({ paid: 0 });
    t.clock.advance_ms(DAY_MS + 1);
    expect(await payDueClaims(t.ctx())).toEqual({ paid: 1, dropped: 0 });
    expect(await payDueClaims(t.ctx())).toEqual({ paid: 0, dropped: 0 });
    expect(await points()).toBe(5);
  });

  it('drop a reward whose act was undone, and count each act once', async () => {
    const id = await saveTask(staff.ctx, FORM);
    const item = await makeItem(t, staff.id);
    await collect(item, true);
    await claimTask(reader.ctx, id);
    await collect(item, false);
    t.clock.advance_ms(DAY_MS + 1);
    expect(await payDueClaims(t.ctx())).toEqual({ paid: 0, dropped: 1 });
    const { list } = await noticesOf(reader.ctx, { only_unread: true, topic: 'points', page: 1, limit: 10 });
    expect(list).toMatchObject([{ title: `任务奖励未发放：${FORM.title}`, jump_url: '/integral/integralTask' }]);
    expect(await points()).toBe(0);
    await collect(item, true);
    await claimTask(reader.ctx, id);
    nextDay();
    expect(await payDueClaims(t.ctx())).toEqual({ paid: 1, dropped: 0 });
    // collected anew, it is the same act
    await collect(item, false);
    await collect(item, true);
    expect(await stateOf(id)).toBe('todo');
    await collect(await makeItem(t, staff.id), true);
    expect(await stateOf(id)).toBe('ready');
  });

  it('pay at once what cannot be undone, with cards, once a day', async () => {
    const id = await saveTask(staff.ctx, { ...FORM, event: 'signin', points: 3, cards: 1 });
    await signIn(reader.ctx);
    const before = await points();
    expect(await claimTask(reader.ctx, id)).toMatchObject({ state: 'paid', integral: 3, cards: 1, due_time: 0 });
    expect(await points()).toBe(before + 3);
    expect(await cardsOf(t.ctx(), reader.id)).toBe(1);
    nextDay();
    expect(await stateOf(id)).toBe('todo');
  });

  it('show what is rewarded elsewhere and are not claimed for it', async () => {
    const id = await saveTask(staff.ctx, { ...FORM, event: 'profile', period: 'once', points: 20 });
    expect(await stateOf(id)).toBe('todo');
    await expect(claimTask(reader.ctx, id)).rejects.toMatchObject({ status: 404 });
    await inTransaction(t.ctx(), (tx) =>
      grantPoints(tx, { user_id: reader.id, points: 20, reason: 'profile', key: profilePointsKey(reader.id) }),
    );
    expect(await stateOf(id)).toBe('paid');
  });

  it('follow who is followed, and are edited by staff alone', async () => {
    const id = await saveTask(staff.ctx, { ...FORM, event: 'follow', title: '关注' });
    await setFollowed(reader.ctx, { type: 2, rid: staff.id, on: true } as never);
    expect(await stateOf(id)).toBe('ready');
    await inTransaction(staff.ctx, (tx) => switchTask(tx, id, false, '下线'));
    expect(await stateOf(id)).toBeUndefined();
    await expect(claimTask(reader.ctx, id)).rejects.toMatchObject({ status: 404 });
    expect((await taskForm(staff.ctx, id)).form).toMatchObject({ event: 'follow', is_on: false });
    await expect(saveTask(staff.ctx, { ...FORM, event: 'nothing' })).rejects.toMatchObject({ fields: { event: '请选择任务内容' } });
    await expect(saveTask(staff.ctx, { ...FORM, link: '//evil.example' })).rejects.toMatchObject({ fields: { link: expect.any(String) } });
    await expect(saveTask(reader.ctx, FORM)).rejects.toMatchObject({ status: 403 });
  });
});
