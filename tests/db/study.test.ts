import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { MEMBER_CALLS, type VipPlan } from '#contract/membership.ts';
import { DEVICE_SILENT_S } from '#contract/study.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { linkList } from '#server/areas/study/manifest.ts';
import { selectKeyset } from '#server/db/keyset.ts';
import { grantAccess, revokeAccess } from '#server/modules/access/index.ts';
import { kindByType } from '#server/modules/catalog/index.ts';
import { installPlans, membershipSubject } from '#server/modules/membership/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { hideOpinion, opinionList, saveOpinion } from '#server/modules/opinions/index.ts';
import { placeOrder, refundOrder, settlePayment } from '#server/modules/orders/index.ts';
import {
  addNote,
  answerQuestion,
  askedQuiz,
  askQuestion,
  beat,
  certificatePdf,
  changeNote,
  courseFaces,
  courseOutline,
  courseQuestions,
  dropNote,
  exportedLearning,
  forgetLearning,
  freeFilms,
  learnerOf,
  linkSource,
  openByTicket,
  openPublic,
  ownCertificates,
  ownCourses,
  ownNotes,
  proveCertificate,
  revokeLinks,
  startLesson,
  takeQuiz,
  tickLesson,
} from '#server/modules/study/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson as makeBuyer, payAtProvider, place } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { cutTrials, filmLesson, makeCourse, QUIZ, storeFilmOf } from '../support/study.ts';

const t = testApp();
let teacher: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const wait = (seconds: number) => t.clock.advance_ms(seconds * 1000);
const DEVICE = 'device-one';
const start = (who: Person, lesson_id: number, device = DEVICE, take_over = false) =>
  startLesson(as(who), { lesson_id, device, device_name: 'Windows · Chrome', take_over });
const watch = (
  who: Person,
  lesson_id: number,
  sections: Array<[number, number]>,
  more: { rate?: number; position_s?: number; device?: string } = {},
) => beat(as(who), { lesson_id, sections, position_s: sections.at(-1)?.[1] ?? 0, rate: 1, device: DEVICE, ...more });
const buy = (who: Person, item_id: number) =>
  inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: who.id, item_id, source: 'purchase', source_id: null }));

beforeAll(async () => {
  teacher = await makePerson(t, { nickname: '周老师' });
});

it('C-004 is what history type 5 and hot search type 4 mean', () => {
  expect([kindByType('history', 5)?.paths.detail, kindByType('hot_search', 4)?.key]).toEqual(['/study/detail', 'course']);
});

