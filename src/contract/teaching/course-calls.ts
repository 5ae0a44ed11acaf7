import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { flagField, idField, limitField, pageField, textField, wholeNumber } from '#contract/input-fields.ts';
import { circularFields } from '#contract/organise/calls.ts';
import { handInsOutput } from '#contract/outputs/exercise.ts';
import { circularsOutput } from '#contract/outputs/organise.ts';
import {
  courseFiguresOutput,
  courseLearnersOutput,
  lessonQuizOutput,
  ownCourseOutput,
  ownCourseRowOutput,
} from '#contract/outputs/teaching.ts';
import { EXERCISE_MAX, HAND_IN_STATES, LESSON_TYPES } from '#contract/study.ts';
import { CHAPTER_TITLE_MAX, CHAPTERS_MAX, LEARNER_STATES, LESSON_TITLE_MAX, LESSONS_MAX, VTT_MAX } from '#contract/teaching.ts';

const call = callsOf('teaching');
const often = { points: 240, window_s: 60 };
const BODY_BYTES = 1024 * 1024;
const vttField = z.string({ error: '字幕应为文字' }).max(VTT_MAX, `字幕最多 ${VTT_MAX / 1_000} 千字`);

export const teachingCourseCalls = {
  courses: call('GET', '/study/teach/courses', {
    summary: '我的课程：课时数、学员、收益与待回答的问题',
    input: z.object({ page: pageField }),
    output: z.strictObject({ list: z.array(ownCourseRowOutput), total: z.int(), page: z.int(), limit: z.int() }),
  }),
  course: call('GET', '/study/teach/course', {
    summary: '自己的课程目录：章节、课时与每个课时的状态',
    owned: { id: 'course' },
    input: z.object({ id: idField }),
    output: ownCourseOutput,
  }),
  post_chapter: call('POST', '/study/teach/chapter', {
    summary: '在课程末尾添加一章',
    limit: often,
    owned: { id: 'course' },
    input: z.object({ id: idField, title: textField('章节名称', CHAPTER_TITLE_MAX, 1) }),
    output: ownCourseOutput,
  }),
  put_chapter: call('PUT', '/study/teach/chapter', {
    summary: '修改章节名称',
    limit: often,
    owned: { chapter: 'chapter' },
    input: z.object({ chapter: idField, title: textField('章节名称', CHAPTER_TITLE_MAX, 1) }),
    output: ownCourseOutput,
  }),
  delete_chapter: call('DELETE', '/study/teach/chapter', {
    summary: '删除章节和其中的课时；已有学员学习的不能删除',
    limit: often,
    owned: { chapter: 'chapter' },
    input: z.object({ chapter: idField }),
    output: ownCourseOutput,
  }),
  post_lesson: call('POST', '/study/teach/lesson', {
    summary: '在章节末尾添加课时：video、pdf、file 可带上传好的文件，quiz 为测验；课程还没有分章时 chapter 为 0，另给课程 id',
    limit: often,
    owned: { file_id: 'file', chapter: 'chapter', id: 'course' },
    input: z.object({
      id: idField.optional(),
      chapter: wholeNumber('章节无效', 0, Number.MAX_SAFE_INTEGER),
      type: z.enum(LESSON_TYPES, { error: '课时类型无效' }),
      title: textField('课时名称', LESSON_TITLE_MAX, 1),
      /** Own upload that fits the type; a quiz has none, others may get theirs later. */
      file_id: idField.nullable().default(null),
    }),
    output: ownCourseOutput,
  }),
  put_lesson: call('PUT', '/study/teach/lesson', {
    summary: '修改课时：名称、作业要求、是否免费、是否公开、文件、字幕与章节（WebVTT、SRT 或每行“00:30 标题”）',
    limit: often,
    body_limit_bytes: BODY_BYTES,
    owned: { file_id: 'file', lesson: 'lesson' },
    input: z.object({
      lesson: idField,
      title: textField('课时名称', LESSON_TITLE_MAX, 1).optional(),
      free: flagField.optional(),
      shown: flagField.optional(),
      file_id: idField.optional(),
      task: textField('作业要求', EXERCISE_MAX.task, 1).optional(),
      captions_vtt: vttField.optional(),
      chapters_vtt: vttField.optional(),
    }),
    output: ownCourseOutput,
  }),
  delete_lesson: call('DELETE', '/study/teach/lesson', {
    summary: '删除课时；已有学员学习的不能删除',
    limit: often,
    owned: { lesson: 'lesson' },
    input: z.object({ lesson: idField }),
    output: ownCourseOutput,
  }),
  order: call('PUT', '/study/teach/order', {
    summary: '调整章节与课时的顺序；目录在别处改动过时拒绝',
    limit: often,
    owned: { id: 'course' },
    input: z.object({
      id: idField,
      chapters: z
        .array(
          z.strictObject({
            id: wholeNumber('章节无效', 0, Number.MAX_SAFE_INTEGER),
            lessons: z.array(idField, { error: '课时无效' }).max(LESSONS_MAX, `课时最多 ${LESSONS_MAX} 个`),
          }),
          {
            error: '目录无效',
          },
        )
        .max(CHAPTERS_MAX, `章节最多 ${CHAPTERS_MAX} 个`),
    }),
    output: ownCourseOutput,
  }),
  get_quiz: call('GET', '/study/teach/quiz', {
    summary: '自己课程里一个测验的题目与答案，用于编辑',
    owned: { lesson: 'lesson' },
    input: z.object({ lesson: idField }),
    output: lessonQuizOutput,
  }),
  put_quiz: call('PUT', '/study/teach/quiz', {
    summary: '保存测验；还不完整的作为草稿保存，学员看不到',
    limit: often,
    body_limit_bytes: BODY_BYTES,
    owned: { lesson: 'lesson' },
    input: z.object({ lesson: idField, quiz: z.record(z.string().max(40), z.unknown(), { error: '测验无效' }) }),
    output: ownCourseOutput,
  }),
  hand_ins: call('GET', '/study/teach/hand-ins', {
    summary: '学员交给自己的作业，按状态与课程（0 为全部）；待评改的最早的在前，其余最新的在前',
    input: z.object({
      state: z.enum(['all', ...HAND_IN_STATES], { error: '状态无效' }).default('waiting'),
      course: wholeNumber('课程无效', 0, Number.MAX_SAFE_INTEGER).default(0),
      page: pageField,
      limit: limitField(20),
    }),
    output: handInsOutput,
  }),
  judge: call('POST', '/study/teach/judge', {
    summary: '评改学员交的作业：评语、通过与否、可以打分；评一次，通过即学完这一课',
    limit: often,
    owned: { id: 'hand_in' },
    input: z.object({
      id: idField,
      pass: flagField,
      word: textField('评语', EXERCISE_MAX.word, 1),
      mark: wholeNumber('分数应为 0 到 100 的整数', 0, 100).nullable().default(null),
    }),
    output: z.strictObject({ id: z.int() }),
  }),
  learners: call('GET', '/study/teach/learners', {
    summary: '自己课程的学员：昵称、学完几课、交过几份作业、最近学习的时间；按进度与昵称里的字筛选，最近学习的在前',
    owned: { id: 'course' },
    input: z.object({
      id: idField,
      state: z.enum(['all', ...LEARNER_STATES], { error: '进度无效' }).default('all'),
      name: textField('昵称', 60).default(''),
      page: pageField,
      limit: limitField(20),
    }),
    output: courseLearnersOutput,
  }),
  get_message: call('GET', '/study/teach/message', {
    summary: '发给学员的通知，以及现在发送会到达多少人',
    owned: { id: 'course' },
    input: z.object({ id: idField }),
    output: circularsOutput,
  }),
  post_message: call('POST', '/study/teach/message', {
    summary: '通知自己课程的学员（all）或没学完的（unfinished）；同一个 key 只发一次',
    limit: { points: 30, window_s: 60 },
    owned: { id: 'course' },
    input: z.object({ id: idField, to: z.enum(['all', 'unfinished'], { error: '对象无效' }), ...circularFields }),
    output: z.strictObject({ reached: z.int() }),
  }),
  figures: call('GET', '/study/teach/figures', {
    summary: '课程数据：学员、观看分钟、每课十分之一处的人数、测验、收益',
    owned: { id: 'course' },
    input: z.object({ id: idField }),
    output: courseFiguresOutput,
  }),
  figures_csv: call('GET', '/study/teach/figures/csv', {
    summary: '课程数据的 CSV，每课一行',
    owned: { id: 'course' },
    input: z.object({ id: idField }),
    answers: 'text/csv',
  }),
};
