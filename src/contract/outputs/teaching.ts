import { z } from 'zod';
import { QUESTION_KINDS, type Quiz } from '#contract/quiz.ts';
import { LESSON_TYPES } from '#contract/study.ts';
import type * as contract from '#contract/teaching.ts';
import { itemStatusOutput } from './publish.ts';

export const ownTeacherOutput = z.strictObject({
  state: z.enum(['none', 'waiting', 'returned', 'accepted', 'withdrawn']),
  reason: z.string(),
  form: z.strictObject({
    name: z.string(),
    position: z.string(),
    field: z.string(),
    introduction: z.string(),
    sample_link: z.string(),
    sample_file_id: z.int().nullable(),
    agreed: z.boolean(),
  }),
  sample_name: z.string(),
  applied_at: z.int(),
  decided_at: z.int(),
}) satisfies z.ZodType<contract.OwnTeacher>;

const lessonType = z.enum(LESSON_TYPES);

export const ownLessonOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  type: lessonType,
  state: z.enum(['draft', 'processing', 'ready', 'refused']),
  refusal: z.string(),
  free: z.boolean(),
  shown: z.boolean(),
  duration_s: z.int(),
  file: z.strictObject({ id: z.int(), name: z.string(), size_bytes: z.int(), type: z.string() }).nullable(),
  question_num: z.int(),
  chapters_vtt: z.string(),
  captions_vtt: z.string(),
}) satisfies z.ZodType<contract.OwnLesson>;

export const ownCourseOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: itemStatusOutput,
  was_published: z.boolean(),
  has_learners: z.boolean(),
  ready_num: z.int(),
  chapters: z.array(z.strictObject({ id: z.int(), title: z.string(), lessons: z.array(ownLessonOutput) })),
}) satisfies z.ZodType<contract.OwnCourse>;

export const ownCourseRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  cover_src: z.string(),
  status: itemStatusOutput,
  reject_reason: z.string(),
  lesson_num: z.int(),
  learner_num: z.int(),
  income: z.number(),
  waiting_num: z.int(),
  updated_at: z.int(),
}) satisfies z.ZodType<contract.OwnCourseRow>;

const quizOutput = z.strictObject({
  pass_percent: z.int(),
  questions: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(Object.keys(QUESTION_KINDS) as [keyof typeof QUESTION_KINDS, ...Array<keyof typeof QUESTION_KINDS>]),
      text: z.string(),
      options: z.array(z.string()),
      right: z.array(z.int()),
      explanation: z.string(),
    }),
  ),
}) as unknown as z.ZodType<Quiz>;

export const lessonQuizOutput = z.strictObject({
  lesson_id: z.int(),
  title: z.string(),
  quiz: quizOutput,
}) satisfies z.ZodType<contract.LessonQuiz>;

export const courseFiguresOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  learners: z.int(),
  finished: z.int(),
  minutes: z.int(),
  sales: z.int(),
  income: z.number(),
  waiting: z.int(),
  lessons: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      type: lessonType,
      learners: z.int(),
      done: z.int(),
      minutes: z.int(),
      tenths: z.array(z.int()),
      takers: z.int(),
      passed: z.int(),
    }),
  ),
}) satisfies z.ZodType<contract.CourseFigures>;

export const teacherQuestionsOutput = z.strictObject({
  list: z.array(
    z.strictObject({
      id: z.int(),
      item_id: z.int(),
      course: z.string(),
      lesson: z.string(),
      nickname: z.string(),
      text: z.string(),
      created_at: z.int(),
      answers: z.array(z.strictObject({ id: z.int(), text: z.string(), nickname: z.string(), created_at: z.int() })),
    }),
  ),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
}) satisfies z.ZodType<contract.TeacherQuestions>;
