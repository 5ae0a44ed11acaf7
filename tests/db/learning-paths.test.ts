import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { ownSeries, saveSeries, seriesOfItem, seriesView, setItemStatus, shownPaths } from '#server/modules/catalog/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import {
  beat,
  certificatePdf,
  certifyPath,
  ownCertificates,
  pathLearner,
  proveCertificate,
  startLesson,
} from '#server/modules/study/index.ts';
import { CERTIFY_PATH_JOB } from '#server/modules/study/learning-paths.ts';
import { testApp } from '../support/app.ts';
import { makeItem, settleOutbox } from '../support/catalog.ts';
import { makePerson, type Person } from '../support/people.ts';
import { filmLesson, makeCourse } from '../support/study.ts';

const DAY_S = 86_400;
const DEVICE = 'device-one';
const t = testApp();
let teacher: Person;
beforeAll(async () => {
  teacher = await makePerson(t, { nickname: '周老师' });
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const now_s = () => Math.floor(t.clock.now().getTime() / 1000);
const start = (who: Person, lesson_id: number) => startLesson(as(who), { lesson_id, device: DEVICE, device_name: '', take_over: true });
const buy = (who: Person, item_id: number) =>
  inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: who.id, item_id, source: 'purchase', source_id: null }));
const finish = async (who: Person, lessons: readonly number[]) => {
  for (const lesson_id of lessons) {
    await start(who, lesson_id);
    t.clock.advance_ms(60_000);
    await beat(as(who), { lesson_id, sections: [[0, 60]], position_s: 60, rate: 1, device: DEVICE });
  }
};
const makeThree = async (price_fen = 9_900) => {
  const course = (title: string) =>
    makeCourse(t, teacher, { title, price_fen, lessons: [filmLesson('试听', 60, { free: true }), filmLesson('正课', 60)] });
  return [await course('入门'), await course('进阶'), await course('带队')] as const;
};
const makePath = async (releases: (ids: readonly number[]) => Array<{ item_id: number; opens_at: number }>, price_fen = 9_900) => {
  const courses = await makeThree(price_fen);
  const item_ids = courses.map(({ id }) => id);
  const { id } = await saveSeries(as(teacher), { title: '从执行到带队', introduction: '', item_ids, releases: releases(item_ids) });
  return { id, courses, item_ids };
};

describe('a path of learning', () => {
  it('is a series of courses alone, shown with what each waits for before anybody buys', async () => {
    const at = now_s() + 7 * DAY_S;
    const { id, item_ids } = await makePath(([_one, two = 0, three = 0]) => [
      { item_id: two, opens_at: 0 },
      { item_id: three, opens_at: at },
    ]);
    const [first = 0, second = 0, third = 0] = item_ids;
    expect(await seriesView(t.ctx(), id)).toMatchObject({
      path: true,
      releases: [
        { item_id: second, opens_at: 0 },
        { item_id: third, opens_at: at },
      ],
    });
    expect(await seriesOfItem(t.ctx(), third)).toMatchObject({ path: true, place: 3, opens_at: at });
    expect(await seriesOfItem(t.ctx(), first)).toMatchObject({ path: true, place: 1, opens_at: null });
    expect((await shownPaths(t.ctx(), 12)).map((one) => one.id)).toContain(id);
    expect((await ownSeries(as(teacher))).find((one) => one.id === id)?.releases).toHaveLength(2);
  });

  it('of courses and other works is a series, and nothing of it waits', async () => {
    const [course] = await makeThree();
    const scheme = await makeItem(t.ctx(), { publisher_id: teacher.id });
    const mixed = { title: '合集', introduction: '', item_ids: [course.id, scheme] };
    await expect(
      saveSeries(as(teacher), { ...mixed, releases: [{ item_id: course.id, opens_at: now_s() + DAY_S }] }),
    ).rejects.toMatchObject({
      fields: { releases: expect.stringContaining('学习路径') },
    });
    const { id } = await saveSeries(as(teacher), mixed);
    expect(await seriesView(t.ctx(), id)).toMatchObject({ path: false, releases: [] });
    await expect(pathLearner(as(teacher), id)).rejects.toMatchObject({ status: 404 });
  });

  it('waits a year at most', async () => {
    const courses = await makeThree();
    const late = { item_id: courses[1].id, opens_at: now_s() + 367 * DAY_S };
    const input = { title: '远', introduction: '', item_ids: courses.map(({ id }) => id), releases: [late] };
    await expect(saveSeries(as(teacher), input)).rejects.toMatchObject({ fields: { releases: expect.stringContaining('366') } });
  });
});

