import { z } from 'zod';
import { callsOf, DRAWING_TIMEOUT_MS } from '#contract/call.ts';
import { flagField, idField, limitField, pageField, plainNumber, textField, wholeNumber } from '#contract/input-fields.ts';
import { KINDS } from '#contract/kinds.ts';
import { exerciseOutput } from '#contract/outputs/exercise.ts';
import { itemDetailOutput, relatedItemOutput } from '#contract/outputs/item.ts';
import {
  askedQuizOutput,
  beatOutput,
  courseQuestionOutput,
  learnerOutput,
  lessonNoteOutput,
  lessonStartOutput,
  myCertificateOutput,
  myCourseOutput,
  pathLearnerOutput,
  playerScreenOutput,
  quizMarkOutput,
} from '#contract/outputs/study.ts';
import { QUIZ_MAX } from '#contract/quiz.ts';
import { EXERCISE_MAX, NOTE_TEXT_MAX, QUESTION_TEXT_MAX, SECTIONS_MAX } from '#contract/study.ts';

export const COURSE = KINDS.course;
const call = callsOf('study');
const often = { points: 120, window_s: 60 };
const seldom = { points: 30, window_s: 60 };
const done = z.strictObject({ id: z.int() });
export const before = wholeNumber('位置无效', 0, Number.MAX_SAFE_INTEGER).default(0);
const seconds = wholeNumber('时间无效', 0, 86_400);
export const device = z.string({ error: '设备无效' }).regex(/^[\w-]{8,64}$/, '设备无效');

const talkKind = z.enum(['question', 'answer'], { error: '类型无效' });

