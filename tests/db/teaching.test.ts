import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { newQuestion, type Quiz } from '#contract/quiz.ts';
import type { LessonType } from '#contract/study.ts';
import type { OwnCourse } from '#contract/teaching.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantAccess } from '#server/modules/access/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { settlePayment } from '#server/modules/orders/index.ts';
import { cleanFiles, saveDraft, storeOriginal, submitItem } from '#server/modules/publishing/index.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { CERTIFY_JOB, certifyLearners } from '#server/modules/study/certificate-pdf.ts';
import {
  addChapter,
  addLesson,
  applyToTeach,
  changeLesson,
  changeTeacher,
  countCourse,
  courseOutline,
  endTeacher,
  forgetTeacher,
  learningFigures,
  lecturerOf,
  orderCourse,
  ownCertificates,
  ownCourse,
  ownQuiz,
  ownTeacher,
  removeChapter,
  removeLesson,
  renameChapter,
  startLesson,
  teacherQuestions,
  withdrawApplication,
  writeOutline,
  writeQuiz,
} from '#server/modules/study/index.ts';
import { course_answers, course_questions, lesson_progress, lessons, quiz_answers } from '#server/modules/study/tables.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { courseFigures, courseFiguresCsv, ownCourseList } from '#server/views/course-figures.ts';
import { userInfo } from '#server/views/user-info.ts';
import { testApp } from '../support/app.ts';
import { makeFilm } from '../support/films.ts';
import { makePerson as makeBuyer, payAtProvider, place } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';
import { courseForm, makeTeacher, teacherForm } from '../support/teaching.ts';

vi.setConfig({ testTimeout: 60_000 });

const COURSE = KINDS.course;
const DAY_MS = 86_400_000;

const t = testApp();
let staff: Person;
let teacher: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');

beforeAll(async () => {
  staff = await makePerson(t, { roles: ['operator'] });
  teacher = await makeTeacher(t);
});

async function decide(person: Person, action: 'approve' | 'reject', reason = '', by = staff) {
  const { list } = await listReviews(as(by), { type: 'teacher', status: 'open', page: 1, limit: 50 });
  const row = list.find(({ target_id }) => target_id === person.id);
  if (!row) throw new Error('no application waits');
  await decideReview(as(by), { id: row.id, version: row.version, action, reason });
  return row;
}
const newestNotice = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 1 })).list.map(({ title, content, jump_url }) => [
    title,
    content,
    jump_url,
  ])[0];
const store = (person: Person, purpose: 'video' | 'attachment', name: string, data: Uint8Array) =>
  storeOriginal(as(person), { purpose, name, data });
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