describe('what is not open yet', () => {
  it('is refused by the server to who bought it until its moment, but for its free lessons, its teacher and staff', async () => {
    const { courses } = await makePath(([_one, two = 0]) => [{ item_id: two, opens_at: now_s() + DAY_S }]);
    const [free, paid] = courses[1].lessons as [number, number];
    const learner = await makePerson(t);
    await buy(learner, courses[1].id);
    await expect(start(learner, paid)).rejects.toMatchObject({ status: 403, message: expect.stringContaining('开放') });
    await expect(start(learner, free)).resolves.toMatchObject({ id: free });
    await expect(start(teacher, paid)).resolves.toMatchObject({ id: paid });
    await expect(start(await makePerson(t, { roles: ['reviewer'] }), paid)).resolves.toMatchObject({ id: paid });
    t.clock.advance_ms(DAY_S * 1000);
    await expect(start(learner, paid)).resolves.toMatchObject({ id: paid });
  });

  it('is nothing of a course whose lessons are all free: what was said of it holds back no one', async () => {
    const course = (title: string) => makeCourse(t, teacher, { title, price_fen: 0, lessons: [filmLesson('试听', 60, { free: true })] });
    const item_ids = [(await course('甲')).id, (await course('乙')).id];
    const releases = [{ item_id: item_ids[1] as number, opens_at: 0 }];
    const { id } = await saveSeries(as(teacher), { title: '免费之路', introduction: '', item_ids, releases });
    expect((await pathLearner(as(await makePerson(t)), id)).courses.map(({ locked }) => locked)).toEqual([0, 0]);
  });

  it('opens to who has finished the course before it', async () => {
    const { courses, id } = await makePath(([_one, two = 0]) => [{ item_id: two, opens_at: 0 }]);
    const learner = await makePerson(t);
    for (const course of courses) await buy(learner, course.id);
    await expect(start(learner, courses[1].lessons[1] as number)).rejects.toThrow('学完上一门《入门》后开放');
    expect(await pathLearner(as(learner), id)).toMatchObject({
      courses: [{ locked: 0, finished: 0 }, { locked: 1 }, { locked: 0 }],
      go_on: { course: courses[0].id, lesson: courses[0].lessons[0], begun: 0 },
    });
    await finish(learner, courses[0].lessons.slice(1));
    expect((await pathLearner(as(learner), id)).go_on).toMatchObject({ lesson: courses[0].lessons[0], begun: 1 });
    await finish(learner, courses[0].lessons.slice(0, 1));
    expect(await pathLearner(as(learner), id)).toMatchObject({
      courses: [{ locked: 0, finished: 1, done_num: 2, lesson_num: 2 }, { locked: 0 }, { locked: 0 }],
      go_on: { course: courses[1].id, lesson: courses[1].lessons[0], begun: 1 },
      certificate: '',
    });
    await expect(start(learner, courses[1].lessons[1] as number)).resolves.toMatchObject({ done: 0 });
  });

  it('leads who has no right nowhere', async () => {
    const { id } = await makePath(() => []);
    expect((await pathLearner(as(await makePerson(t)), id)).go_on).toBeNull();
  });

  it('does not become later for what somebody bought, and may become earlier', async () => {
    const { id, item_ids } = await makePath(([_one, two = 0]) => [{ item_id: two, opens_at: now_s() + 5 * DAY_S }]);
    const second = item_ids[1] as number;
    const sold = async (_tx: unknown, ids: readonly number[]) => new Set(ids.filter((one) => one === second));
    const save = (opens_at: number) =>
      saveSeries(as(teacher), { id, title: '路径', introduction: '', item_ids, releases: [{ item_id: second, opens_at }] }, sold);
    await expect(save(now_s() + 6 * DAY_S)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('进阶') });
    await expect(save(0)).rejects.toMatchObject({ status: 409 });
    await expect(save(now_s() + 2 * DAY_S)).resolves.toEqual({ id });
    await expect(saveSeries(as(teacher), { id, title: '路径', introduction: '', item_ids }, sold)).resolves.toEqual({ id });
    await expect(save(now_s() + 2 * DAY_S)).rejects.toMatchObject({ status: 409 });
  });
});