export const studyCalls = {
  detail: call('GET', COURSE.calls.detail.path, {
    summary: '课程详情，以及当前读者的权限',
    auth: 'optional',
    owned: { id: 'course' },
    input: z.object({ id: idField }),
    output: itemDetailOutput,
  }),
  related: call('GET', COURSE.calls.related.path, {
    summary: '相关课程，翻页即换一批',
    auth: 'none',
    open: { id: 'course' },
    input: z.object({ id: idField, page: pageField, limit: limitField(COURSE.calls.related.limit, 24) }),
    output: z.strictObject({ list: z.array(relatedItemOutput), page: z.int(), limit: z.int() }),
  }),
  start: call('POST', '/study/lesson/start', {
    summary: '开始学习一课：返回只供本次登录的播放地址与上次的位置；两台设备正在播放时为 409，take_over 为 1 时停止最久没有动静的一台',
    limit: often,
    owned: { id: 'learned_lesson' },
    input: z.object({ id: idField, device, take_over: flagField.default(false) }),
    output: lessonStartOutput,
  }),
  beat: call('POST', '/study/lesson/beat', {
    summary: '上报看过的片段（秒，[起, 止)）；按服务器时间计入，看满 90% 为学完',
    limit: often,
    owned: { id: 'learned_lesson' },
    input: z.object({
      id: idField,
      sections: z.array(z.tuple([seconds, seconds]), { error: '片段无效' }).max(SECTIONS_MAX, `片段最多 ${SECTIONS_MAX} 段`),
      position_s: seconds,
      rate: z.preprocess(plainNumber, z.number({ error: '倍速无效' }).min(0.25, '倍速无效').max(4, '倍速无效')).default(1),
      device,
    }),
    output: beatOutput,
  }),
  tick: call('POST', '/study/lesson/tick', {
    summary: '手动把一课标记为学完，ticked 为 0 是取消；不计入结业证书',
    limit: seldom,
    owned: { id: 'learned_lesson' },
    input: z.object({ id: idField, ticked: flagField.default(true) }),
    output: done,
  }),
  get_quiz: call('GET', '/study/quiz', {
    summary: '测验的题目，不含答案，以及上一次的成绩',
    owned: { id: 'learned_lesson' },
    input: z.object({ id: idField }),
    output: askedQuizOutput,
  }),
  post_quiz: call('POST', '/study/quiz', {
    summary: '提交测验，返回每题对错、答案与解析；及格即学完这一课',
    limit: seldom,
    owned: { id: 'learned_lesson' },
    input: z.object({
      id: idField,
      answers: z.record(z.string().max(40), z.array(wholeNumber('选项无效', 0, QUIZ_MAX.options)).max(QUIZ_MAX.options, '选项无效'), {
        error: '答案无效',
      }),
    }),
    output: quizMarkOutput,
  }),
  exercise: call('GET', '/study/exercise', {
    summary: '一份作业的要求，以及自己交过的各份与讲师的评语',
    owned: { id: 'learned_lesson' },
    input: z.object({ id: idField }),
    output: exerciseOutput,
  }),
  hand_in: call('POST', '/study/exercise', {
    summary: '交作业：文字与附件；还没评的一份由新的代替，相同的一份只算一次',
    limit: seldom,
    owned: { id: 'learned_lesson', file_ids: 'file' },
    input: z.object({
      id: idField,
      text: textField('作业', EXERCISE_MAX.text).default(''),
      file_ids: z.array(idField, { error: '附件无效' }).max(EXERCISE_MAX.files, `附件最多 ${EXERCISE_MAX.files} 个`).default([]),
    }),
    output: done,
  }),
  hand_in_file: call('GET', '/study/hand-in/file', {
    summary: '交上来的一个附件的地址，供交的学员与讲师，十分钟内有效',
    owned: { id: 'hand_in', file_id: 'file' },
    input: z.object({ id: idField, file_id: idField }),
    output: z.strictObject({ url: z.string() }),
  }),
  learner: call('GET', '/study/index/learner', {
    summary: '自己在一门课程里的权限、进度、评价与证书',
    open: { id: 'learned_course' },
    input: z.object({ id: idField }),
    output: learnerOutput,
  }),
  path: call('GET', '/study/path/learner', {
    summary: '自己在一条学习路径（课程的系列）里的进度：每门课、接着学哪一课、路径证书',
    open: { id: 'series' },
    input: z.object({ id: idField }),
    output: pathLearnerOutput,
  }),
  courses: call('GET', '/study/my/courses', {
    summary: '学过的课程与进度，最近学习的在前',
    output: z.strictObject({ list: z.array(myCourseOutput) }),
  }),
  learn: call('GET', '/study/my/learn', {
    summary: '自己可学的一门课程的目录与一课，下架后买过的人照常学习；lesson 为 0 是第一课',
    owned: { id: 'learned_course' },
    input: z.object({ id: idField, lesson: wholeNumber('课时无效', 0, Number.MAX_SAFE_INTEGER).default(0) }),
    output: playerScreenOutput,
  }),
  notes: call('GET', '/study/my/notes', {
    summary: '自己的笔记：lesson 为一课的全部，否则最新的在前，before 之后的一页',
    open: { lesson: 'learned_lesson' },
    input: z.object({ lesson: idField.optional(), before }),
    output: z.strictObject({ list: z.array(lessonNoteOutput) }),
  }),
  post_note: call('POST', '/study/my/note', {
    summary: '在一课的某一秒记一条笔记',
    limit: seldom,
    owned: { lesson: 'learned_lesson' },
    input: z.object({ lesson: idField, at_s: seconds.default(0), text: textField('笔记', NOTE_TEXT_MAX, 1) }),
    output: done,
  }),
  put_note: call('PUT', '/study/my/note', {
    summary: '修改自己的笔记',
    limit: seldom,
    owned: { id: 'note' },
    input: z.object({ id: idField, text: textField('笔记', NOTE_TEXT_MAX, 1) }),
    output: done,
  }),
  delete_note: call('DELETE', '/study/my/note', {
    summary: '删除自己的笔记',
    limit: seldom,
    owned: { id: 'note' },
    input: z.object({ id: idField }),
    output: done,
  }),
  certificates: call('GET', '/study/my/certificates', {
    summary: '自己的结业证书',
    output: z.strictObject({ list: z.array(myCertificateOutput) }),
  }),
  certificate: call('GET', '/study/my/certificate', {
    summary: '下载自己的结业证书（PDF）',
    limit: seldom,
    owned: { id: 'certificate' },
    input: z.object({ id: idField }),
    answers: 'application/pdf',
    timeout_ms: DRAWING_TIMEOUT_MS,
  }),
  questions: call('GET', '/study/questions', {
    summary: '课程的问答，最新的在前，before 之后的十条；lesson 为一课的',
    auth: 'optional',
    open: { id: 'learned_course', lesson: 'learned_lesson' },
    input: z.object({ id: idField, lesson: idField.optional(), before }),
    output: z.strictObject({ list: z.array(courseQuestionOutput) }),
  }),
  question: call('POST', '/study/question', {
    summary: '向讲师提问，可以指明一课与其中的一秒',
    limit: seldom,
    open: { id: 'learned_course' },
    input: z.object({ id: idField, lesson: idField.optional(), at_s: seconds.optional(), text: textField('提问', QUESTION_TEXT_MAX, 5) }),
    output: done,
  }),
  answer: call('POST', '/study/answer', {
    summary: '回答提问，可以指明课时中的一秒：讲师与学习这门课程的人可以回答',
    limit: seldom,
    owned: { id: 'question' },
    input: z.object({ id: idField, at_s: seconds.optional(), text: textField('回答', QUESTION_TEXT_MAX, 2) }),
    output: done,
  }),
  take_back: call('DELETE', '/study/talk', {
    summary: '收回自己的回答，或还没有别人回答的提问',
    owned: { id: 'question' },
    input: z.object({ what: talkKind, id: idField }),
    output: done,
  }),
  hide: call('POST', '/admin/study/hide', {
    summary: '隐藏或恢复一条课程提问或回答，原因记入操作记录',
    auth: { verb: 'review.decide' },
    input: z.object({
      what: talkKind,
      id: idField,
      hidden: flagField.default(true),
      reason: textField('原因', 200, 2),
    }),
    output: done,
  }),
};