describe('applying to teach', () => {
  it('C-006, F-48 waits for the desk, is returned with a reason, sent again and accepted; user info names the position', async () => {
    const person = await makePerson(t);
    expect((await ownTeacher(as(person))).state).toBe('none');
    const sample_file_id = await store(person, 'attachment', '样课.pdf', pdf);
    const form = teacherForm({ sample_file_id });
    expect(await applyToTeach(as(person), form)).toMatchObject({ state: 'waiting', sample_name: '样课.pdf', form });
    await expect(applyToTeach(as(person), form)).rejects.toThrow('正在审核');
    expect(await lecturerOf(t.ctx(), person.id)).toBeNull();
    const row = await decide(person, 'reject', '样课打不开，请重新上传');
    expect(row.subject.facts).toEqual(
      expect.arrayContaining([
        { label: '样课链接', value: form.sample_link, href: form.sample_link },
        { label: '样课文件', value: '样课.pdf', href: expect.stringContaining('/gateway/attachment/') },
      ]),
    );
    expect(await ownTeacher(as(person))).toMatchObject({ state: 'returned', reason: '样课打不开，请重新上传' });
    expect(await newestNotice(person)).toEqual(['讲师申请已退回', '样课打不开，请重新上传', '/about/beTeacher']);
    await applyToTeach(as(person), teacherForm({ position: '会务总监' }));
    await decide(person, 'approve');
    expect(await newestNotice(person)).toEqual(['讲师申请已通过', '现在可以创建课程了。', '/personalCenter/myCourse']);
    expect((await userInfo(as(person), person.id)).lecturer).toEqual({ position: '会务总监' });
    expect((await userInfo(as(staff), staff.id)).lecturer).toBeNull();
    // the sample that was replaced is gone
    expect(await t.app.db.select().from(files).where(eq(files.id, sample_file_id))).toEqual([]);
    await expect(applyToTeach(as(person), form)).rejects.toThrow('已经是讲师');
  });

  it('refuses what is missing, contact details, addresses that are none, and files of others', async () => {
    const person = await makePerson(t);
    const wrong = async (change: Parameters<typeof teacherForm>[0]) =>
      (await applyToTeach(as(person), teacherForm(change)).catch((error) => error)).fields;
    expect(await wrong({ name: '', position: '', field: '烹饪', introduction: '太短', sample_link: '', agreed: false })).toEqual({
      name: '请输入讲师姓名',
      position: '请输入职位或头衔',
      field: '请选择领域',
      introduction: expect.stringContaining('至少 30 个字'),
      sample_link: '请填写样课链接，或上传一份样课',
      agreed: '请阅读并同意讲师协议',
    });
    expect(await wrong({ introduction: `${'做过很多活动'.repeat(6)} 电话 13912345678` })).toEqual({
      introduction: expect.stringContaining('联系方式'),
    });
    expect(await wrong({ sample_link: 'javascript:alert(1)' })).toEqual({ sample_link: expect.stringContaining('https://') });
    const foreign = await store(teacher, 'attachment', '样课.pdf', pdf);
    expect(Object.keys(await wrong({ sample_file_id: foreign }))).toEqual(['sample_file_id']);
  });

  it('can be taken back, and is never decided by the applicant', async () => {
    const boss = await makePerson(t, { roles: ['operator'] });
    await applyToTeach(as(boss), teacherForm());
    await expect(decide(boss, 'approve', '', boss)).rejects.toThrow('另一位同事');
    expect(await withdrawApplication(as(boss))).toMatchObject({ state: 'returned', reason: expect.stringContaining('撤回') });
    await expect(withdrawApplication(as(boss))).rejects.toThrow('没有正在审核');
    await expect(decide(boss, 'approve')).rejects.toThrow('no application');
  });

  it('ends when staff take the role, audited and told; then nothing is edited, and one may apply again', async () => {
    const person = await makeTeacher(t);
    const { id } = await saveDraft(as(person), { kind: COURSE, draft_key: 'ends-here-1', form: await courseForm(t, person) });
    await addChapter(as(person), { id, title: '第一章' });
    expect((await changeTeacher(as(person), { ...teacherForm(), position: '总导演' })).form.position).toBe('总导演');
    await inTransaction(as(staff), (tx) => endTeacher(tx, person.id, '多次收到学员投诉'));
    await expect(inTransaction(as(staff), (tx) => endTeacher(tx, person.id, '再来一次'))).rejects.toThrow('现在不是讲师');
    expect(await newestNotice(person)).toEqual(['讲师身份已取消', '多次收到学员投诉', '/about/beTeacher']);
    const logged = await t.app.db
      .select()
      .from(audit_log)
      .where(and(eq(audit_log.action, 'teacher.end'), eq(audit_log.actor_id, staff.id)));
    expect(logged.map(({ subject, detail }) => [subject, detail])).toEqual([
      [`user:${person.id}`, { reason: '多次收到学员投诉', position: '总导演' }],
    ]);
    await expect(addChapter(as(person), { id, title: '第二章' })).rejects.toMatchObject({ status: 403 });
    await expect(
      saveDraft(as(person), { kind: COURSE, id, draft_key: 'ends-here-1', form: await courseForm(t, person) }),
    ).rejects.toMatchObject({
      status: 403,
    });
    await expect(changeTeacher(as(person), teacherForm())).rejects.toMatchObject({ status: 403 });
    expect((await ownCourse(as(person), id)).chapters).toHaveLength(1);
    expect((await applyToTeach(as(person), teacherForm())).state).toBe('waiting');
  });

  it('keeps the sample from being cleaned away, and forgets all with the account', async () => {
    const person = await makePerson(t);
    const sample_file_id = await store(person, 'attachment', '样课.pdf', pdf);
    await applyToTeach(as(person), teacherForm({ sample_file_id }));
    for (let day = 0; day < 2; day++) {
      t.clock.advance_ms(2 * DAY_MS);
      await cleanFiles(t.ctx());
    }
    expect(await t.app.db.$count(files, eq(files.id, sample_file_id))).toBe(1);
    await inTransaction(t.ctx(), (tx) => forgetTeacher(tx, person.id));
    await inTransaction(t.ctx(), (tx) => forgetTeacher(tx, person.id));
    expect(await t.app.db.$count(files, eq(files.id, sample_file_id))).toBe(0);
    expect((await ownTeacher(as(person))).state).toBe('none');
    await expect(decide(person, 'approve')).rejects.toThrow('no application');
  });
});