describe('rights', () => {
  it('opens a lesson by a purchase, to the teacher, and a free one to everybody who signed in', async () => {
    const course = await makeCourse(t, teacher, { lessons: [filmLesson('试听课', 60, { free: true }), filmLesson('正课', 60)] });
    const [free, paid] = course.lessons as [number, number];
    const learner = await makePerson(t);
    await expect(start(learner, free)).resolves.toMatchObject({ id: free, position_s: 0, done: 0 });
    await expect(start(learner, paid)).rejects.toMatchObject({ status: 403, data: { course_id: course.id } });
    await expect(start(teacher, paid)).resolves.toMatchObject({ id: paid });
    await buy(learner, course.id);
    await expect(start(learner, paid)).resolves.toMatchObject({ watermark: expect.stringMatching(/\d{4}$/) });
    await inTransaction(t.ctx(), (tx) =>
      revokeAccess(tx, { user_id: learner.id, item_id: course.id, source: 'purchase', source_id: null }),
    );
    await expect(start(learner, paid)).rejects.toMatchObject({ status: 403 });
  });

  it('opens nothing to visitors and nothing of a course that is not on the site', async () => {
    const course = await makeCourse(t, teacher, { price_fen: 0 });
    const lesson_id = course.lessons[0] as number;
    const input = { lesson_id, device: DEVICE, device_name: '', take_over: false };
    await expect(startLesson(t.ctx({ kind: 'visitor', address: '10.0.0.9' }), input)).rejects.toMatchObject({ code: 2 });
    await expect(
      beat(as(await makePerson(t)), { lesson_id, sections: [[0, 9]], position_s: 9, rate: 1, device: DEVICE }),
    ).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe('C-007 what was watched', () => {
  let lesson: number;
  let learner: Person;
  beforeAll(async () => {
    const course = await makeCourse(t, teacher, { price_fen: 0, lessons: [filmLesson('一课', 1_000)] });
    lesson = course.lessons[0] as number;
  });
  const begin = async () => {
    learner = await makePerson(t);
    await start(learner, lesson);
  };

  it('counts a second once, however often it is watched', async () => {
    await begin();
    wait(10);
    expect((await watch(learner, lesson, [[0, 10]])).seconds).toBe(10);
    wait(10);
    expect((await watch(learner, lesson, [[0, 10]])).seconds).toBe(10);
    wait(10);
    expect(
      (
        await watch(learner, lesson, [
          [0, 10],
          [5, 18],
        ])
      ).seconds,
    ).toBe(18);
  });

  it('credits a forged jump with no more than twice what our clock allows', async () => {
    await begin();
    wait(10);
    expect((await watch(learner, lesson, [[0, 1_000]], { rate: 2 })).seconds).toBe(40);
    expect((await watch(learner, lesson, [[0, 1_000]], { rate: 99 })).seconds).toBe(40);
    wait(86_400);
    expect(await watch(learner, lesson, [[0, 1_000]])).toMatchObject({ done: 1, percent: 100 });
  });

  it('holds a forger of one beat after a long silence to a quarter of an hour', async () => {
    const course = await makeCourse(t, teacher, { price_fen: 0, lessons: [filmLesson('长课', 20_000)] });
    const long = course.lessons[0] as number;
    await begin();
    await start(learner, long);
    wait(5 * 86_400);
    expect((await watch(learner, long, [[0, 20_000]])).seconds).toBe(1_800);
  });

  it('gives nothing back and takes nothing away when our clock is set back', async () => {
    await begin();
    wait(10);
    await watch(learner, lesson, [[0, 10]]);
    wait(-3_600);
    expect((await watch(learner, lesson, [[0, 1_000]])).seconds).toBe(10);
    wait(3_600);
    expect((await watch(learner, lesson, [[0, 1_000]])).seconds).toBe(10);
    wait(5);
    expect((await watch(learner, lesson, [[0, 1_000]])).seconds).toBe(20);
  });

  it('adds two tabs up without counting their time twice, and takes what an offline tab brings later', async () => {
    await begin();
    wait(30);
    await watch(learner, lesson, [[0, 30]]);
    wait(30);
    await watch(learner, lesson, [[30, 60]]);
    expect((await watch(learner, lesson, [[200, 230]], { device: 'device-two' })).seconds).toBe(60);
    wait(60);
    expect((await watch(learner, lesson, [[200, 230]])).seconds).toBe(90);
    wait(300);
    expect(
      (
        await watch(learner, lesson, [
          [60, 200],
          [400, 500],
        ])
      ).seconds,
    ).toBe(330);
  });

  it('is done at 90 percent, stays done, and begins anew afterwards', async () => {
    await begin();
    for (let at = 0; at < 900; at += 100) {
      wait(100);
      const { done } = await watch(learner, lesson, [[at, at + 100]]);
      expect(done).toBe(at === 800 ? 1 : 0);
    }
    await expect(start(learner, lesson)).resolves.toMatchObject({ done: 1, position_s: 0, seconds: 900 });
    expect((await watch(learner, lesson, [])).done).toBe(1);
  });

  it('goes on where the learner was', async () => {
    await begin();
    wait(400);
    await watch(learner, lesson, [[0, 350]], { position_s: 350 });
    await expect(start(learner, lesson)).resolves.toMatchObject({ position_s: 350, watched: [[0, 350]] });
    expect((await ownCourses(as(learner)))[0]).toMatchObject({ last_lesson: lesson, position_s: 350, done_num: 0, lesson_num: 1 });
  });
});

describe('devices', () => {
  it('lets two play, tells a third which, and ends one when the third takes over', async () => {
    const course = await makeCourse(t, teacher, { price_fen: 0 });
    const lesson = course.lessons[0] as number;
    const learner = await makePerson(t);
    await start(learner, lesson, 'device-one');
    wait(1);
    await start(learner, lesson, 'device-two');
    await expect(start(learner, lesson, 'device-three')).rejects.toMatchObject({
      status: 409,
      data: { playing: [{ device: 'device-one', name: 'Windows · Chrome', lesson: '第一课' }, { device: 'device-two' }] },
    });
    await start(learner, lesson, 'device-three', true);
    expect((await watch(learner, lesson, [], { device: 'device-one' })).ended).toBe(1);
    expect((await watch(learner, lesson, [], { device: 'device-two' })).ended).toBe(0);
    wait(DEVICE_SILENT_S + 1);
    await expect(start(learner, lesson, 'device-one')).resolves.toBeTruthy();
  });
});

describe('addresses of files', () => {
  it('opens for one browser until it ends or is taken back', async () => {
    const file_id = await storeFilmOf(t, teacher);
    const course = await makeCourse(t, teacher, {
      lessons: [filmLesson('一课', 9, { file_id }), filmLesson('二课', 9, { file_id, free: true })],
    });
    const [lesson, free] = course.lessons as [number, number];
    await cutTrials(t.ctx(), course.lessons);
    const learner = await makePerson(t);
    await buy(learner, course.id);
    const { src, key, mime } = await start(learner, lesson);
    expect(mime).toBe('video/mp4');
    const ticket = src.slice('/media/'.length);
    const other = await start(teacher, lesson);
    const opened = await openByTicket(t.ctx(), ticket, key);
    expect(opened).toMatchObject({ is_public: false, type: 'mp4' });
    expect(await openByTicket(t.ctx(), ticket, '')).toBeNull();
    expect(await openByTicket(t.ctx(), ticket, other.key)).toBeNull();
    expect(await openByTicket(t.ctx(), ticket.replace(/\.(\d+)\.([0-9a-f]+)$/, '.99999999999.$2'), key)).toBeNull();
    await inTransaction(t.ctx(), (tx) => revokeLinks(tx, learner.id, course.id));
    wait(3);
    expect(await openByTicket(t.ctx(), ticket, key)).toBeNull();
    const again = await start(learner, lesson);
    wait(9 + 7_200);
    expect(await openByTicket(t.ctx(), again.src.slice(7), again.key)).toBeNull();

    const trial = await openPublic(t.ctx(), 'trial', lesson);
    expect(trial?.is_public).toBe(true);
    expect(trial?.size_bytes).toBeLessThan(opened?.size_bytes ?? 0);
    expect(await openPublic(t.ctx(), 'free', lesson)).toBeNull();
    expect(await openPublic(t.ctx(), 'free', free)).toMatchObject({ type: 'mp4' });
    expect((await freeFilms(t.ctx(), null, 10)).map((film) => film.lesson.id)).toContain(free);
    expect(await courseOutline(t.ctx(), course.id)).toMatchObject([
      {
        title: '第一章',
        lessons: [
          { trial: 1, free: 0 },
          { trial: 0, free: 1 },
        ],
      },
    ]);
  });
});

describe('notes, quizzes, certificates', () => {
  it('keeps notes at their time and shows nobody those of another', async () => {
    const { lessons } = await makeCourse(t, teacher, { price_fen: 0 });
    const learner = await makePerson(t);
    const lesson_id = lessons[0] as number;
    await expect(addNote(as(learner), { lesson_id, at_s: 3, text: '早了' })).rejects.toMatchObject({ status: 404 });
    await start(learner, lesson_id);
    await addNote(as(learner), { lesson_id, at_s: 90, text: '后面的' });
    const { id } = await addNote(as(learner), { lesson_id, at_s: 12, text: '前面的' });
    expect((await ownNotes(as(learner), { lesson_id })).map(({ at_s }) => at_s)).toEqual([12, 90]);
    const stranger = await makePerson(t);
    await expect(changeNote(as(stranger), id, '改')).rejects.toMatchObject({ status: 404 });
    await expect(dropNote(as(stranger), id)).rejects.toMatchObject({ status: 404 });
    await changeNote(as(learner), id, '改过');
    await dropNote(as(learner), id);
    expect(await ownNotes(as(learner), {})).toHaveLength(1);
  });

  it('marks a quiz on the server, and certifies who did every lesson', async () => {
    const lessons = [filmLesson('一课', 100), { title: '测验', type: 'quiz' as const, quiz: QUIZ }];
    const course = await makeCourse(t, teacher, { lessons });
    const [film, quiz] = course.lessons as [number, number];
    const learner = await makePerson(t, { nickname: '小陈' });
    await expect(takeQuiz(as(learner), quiz, {})).rejects.toMatchObject({ status: 403 });
    await buy(learner, course.id);
    expect(JSON.stringify(await askedQuiz(as(learner), quiz))).not.toContain('right"');
    const failed = await takeQuiz(as(learner), quiz, { q1: [0], q2: [1] });
    expect(failed).toMatchObject({
      certificate: '',
      mark: { passed: false, right_num: 0, questions: [{ right: [1], explanation: '留出一晚改错' }, {}] },
    });
    expect((await takeQuiz(as(learner), quiz, { q1: [1], q2: [0] })).mark.passed).toBe(true);
    await start(learner, film);
    wait(60);
    const { certificate } = await watch(learner, film, [[0, 100]]);
    expect(certificate).toMatch(/^CM\d{24}$/);
    const [mine] = await ownCertificates(as(learner));
    expect(mine).toMatchObject({ no: certificate, title: '活动执行全流程', teacher: '周老师' });
    const pdf = await certificatePdf(as(learner), mine?.id ?? 0);
    expect((await PDFDocument.load(pdf.data)).getTitle()).toContain(certificate);
    await expect(certificatePdf(as(teacher), mine?.id ?? 0)).rejects.toMatchObject({ status: 404 });
    // whoever holds the number sees what was printed, however it was copied
    const printed = { no: certificate, name: '小陈', title: '活动执行全流程', teacher: '周老师', lesson_num: 2, shown: 1 };
    expect(await proveCertificate(t.ctx(), certificate)).toMatchObject(printed);
    expect(await proveCertificate(t.ctx(), ` ${certificate.toLowerCase().replace(/(\d{6})/g, '$1 ')}`)).toMatchObject(printed);
    const other = `${certificate.slice(0, -1)}${(Number(certificate.at(-1)) + 1) % 10}`;
    for (const wrong of [other, '', certificate.slice(0, -1), `${certificate}0`]) expect(await proveCertificate(t.ctx(), wrong)).toBeNull();
    const { list } = await noticesOf(as(learner), { only_unread: false, page: 1, limit: 5 });
    expect(list[0]?.title).toBe('恭喜学完《活动执行全流程》');
    expect(await learnerOf(as(learner), course.id)).toMatchObject({ opened: 1, done_num: 2, lesson_num: 2, certificate });
    expect((await ownCourses(as(learner))).find(({ id }) => id === course.id)).toMatchObject({ done_num: 2, certified: 1 });
  });
});

describe('a mark by hand', () => {
  it('counts for oneself and where one goes on, never for the certificate, and is taken back', async () => {
    const course = await makeCourse(t, teacher, { lessons: [filmLesson('一课', 100), filmLesson('二课', 100)] });
    const [first, second] = course.lessons as [number, number];
    const learner = await makePerson(t);
    await buy(learner, course.id);
    await expect(tickLesson(as(learner), first, true)).rejects.toMatchObject({ status: 404, message: '请先打开这一课' });
    await start(learner, first);
    await tickLesson(as(learner), first, true);
    expect(await start(learner, first)).toMatchObject({ done: 0, ticked: 1 });
    expect(await learnerOf(as(learner), course.id)).toMatchObject({ done_num: 0, ticked_num: 1, last_lesson: second });
    expect(await ownCourses(as(learner))).toMatchObject([{ done_num: 0, ticked_num: 1, last_lesson: second, certified: 0 }]);
    await start(learner, second);
    wait(60);
    // all is marked or watched, but not all is watched
    expect(await watch(learner, second, [[0, 95]])).toMatchObject({ done: 1, certificate: '' });
    await tickLesson(as(learner), first, false);
    expect(await learnerOf(as(learner), course.id)).toMatchObject({ done_num: 1, ticked_num: 0, certificate: '' });
    await tickLesson(as(learner), first, true);
    await start(learner, first);
    wait(60);
    expect((await watch(learner, first, [[0, 95]])).certificate).not.toBe('');
    expect(await learnerOf(as(learner), course.id)).toMatchObject({ done_num: 2, ticked_num: 0 });
  });

  it('is of films alone', async () => {
    const course = await makeCourse(t, teacher, { price_fen: 0, lessons: [{ title: '测验', type: 'quiz', quiz: QUIZ }] });
    await expect(tickLesson(as(await makePerson(t)), course.lessons[0] as number, true)).rejects.toMatchObject({ status: 404 });
  });
});

describe('ratings and questions of courses', () => {
  it('T1 is rated only by who learned, counted, and hidden by staff', async () => {
    const course = await makeCourse(t, teacher);
    const learner = await makePerson(t, { nickname: '小李' });
    const review = () => saveOpinion(as(learner), { item_id: course.id, stars: 4, text: '讲得细' });
    await buy(learner, course.id);
    await expect(review()).rejects.toMatchObject({ status: 403 });
    await start(learner, course.lessons[0] as number);
    wait(10);
    await watch(learner, course.lessons[0] as number, [[0, 9]]);
    await review();
    await expect(saveOpinion(as(teacher), { item_id: course.id, stars: 5 })).rejects.toMatchObject({ status: 403 });
    const face = async () => (await courseFaces(t.ctx(), [{ id: course.id, publisher_id: teacher.id }]))[course.id];
    expect(await face()).toMatchObject({ review_num: 1, stars: 0, learner_num: 1, lesson_num: 2, duration_s: 1_200 });
    const [shown] = (await opinionList(t.ctx(), { id: course.id })).list;
    expect(shown).toMatchObject({ nickname: '小李', stars: 4, text: '讲得细' });
    const hide = async (who: Person) => inTransaction(as(who), (tx) => hideOpinion(tx, shown?.id ?? 0, '辱骂'));
    await expect(hide(learner)).rejects.toMatchObject({ status: 403 });
    await hide(await makePerson(t, { roles: ['reviewer'] }));
    expect((await opinionList(t.ctx(), { id: course.id })).list).toEqual([]);
    expect(await face()).toMatchObject({ review_num: 0, stars: 0 });
  });

  it('binds a question and its answer to a second of the lesson, within its length', async () => {
    const course = await makeCourse(t, teacher);
    const [one, two] = course.lessons as [number, number];
    const asker = await makePerson(t);
    const ask = (lesson_id: number | null, at_s: number, text: string) =>
      askQuestion(as(asker), { item_id: course.id, lesson_id, at_s, text });
    const { id } = await ask(one, 75, '这里为什么先搭舞台？');
    await ask(two, 9_999, '最后一张图是什么？');
    await ask(null, 30, '什么时候有下一章？');
    await answerQuestion(as(teacher), { question_id: id, at_s: 90, text: '看这里的图。' });
    const [course_wide, late, early] = await courseQuestions(t.ctx(), course.id);
    expect(course_wide).not.toHaveProperty('at_s');
    expect(late).toMatchObject({ lesson_id: two, at_s: 600, former: 0 });
    expect(early).toMatchObject({ lesson_id: one, at_s: 75, answers: [{ at_s: 90, former: 0 }] });
    expect((await courseQuestions(t.ctx(), course.id, { lesson_id: one })).map((question) => question.id)).toEqual([id]);
  });

  it('carries a question to the teacher and the answer back', async () => {
    const course = await makeCourse(t, teacher);
    const [asker, stranger] = [await makePerson(t, { nickname: '小王' }), await makePerson(t)];
    const { id } = await askQuestion(as(asker), { item_id: course.id, lesson_id: course.lessons[1] as number, text: '彩排要留多久？' });
    await expect(answerQuestion(as(stranger), { question_id: id, text: '我猜一天' })).rejects.toMatchObject({ status: 403 });
    await answerQuestion(as(teacher), { question_id: id, text: '至少半天。' });
    expect(await courseQuestions(t.ctx(), course.id)).toMatchObject([
      { nickname: '小王', lesson: '第二课', answers: [{ teacher: 1, text: '至少半天。', nickname: '周老师' }] },
    ]);
    const titles = async (who: Person) =>
      (await noticesOf(as(who), { only_unread: false, page: 1, limit: 5 })).list.map(({ title }) => title);
    expect(await titles(teacher)).toContain('学员有新的提问');
    expect(await titles(asker)).toContain('您的提问有了回答');
  });
});

it('lists courses that were bought and not begun, until their money goes back', async () => {
  const [begun, course] = [await makeCourse(t, teacher, { price_fen: 0, title: '看过的课' }), await makeCourse(t, teacher)];
  const learner = await makePerson(t);
  await start(learner, begun.lessons[0] as number);
  wait(10);
  await buy(learner, course.id);
  expect(await ownCourses(as(learner))).toMatchObject([
    { id: course.id, begun: 0, last_lesson: 0, done_num: 0, lesson_num: 2 },
    { id: begun.id, begun: 1, last_lesson: begun.lessons[0] },
  ]);
  wait(10);
  await start(learner, course.lessons[0] as number);
  expect((await ownCourses(as(learner))).map((one) => [one.id, one.begun])).toEqual([
    [course.id, 1],
    [begun.id, 1],
  ]);
  const other = await makePerson(t);
  await buy(other, course.id);
  await inTransaction(t.ctx(), (tx) => revokeAccess(tx, { user_id: other.id, item_id: course.id, source: 'purchase', source_id: null }));
  expect(await ownCourses(as(other))).toEqual([]);
});

it('ends an address with the order that is refunded, not with a part of its price, and staff read who was given it', async () => {
  const file_id = await storeFilmOf(t, teacher);
  const course = await makeCourse(t, teacher, { title: '退款的课', lessons: [filmLesson('正课', 9, { file_id })] });
  const learner = await makeBuyer(t);
  const order = await place(learner, course.id);
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  const ctx = { ...learner.ctx, actor: { ...learner.ctx.actor, address: '203.0.113.7' } } as typeof learner.ctx;
  const lesson_id = course.lessons[0] as number;
  const { src, key } = await startLesson(ctx, { lesson_id, device: DEVICE, device_name: 'Windows · Chrome', take_over: false });
  const opens = async () => (await openByTicket(t.ctx(), src.slice(7), key)) !== null;
  const log = async () => {
    const { rows } = await selectKeyset(t.app.db, linkSource, { filters: { user: `${learner.id}` }, search: '', order: '' }, { limit: 5 });
    return (
      await linkList.show(
        t.ctx(),
        rows.map(({ row }) => row),
      )
    ).map(({ cells }) => cells);
  };
  await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试', amount_fen: 100 });
  wait(3);
  expect(await opens()).toBe(true);
  const facts = { course: '退款的课', lesson: '正课', device: 'Windows · Chrome', network: '203.0.*.*', revoked_at: null };
  expect(await log()).toMatchObject([facts]);
  await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
  wait(3);
  expect(await opens()).toBe(false);
  expect(await log()).toMatchObject([{ ...facts, user_id: learner.id, revoked_at: expect.any(Number) }]);
  await expect(startLesson(ctx, { lesson_id, device: DEVICE, device_name: '', take_over: false })).rejects.toMatchObject({ status: 403 });
});

it('takes the open addresses back when a membership is refunded, of what it opened alone', async () => {
  const file_id = await storeFilmOf(t, teacher);
  const lessons = [filmLesson('免费课', 9, { free: true, file_id }), filmLesson('正课', 9, { file_id })];
  const [members, bought] = [await makeCourse(t, teacher, { vip_only: true, lessons }), await makeCourse(t, teacher, { lessons })];
  const learner = await makeBuyer(t);
  await inTransaction(t.ctx(), installPlans);
  const plans = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
  const spec_id = plans.find(({ key }) => key === 'course')?.spec[0]?.id as number;
  const order = await placeOrder(learner.ctx, membershipSubject, { subject_id: spec_id, use_balance: false, coupon_id: 0 });
  await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, order));
  await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: learner.id, item_id: bought.id, source: 'purchase', source_id: null }));
  const links: Array<{ src: string; key: string }> = [];
  for (const lesson_id of [...members.lessons, ...bought.lessons])
    links.push(await startLesson(learner.ctx, { lesson_id, device: DEVICE, device_name: '', take_over: false }));
  const open = () => Promise.all(links.map(async ({ src, key }) => (await openByTicket(t.ctx(), src.slice(7), key)) !== null));
  expect(await open()).toEqual([true, true, true, true]);
  await refundOrder(t.ctx(), { orderid: order.orderid, reason: '测试' });
  wait(3);
  expect(await open()).toEqual([true, false, true, true]);
});

it('takes what somebody learned along and forgets it', async () => {
  const course = await makeCourse(t, teacher, { price_fen: 0 });
  const learner = await makePerson(t);
  const lesson_id = course.lessons[0] as number;
  await start(learner, lesson_id);
  wait(10);
  await watch(learner, lesson_id, [[0, 10]]);
  await addNote(as(learner), { lesson_id, at_s: 3, text: '记一下' });
  const exported: object[] = [];
  for await (const row of exportedLearning(as(learner))) exported.push(row);
  expect(exported).toMatchObject([{ what: '学习进度' }, { what: '笔记', text: '记一下' }]);
  await inTransaction(t.ctx(), (tx) => forgetLearning(tx, learner.id));
  expect(await ownCourses(as(learner))).toEqual([]);
  expect(await ownNotes(as(learner), {})).toEqual([]);
});