describe('what somebody bought', () => {
  const third = (courses: readonly { lessons: readonly number[] }[]) => courses[2]?.lessons[1] as number;
  const show = (item_id: number, from: 'published' | 'taken_down', to: 'published' | 'taken_down') =>
    inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, [from], to));

  it('does not close when the course before it comes on the site', async () => {
    const { id, courses } = await makePath(([_one, two = 0, three = 0]) => [
      { item_id: two, opens_at: 0 },
      { item_id: three, opens_at: 0 },
    ]);
    await show(courses[1].id, 'published', 'taken_down');
    const [early, late] = [await makePerson(t), await makePerson(t)];
    for (const course of [courses[0], courses[2]]) await buy(early, course.id);
    await finish(early, courses[0].lessons);
    await expect(start(early, third(courses))).resolves.toMatchObject({ id: third(courses) });
    await show(courses[1].id, 'taken_down', 'published');
    t.clock.advance_ms(1_000);
    await buy(late, courses[2].id);
    await expect(start(early, third(courses))).resolves.toMatchObject({ id: third(courses) });
    await expect(start(late, third(courses))).rejects.toThrow('学完上一门《进阶》后开放');
    expect((await pathLearner(as(early), id)).courses[2]).toMatchObject({ locked: 0 });
    expect((await pathLearner(as(late), id)).courses[2]).toMatchObject({ locked: 1 });
  });

  it('does not wait for one before it that is set later, though that was not sold', async () => {
    const { id, courses, item_ids } = await makePath(([_one, two = 0, three = 0]) => [
      { item_id: two, opens_at: 0 },
      { item_id: three, opens_at: 0 },
    ]);
    const [learner, other] = [await makePerson(t), await makePerson(t)];
    await buy(learner, courses[2].id);
    await expect(start(learner, third(courses))).rejects.toMatchObject({ status: 403 });
    t.clock.advance_ms(1_000);
    const releases = [
      { item_id: courses[1].id, opens_at: now_s() + 365 * DAY_S },
      { item_id: courses[2].id, opens_at: 0 },
    ];
    const sold = async (_tx: unknown, ids: readonly number[]) => new Set(ids.filter((one) => one === courses[2].id));
    await saveSeries(as(teacher), { id, title: '路径', introduction: '', item_ids, releases }, sold);
    t.clock.advance_ms(1_000);
    await buy(other, courses[2].id);
    await expect(start(learner, third(courses))).resolves.toMatchObject({ id: third(courses) });
    await expect(start(other, third(courses))).rejects.toMatchObject({ status: 403 });
  });

  it('while its release was being saved does not wait for it, and who buys later does, also when it comes earlier', async () => {
    const { id, courses, item_ids } = await makePath(() => []);
    const [learner, other] = [await makePerson(t), await makePerson(t)];
    const save = (days: number, soldOf?: Parameters<typeof saveSeries>[2]) => {
      const releases = [{ item_id: courses[2].id, opens_at: now_s() + days * DAY_S }];
      return saveSeries(as(teacher), { id, title: '路径', introduction: '', item_ids, releases }, soldOf);
    };
    await save(5, async () => {
      t.clock.advance_ms(1_000);
      await buy(learner, courses[2].id);
      t.clock.advance_ms(1_000);
      return new Set();
    });
    await buy(other, courses[2].id);
    t.clock.advance_ms(1_000);
    await save(3);
    await expect(start(learner, third(courses))).resolves.toMatchObject({ id: third(courses) });
    await expect(start(other, third(courses))).rejects.toThrow('开放');
  });
});

describe('the certificate of a path', () => {
  it('is issued once those of all its courses are, once however many ask, proven and drawn', async () => {
    const { courses, id } = await makePath(() => [], 0);
    const learner = await makePerson(t, { nickname: '林晓' });
    await finish(learner, [...courses[0].lessons, ...courses[1].lessons]);
    await settleOutbox(t.ctx());
    expect((await ownCertificates(as(learner))).map(({ path }) => path)).toEqual([0, 0]);
    await finish(learner, courses[2].lessons);
    await Promise.all(Array.from({ length: 64 }, () => certifyPath(t.ctx(), id, { user_id: learner.id })));
    await settleOutbox(t.ctx());
    const of_path = (await ownCertificates(as(learner))).filter(({ path }) => path === 1);
    expect(of_path).toMatchObject([{ title: '从执行到带队', teacher: '周老师' }]);
    const { no, id: certificate = 0 } = of_path[0] ?? { no: '' };
    expect((await pathLearner(as(learner), id)).certificate).toBe(no);
    expect(await proveCertificate(t.ctx(), no)).toMatchObject({ path: 1, about_id: id, lesson_num: 3, name: '林晓', shown: 1 });
    const { name, data } = await certificatePdf(as(learner), certificate);
    expect([name, data.byteLength > 1_000]).toEqual(['学习路径证书-从执行到带队.pdf', true]);
    const told = (await noticesOf(as(learner), { page: 1, limit: 20, only_unread: false })).list.filter(({ title }) =>
      title.includes('学习路径'),
    );
    expect(told).toHaveLength(1);
  });

  it('comes to who had finished all that is left when a course leaves the site', async () => {
    const { courses, id } = await makePath(() => [], 0);
    const learner = await makePerson(t);
    await finish(learner, [...courses[0].lessons, ...courses[1].lessons]);
    await settleOutbox(t.ctx());
    const sent = vi.spyOn(t.app.jobs, 'send');
    await inTransaction(t.ctx(), (tx) => setItemStatus(tx, courses[2].id, ['published'], 'taken_down'));
    await settleOutbox(t.ctx());
    expect(sent).toHaveBeenCalledWith(CERTIFY_PATH_JOB, { series_id: id }, { singleton_key: `${CERTIFY_PATH_JOB}:${id}` });
    sent.mockRestore();
    // the queue may have been quicker
    await certifyPath(t.ctx(), id);
    expect((await ownCertificates(as(learner))).map(({ path }) => path)).toEqual([1, 0, 0]);
  });
});