let drafts = 0;
async function newCourse(owner = teacher): Promise<number> {
  const form = await courseForm(t, owner);
  return (await saveDraft(as(owner), { kind: COURSE, draft_key: `course-draft-${++drafts}`, form })).id;
}
const outline = ({ chapters }: OwnCourse) => chapters.map(({ title, lessons }) => [title, lessons.map((lesson) => lesson.title)]);
const add = (chapter: number, type: LessonType, title: string, file_id: number | null = null) =>
  addLesson(as(teacher), { chapter, type, title, file_id });
const lessonNamed = (course: OwnCourse, title: string) => {
  const found = course.chapters.flatMap(({ lessons }) => lessons).find((lesson) => lesson.title === title);
  if (!found) throw new Error(`no lesson ${title}`);
  return found;
};

const quiz: Quiz = {
  pass_percent: 60,
  questions: [{ ...newQuestion('one', 'q1'), text: '谁先上场', options: ['主持人', '嘉宾'], right: [0], explanation: '' }],
};

describe('C-007 the outline of a course', () => {
  it('takes chapters and lessons, moves them, and refuses an order of what is no longer there', async () => {
    const id = await newCourse();
    await addChapter(as(teacher), { id, title: ' 准备\n阶段 ' });
    let course = await addChapter(as(teacher), { id, title: '现场' });
    const [first, second] = course.chapters.map((chapter) => chapter.id) as [number, number];
    await add(first, 'video', '开场');
    await add(first, 'quiz', '小测');
    course = await add(second, 'file', '流程表');
    expect(outline(course)).toEqual([
      ['准备 阶段', ['开场', '小测']],
      ['现场', ['流程表']],
    ]);
    const lessons = course.chapters.flatMap((chapter) => chapter.lessons.map((lesson) => lesson.id));
    const [opening, test, sheet] = lessons as [number, number, number];
    const moved = await orderCourse(as(teacher), {
      id,
      chapters: [
        { id: second, lessons: [sheet, opening] },
        { id: first, lessons: [test] },
      ],
    });
    expect(outline(moved)).toEqual([
      ['现场', ['流程表', '开场']],
      ['准备 阶段', ['小测']],
    ]);
    expect(outline(await ownCourse(as(teacher), id))).toEqual(outline(moved));
    const stale = { id, chapters: [{ id: second, lessons: [sheet, opening, test] }] };
    await expect(orderCourse(as(teacher), stale)).rejects.toMatchObject({ status: 409 });
    await expect(
      orderCourse(as(teacher), {
        id,
        chapters: [
          { id: second, lessons: [sheet] },
          { id: first, lessons: [test] },
        ],
      }),
    ).rejects.toMatchObject({ status: 409 });
    expect(outline(await renameChapter(as(teacher), { chapter: first, title: '收尾' }))[1]?.[0]).toBe('收尾');
    expect(outline(await removeLesson(as(teacher), opening))[0]).toEqual(['现场', ['流程表']]);
    expect(outline(await removeChapter(as(teacher), second))).toEqual([['收尾', ['小测']]]);
  });

  it('shows lessons that were made without a chapter, moves them, and puts them into the first chapter', async () => {
    const id = await newCourse();
    const lessons = ['一', '二'].map((title) => ({ title, type: 'file' as const }));
    await inTransaction(as(teacher), (tx) => writeOutline(tx, id, [{ title: '', lessons }]));
    const bare = await ownCourse(as(teacher), id);
    expect(outline(bare)).toEqual([['', ['一', '二']]]);
    const [one, two] = bare.chapters.flatMap((chapter) => chapter.lessons.map((lesson) => lesson.id)) as [number, number];
    expect(outline(await orderCourse(as(teacher), { id, chapters: [{ id: 0, lessons: [two, one] }] }))).toEqual([['', ['二', '一']]]);
    expect(outline(await changeLesson(as(teacher), one, { title: '壹' }))).toEqual([['', ['二', '壹']]]);
    const third = { id, chapter: 0, type: 'quiz' as const, title: '三', file_id: null };
    expect(outline(await addLesson(as(teacher), third))).toEqual([['', ['二', '壹', '三']]]);
    await expect(addLesson(as(await makeTeacher(t)), third)).rejects.toMatchObject({ status: 404 });
    const course = await addChapter(as(teacher), { id, title: '第一章' });
    expect(outline(course)).toEqual([['第一章', ['二', '壹', '三']]]);
    expect((await courseOutline(as(teacher), id)).map(({ title, lessons: seen }) => [title, seen.length])).toEqual([['第一章', 2]]);
    expect(outline(await removeChapter(as(teacher), course.chapters[0]?.id as number))).toEqual([]);
  });

  it('takes files that fit the lesson, with the length of a film, and none of somebody else or of another course', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const film = await store(teacher, 'video', '开场.mp4', await makeFilm({ seconds: 5 }));
    const paper = await store(teacher, 'attachment', '讲义.pdf', pdf);
    const course = await add(chapter, 'video', '开场', film);
    expect(lessonNamed(course, '开场')).toMatchObject({ duration_s: 5, file: { name: '开场.mp4', type: 'mp4' }, refusal: '' });
    expect(lessonNamed(await add(chapter, 'pdf', '讲义', paper), '讲义')).toMatchObject({ state: 'ready', duration_s: 0 });
    const wrong = async (type: LessonType, file_id: number) =>
      (await add(chapter, type, '错', file_id).catch((error) => error)).fields?.file_id;
    expect(await wrong('video', paper)).toContain('MP4');
    expect(await wrong('pdf', film)).toContain('视频课时');
    expect(await wrong('quiz', paper)).toContain('没有文件');
    const other = await makeTeacher(t);
    expect(await wrong('pdf', await store(other, 'attachment', '别人.pdf', pdf))).toContain('失效');
    const elsewhere = (await addChapter(as(teacher), { id: await newCourse(), title: '一' })).chapters[0]?.id as number;
    await expect(add(elsewhere, 'pdf', '借来', paper)).rejects.toMatchObject({ fields: { file_id: expect.any(String) } });
    expect(outline(await ownCourse(as(teacher), id))).toEqual([['一', ['开场', '讲义']]]);
  });

  it('keeps captions and chapters as checked WebVTT', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const film = await store(teacher, 'video', '课.mp4', await makeFilm({ seconds: 5 }));
    const lesson = lessonNamed(await add(chapter, 'video', '课', film), '课').id;
    await add(chapter, 'quiz', '测');
    const kept = lessonNamed(
      await changeLesson(as(teacher), lesson, {
        captions_vtt: '1\n00:00:01,000 --> 00:00:02,000\n<b>你好</b>\n',
        chapters_vtt: '00:00 开场\n00:02 正文',
        ...{ free: true, title: '第一课' },
      }),
      '第一课',
    );
    expect(kept.captions_vtt).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n你好\n');
    expect(kept.chapters_vtt).toContain('00:00:02.000 --> 00:00:05.000\n正文');
    expect(kept.free).toBe(true);
    await expect(changeLesson(as(teacher), lesson, { captions_vtt: '00:09.000 --> 00:01.000\n反' })).rejects.toMatchObject({
      fields: { captions_vtt: expect.stringContaining('结束时间') },
    });
    expect(lessonNamed(await changeLesson(as(teacher), lesson, { captions_vtt: '' }), '第一课').captions_vtt).toBe('');
    const test = lessonNamed(await ownCourse(as(teacher), id), '测').id;
    await expect(changeLesson(as(teacher), test, { captions_vtt: '00:01 甲' })).rejects.toMatchObject({
      fields: { captions_vtt: expect.any(String) },
    });
  });

  it('keeps half a quiz as a draft, and a whole one ready; learners never get half of it', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const lesson = lessonNamed(await add(chapter, 'quiz', '小测'), '小测').id;
    expect((await ownQuiz(as(teacher), lesson)).quiz.questions).toEqual([]);
    const half = { ...quiz, questions: [newQuestion('many', 'q1')] };
    expect(lessonNamed(await writeQuiz(as(teacher), lesson, half), '小测')).toMatchObject({ state: 'draft', question_num: 1 });
    expect(lessonNamed(await writeQuiz(as(teacher), lesson, quiz), '小测')).toMatchObject({ state: 'ready' });
    await expect(writeQuiz(as(teacher), lesson, half)).rejects.toMatchObject({ fields: { quiz: '请输入题目' } });
    await expect(writeQuiz(as(teacher), lesson, { questions: 'x' })).rejects.toMatchObject({ fields: { quiz: expect.any(String) } });
    expect((await ownQuiz(as(teacher), lesson)).quiz).toEqual(quiz);
  });

  it('is nobody else’s: not to read, not to change', async () => {
    const id = await newCourse();
    const course = await addChapter(as(teacher), { id, title: '一' });
    const chapter = course.chapters[0]?.id as number;
    const lesson = lessonNamed(await add(chapter, 'quiz', '测'), '测').id;
    const other = await makeTeacher(t);
    const tries = [
      () => ownCourse(as(other), id),
      () => addChapter(as(other), { id, title: '二' }),
      () => renameChapter(as(other), { chapter, title: '二' }),
      () => removeChapter(as(other), chapter),
      () => addLesson(as(other), { chapter, type: 'quiz', title: '二', file_id: null }),
      () => changeLesson(as(other), lesson, { title: '二' }),
      () => removeLesson(as(other), lesson),
      () => ownQuiz(as(other), lesson),
      () => writeQuiz(as(other), lesson, quiz),
      () => orderCourse(as(other), { id, chapters: [{ id: chapter, lessons: [lesson] }] }),
      () => courseFigures(as(other), id),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 404 });
    const person = await makePerson(t);
    await expect(addChapter(as(person), { id, title: '二' })).rejects.toMatchObject({ status: 403 });
  });
});

