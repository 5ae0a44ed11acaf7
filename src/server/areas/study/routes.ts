import { setCookie } from 'hono/cookie';
import { z } from 'zod';
import { KINDS } from '#contract/kinds.ts';
import { QUIZ_MAX } from '#contract/quiz.ts';
import { MEDIA_COOKIE, NOTE_TEXT_MAX, QUESTION_TEXT_MAX, REVIEW_TEXT_MAX, SECTIONS_MAX, STARS_MAX, STUDY_CALLS } from '#contract/study.ts';
import { deviceName } from '../../http/device-name.ts';
import { type Endpoint, endpoint } from '../../http/endpoint.ts';
import { flagField, idField, limitField, pageField, plainNumber, textField, wholeNumber } from '../../http/fields.ts';
import { itemDetailOutput, relatedItemOutput } from '../../http/outputs/item.ts';
import {
  askedQuizOutput,
  beatOutput,
  courseQuestionOutput,
  courseReviewOutput,
  learnerOutput,
  lessonNoteOutput,
  lessonStartOutput,
  myCertificateOutput,
  myCourseOutput,
  playerScreenOutput,
  quizMarkOutput,
} from '../../http/outputs/study.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import {
  addNote,
  answerQuestion,
  askedQuiz,
  askQuestion,
  beat,
  certificatePdf,
  changeNote,
  courseQuestions,
  courseReviews,
  dropNote,
  dropReview,
  hideTalk,
  learnerOf,
  ownCertificates,
  ownCourses,
  ownNotes,
  saveReview,
  startLesson,
  takeQuiz,
} from '../../modules/study/index.ts';
import { relatedItems } from '../../views/related-items.ts';
import { ownPlayer } from '../../views/study-screens.ts';

const COURSE = KINDS.course;
const TAG = 'study';
const auth = 'user';
const often = { points: 120, window_s: 60 };
const seldom = { points: 30, window_s: 60 };
const done = z.strictObject({ id: z.int() });
const before = wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const seconds = wholeNumber('时间无效', 0, 86_400);
const device = z.string({ error: '设备无效' }).regex(/^[\w-]{8,64}$/, '设备无效');
const MEDIA_LIFE_S = 30 * 86_400;
const from = (before_id: number): number | null => (before_id === 0 ? null : before_id);

const learning: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: COURSE.calls.detail.path,
    summary: '课程详情，以及当前读者的权限',
    tag: TAG,
    auth: 'optional',
    input: z.object({ id: idField }),
    output: itemDetailOutput,
    handle: (ctx, { id }) => readDetail(ctx, COURSE, id),
  }),
  endpoint({
    method: 'GET',
    path: COURSE.calls.related.path,
    summary: '相关课程，翻页即换一批',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField, page: pageField, limit: limitField(COURSE.calls.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
    handle: async (ctx, { id, page, limit }) => ({
      list: relatedItems(await recommendItems(ctx, COURSE, { id, page, limit })),
      page,
      limit,
    }),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.start,
    summary: '开始学习一课：返回只供本次登录的播放地址与上次的位置；两台设备正在播放时为 409，take_over 为 1 时停止最久没有动静的一台',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({ id: idField, device, take_over: flagField.default(false) }),
    output: lessonStartOutput,
    handle: async (ctx, { id, device, take_over }, c) => {
      const device_name = deviceName(c.req.header('user-agent'));
      const { key, ...start } = await startLesson(ctx, { lesson_id: id, device, device_name, take_over });
      const secure = ctx.app.config.site_url.startsWith('https://');
      setCookie(c, MEDIA_COOKIE, key, { httpOnly: true, sameSite: 'Lax', path: '/media', maxAge: MEDIA_LIFE_S, secure });
      return start;
    },
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.beat,
    summary: '上报看过的片段（秒，[起, 止)）；按服务器时间计入，看满 90% 为学完',
    tag: TAG,
    auth,
    limit: often,
    input: z.object({
      id: idField,
      sections: z.array(z.tuple([seconds, seconds]), { error: '片段无效' }).max(SECTIONS_MAX, '片段太多'),
      position_s: seconds,
      rate: z.preprocess(plainNumber, z.number({ error: '倍速无效' }).min(0.25, '倍速无效').max(4, '倍速无效')).default(1),
      device,
    }),
    output: beatOutput,
    handle: (ctx, { id, ...rest }) => beat(ctx, { lesson_id: id, ...rest }),
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.quiz,
    summary: '测验的题目，不含答案，以及上一次的成绩',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    output: askedQuizOutput,
    handle: (ctx, { id }) => askedQuiz(ctx, id),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.quiz,
    summary: '提交测验，返回每题对错、答案与解析；及格即学完这一课',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({
      id: idField,
      answers: z.record(z.string().max(40), z.array(wholeNumber('选项无效', 0, QUIZ_MAX.options)).max(QUIZ_MAX.options, '选项无效'), {
        error: '答案无效',
      }),
    }),
    output: quizMarkOutput,
    handle: (ctx, { id, answers }) => takeQuiz(ctx, id, answers),
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.learner,
    summary: '自己在一门课程里的权限、进度、评价与证书',
    tag: TAG,
    auth,
    input: z.object({ id: idField }),
    output: learnerOutput,
    handle: (ctx, { id }) => learnerOf(ctx, id),
  }),
];