describe('a course on its way to readers', () => {
  it('is no teacher’s, no course; without a ready lesson it is not submitted', async () => {
    const person = await makePerson(t);
    const form = await courseForm(t, person);
    await expect(saveDraft(as(person), { kind: COURSE, draft_key: 'not-a-teacher', form })).rejects.toMatchObject({ status: 403 });
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const lesson = lessonNamed(await add(chapter, 'quiz', '测'), '测').id;
    const own = await courseForm(t, teacher);
    const submit = () => submitItem(as(teacher), { kind: COURSE, id, draft_key: 'submits-1', form: own });
    await expect(submit()).rejects.toMatchObject({ fields: { lessons: expect.stringContaining('课时') } });
    await writeQuiz(as(teacher), lesson, quiz);
    await changeLesson(as(teacher), lesson, { shown: false });
    await expect(submit()).rejects.toMatchObject({ fields: { lessons: expect.any(String) } });
    await changeLesson(as(teacher), lesson, { shown: true });
    expect((await submit()).status).toBe('published');
  });

  it('takes new lessons after that, and keeps those in which somebody learnt', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const lesson = lessonNamed(await add(chapter, 'quiz', '测'), '测').id;
    await writeQuiz(as(teacher), lesson, quiz);
    await submitItem(as(teacher), { kind: COURSE, id, draft_key: 'learnt-1', form: await courseForm(t, teacher) });
    const learner = await makePerson(t);
    await t.app.db.insert(lesson_progress).values({ user_id: learner.id, lesson_id: lesson, item_id: id, done_at: t.clock.now() });
    await add(chapter, 'pdf', '新讲义', await store(teacher, 'attachment', '新.pdf', pdf));
    await expect(removeLesson(as(teacher), lesson)).rejects.toMatchObject({ status: 409 });
    await expect(removeChapter(as(teacher), chapter)).rejects.toMatchObject({ status: 409 });
    const course = await ownCourse(as(teacher), id);
    expect([course.has_learners, course.ready_num, outline(course)]).toEqual([true, 2, [['一', ['测', '新讲义']]]]);
  });

  it('keeps on the site what was bought: no lesson of it is hidden or removed, and never the last one', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const notes = async (title: string) =>
      lessonNamed(await add(chapter, 'pdf', title, await store(teacher, 'attachment', `${title}.pdf`, pdf)), title).id;
    const [first, second] = [await notes('第一讲'), await notes('第二讲')];
    await submitItem(as(teacher), { kind: COURSE, id, draft_key: 'bought-1', form: await courseForm(t, teacher) });
    // nobody has it yet: it may become shorter, but not empty
    await changeLesson(as(teacher), second, { shown: false });
    for (const empties of [() => changeLesson(as(teacher), first, { shown: false }), () => removeLesson(as(teacher), first)]) {
      await expect(empties()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('至少要有一个') });
    }
    await changeLesson(as(teacher), second, { shown: true });
    t.clock.advance_ms(1_000);
    const buyer = await makePerson(t);
    await inTransaction(t.ctx(), (tx) => grantAccess(tx, { user_id: buyer.id, item_id: id, source: 'purchase', source_id: null }));
    t.clock.advance_ms(1_000);
    const extra = await notes('加餐');
    await expect(changeLesson(as(teacher), second, { shown: false })).rejects.toThrow('有人购买的课程里有“第二讲”，不能隐藏');
    await expect(removeLesson(as(teacher), second)).rejects.toThrow('有人购买的课程里有“第二讲”，不能删除');
    await expect(removeChapter(as(teacher), chapter)).rejects.toMatchObject({ status: 409 });
    // what was added after the last sale was nobody's
    expect(outline(await removeLesson(as(teacher), extra))).toEqual([['一', ['第一讲', '第二讲']]]);
  });

  it('gives the certificate to who has done everything that is left when a lesson goes', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const notes = async (title: string) =>
      lessonNamed(await add(chapter, 'pdf', title, await store(teacher, 'attachment', `${title}.pdf`, pdf)), title).id;
    const [first, second] = [await notes('第一讲'), await notes('第二讲')];
    const form = await courseForm(t, teacher, { price_type: 'free', price: '' });
    await submitItem(as(teacher), { kind: COURSE, id, draft_key: 'certified-1', form });
    const [done, halfway] = [await makePerson(t), await makePerson(t)];
    for (const person of [done, halfway]) {
      const lesson_id = person === done ? first : second;
      await startLesson(as(person), { lesson_id, device: 'a-device', device_name: '', take_over: false });
    }
    const sent = vi.spyOn(t.app.jobs, 'send');
    await changeLesson(as(teacher), second, { shown: false });
    expect(sent).toHaveBeenCalledWith(CERTIFY_JOB, { item_id: id }, expect.anything(), expect.anything());
    sent.mockRestore();
    // the queue may have been quicker
    await certifyLearners(t.ctx(), id);
    expect(await certifyLearners(t.ctx(), id)).toBe(0);
    expect(await ownCertificates(as(done))).toMatchObject([{ title: '年会执行全流程课' }]);
    expect(await ownCertificates(as(halfway))).toEqual([]);
    expect(await newestNotice(done)).toEqual(['恭喜学完《年会执行全流程课》', expect.any(String), expect.stringContaining('certificates')]);
  });
});

describe('figures', () => {
  it('count who watched which tenth, each second once, and who took the quiz', async () => {
    const id = await newCourse();
    const chapter = (await addChapter(as(teacher), { id, title: '一' })).chapters[0]?.id as number;
    const film = await store(teacher, 'video', '课.mp4', await makeFilm({ seconds: 100 }));
    const lesson = lessonNamed(await add(chapter, 'video', '课', film), '课').id;
    const test = lessonNamed(await add(chapter, 'quiz', '测'), '测').id;
    await writeQuiz(as(teacher), test, quiz);
    await submitItem(as(teacher), { kind: COURSE, id, draft_key: 'figures-1', form: await courseForm(t, teacher) });
    const [one, two, three] = [await makePerson(t), await makePerson(t), await makePerson(t)];
    const now = t.clock.now();
    const of = { lesson_id: lesson, item_id: id };
    await t.app.db.insert(lesson_progress).values([
      { ...of, user_id: one.id, watched: '{[0,100)}', seconds: 100, done_at: now },
      { ...of, user_id: two.id, watched: '{[0,10),[95,100)}', seconds: 15 },
      { ...of, user_id: three.id, watched: '{}', seconds: 0 },
      { ...of, lesson_id: test, user_id: one.id, done_at: now },
    ]);
    const taken = { lesson_id: test, answers: {}, right_num: 1, total: 1 };
    await t.app.db.insert(quiz_answers).values([
      { ...taken, user_id: one.id, passed: false },
      { ...taken, user_id: one.id, passed: true },
      { ...taken, user_id: two.id, passed: false },
    ]);
    const [asked] = await t.app.db
      .insert(course_questions)
      .values([
        { item_id: id, lesson_id: lesson, user_id: one.id, teacher_id: teacher.id, at_s: 42, text: '流程表用什么软件？' },
        { item_id: id, user_id: two.id, teacher_id: teacher.id, text: '有讲义吗？', answered_at: now },
      ])
      .returning({ id: course_questions.id });
    await t.app.db.insert(course_answers).values({ question_id: (asked?.id ?? 0) + 1, user_id: teacher.id, text: '在第二章' });
    const before = await courseFigures(as(teacher), id);
    expect(before).toMatchObject({ learners: 2, finished: 1, minutes: 2, sales: 0, income: 0, waiting: 1 });
    const buyer = await makeBuyer(t);
    await settlePayment(t.ctx(), 'sandbox', await payAtProvider(t, await place(buyer, id)));
    const figures = await courseFigures(as(teacher), id);
    // four fifths of 99 yuan
    expect(figures).toMatchObject({ sales: 1, income: 79.2 });
    expect(figures.lessons).toMatchObject([
      { title: '课', learners: 3, done: 1, minutes: 2, tenths: [2, 1, 1, 1, 1, 1, 1, 1, 1, 2], takers: 0 },
      { title: '测', learners: 1, done: 1, tenths: [], takers: 2, passed: 1 },
    ]);
    expect(await learningFigures(as(teacher), id)).toMatchObject({ title: '年会执行全流程课' });
    const { name, text } = await courseFiguresCsv(as(teacher), id);
    expect(name).toBe('课程数据-年会执行全流程课.csv');
    expect(text).toContain('课,3,1,2,0,0,2,1,1,1,1,1,1,1,1,2');
    await inTransaction(t.ctx(), (tx) => countCourse(tx, id));
    const { list } = await ownCourseList(as(teacher), 1);
    expect(list.find((row) => row.id === id)).toMatchObject({
      income: 79.2,
      lesson_num: 2,
      learner_num: 2,
      waiting_num: 1,
      status: 'published',
    });
    const waiting = await teacherQuestions(as(teacher), { waiting: true, page: 1, limit: 20 });
    expect(waiting.list.map(({ text: said, lesson: of_lesson, course }) => [said, of_lesson, course])).toEqual([
      ['流程表用什么软件？', '课', '年会执行全流程课'],
    ]);
    expect(waiting.list[0]).toMatchObject({ lesson_id: lesson, at_s: 42, former: 0 });
    const all = await teacherQuestions(as(teacher), { waiting: false, page: 1, limit: 20 });
    expect(all.list.map(({ answers }) => answers.map((answer) => answer.text))).toEqual([['在第二章'], []]);
    expect(all.list[0]).not.toHaveProperty('at_s');
    // of a lesson that was removed no second is played
    await t.app.db.update(lessons).set({ removed_at: now }).where(eq(lessons.id, lesson));
    expect((await teacherQuestions(as(teacher), { waiting: true, page: 1, limit: 20 })).list[0]).not.toHaveProperty('at_s');
  });
});