const own: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.courses,
    summary: '学过的课程与进度，最近学习的在前',
    tag: TAG,
    auth,
    input: z.object({}),
    output: z.strictObject({ list: z.array(myCourseOutput) }),
    handle: async (ctx) => ({ list: await ownCourses(ctx) }),
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.learn,
    summary: '自己可学的一门课程的目录与一课，下架后买过的人照常学习；lesson 为 0 是第一课',
    tag: TAG,
    auth,
    input: z.object({ id: idField, lesson: wholeNumber('课时无效', 0, Number.MAX_SAFE_INTEGER).default(0) }),
    output: playerScreenOutput,
    handle: (ctx, input) => ownPlayer(ctx, input),
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.notes,
    summary: '自己的笔记：lesson 为一课的全部，否则最新的在前，before 之后的一页',
    tag: TAG,
    auth,
    input: z.object({ lesson: idField.optional(), before }),
    output: z.strictObject({ list: z.array(lessonNoteOutput) }),
    handle: async (ctx, { lesson, before }) => ({
      list: await ownNotes(ctx, lesson === undefined ? (before === 0 ? {} : { before }) : { lesson_id: lesson }),
    }),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.note,
    summary: '在一课的某一秒记一条笔记',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ lesson: idField, at_s: seconds.default(0), text: textField('笔记', NOTE_TEXT_MAX, 1) }),
    output: done,
    handle: (ctx, { lesson, at_s, text }) => addNote(ctx, { lesson_id: lesson, at_s, text }),
  }),
  endpoint({
    method: 'PUT',
    path: STUDY_CALLS.note,
    summary: '修改自己的笔记',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ id: idField, text: textField('笔记', NOTE_TEXT_MAX, 1) }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id, text }) => {
      await changeNote(ctx, id, text);
      return { id };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: STUDY_CALLS.note,
    summary: '删除自己的笔记',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    output: done,
    handle: async (ctx, { id }) => {
      await dropNote(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.certificates,
    summary: '自己的结业证书',
    tag: TAG,
    auth,
    input: z.object({}),
    output: z.strictObject({ list: z.array(myCertificateOutput) }),
    handle: async (ctx) => ({ list: await ownCertificates(ctx) }),
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.certificate,
    summary: '下载自己的结业证书（PDF）',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ id: idField }),
    owned_ids: ['id'],
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
    handle: async (ctx, { id }) => {
      const { name, data } = await certificatePdf(ctx, id);
      return pdfAnswer(name, data);
    },
  }),
];

const talk: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.reviews,
    summary: '课程的评价，最新的在前，before 之后的十条',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField, before }),
    output: z.strictObject({ list: z.array(courseReviewOutput) }),
    handle: async (ctx, { id, before }) => ({ list: await courseReviews(ctx, id, from(before)) }),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.review,
    summary: '评价学习过的课程，再次提交即修改',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({
      id: idField,
      stars: wholeNumber('请选择 1 至 5 星', 1, STARS_MAX),
      text: textField('评价', REVIEW_TEXT_MAX).default(''),
    }),
    output: done,
    handle: async (ctx, { id, stars, text }) => {
      await saveReview(ctx, { item_id: id, stars, text });
      return { id };
    },
  }),
  endpoint({
    method: 'DELETE',
    path: STUDY_CALLS.review,
    summary: '删除自己的课程评价',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ id: idField }),
    output: done,
    handle: async (ctx, { id }) => {
      await dropReview(ctx, id);
      return { id };
    },
  }),
  endpoint({
    method: 'GET',
    path: STUDY_CALLS.questions,
    summary: '课程的问答，最新的在前，before 之后的十条',
    tag: TAG,
    auth: 'none',
    input: z.object({ id: idField, before }),
    output: z.strictObject({ list: z.array(courseQuestionOutput) }),
    handle: async (ctx, { id, before }) => ({ list: await courseQuestions(ctx, id, from(before)) }),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.question,
    summary: '向讲师提问，可以指明一课',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ id: idField, lesson: idField.optional(), text: textField('提问', QUESTION_TEXT_MAX, 5) }),
    output: done,
    handle: (ctx, { id, lesson, text }) => askQuestion(ctx, { item_id: id, lesson_id: lesson ?? null, text }),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.answer,
    summary: '回答提问：讲师与学习这门课程的人可以回答',
    tag: TAG,
    auth,
    limit: seldom,
    input: z.object({ id: idField, text: textField('回答', QUESTION_TEXT_MAX, 2) }),
    output: done,
    handle: (ctx, { id, text }) => answerQuestion(ctx, { question_id: id, text }),
  }),
  endpoint({
    method: 'POST',
    path: STUDY_CALLS.hide,
    summary: '隐藏或恢复一条课程评价、提问或回答，原因记入操作记录',
    tag: TAG,
    auth: { verb: 'review.decide' },
    input: z.object({
      what: z.enum(['review', 'question', 'answer'], { error: '类型无效' }),
      id: idField,
      hidden: flagField.default(true),
      reason: textField('原因', 200, 2),
    }),
    output: done,
    handle: async (ctx, input) => {
      await hideTalk(ctx, input);
      return { id: input.id };
    },
  }),
];

export const studyEndpoints: Endpoint[] = [...learning, ...own, ...talk];
