import { z } from 'zod';
import { QUESTION_KINDS } from '#contract/quiz.ts';
import * as contract from '#contract/study.ts';

const flag = z.literal([0, 1]);
const lessonType = z.enum(contract.LESSON_TYPES);

export const lessonStartOutput = z.strictObject({
  id: z.int(),
  type: lessonType,
  duration_s: z.int(),
  src: z.string(),
  mime: z.string(),
  position_s: z.int(),
  seconds: z.int(),
  watched: z.array(z.tuple([z.int(), z.int()]).readonly()),
  done: flag,
  watermark: z.string(),
  chapters: z.string(),
  captions: z.string(),
}) satisfies z.ZodType<contract.LessonStart>;

export const beatOutput = z.strictObject({
  seconds: z.int(),
  percent: z.int(),
  done: flag,
  certificate: z.string(),
  ended: flag,
}) satisfies z.ZodType<contract.BeatAnswer>;

export const learnerOutput = z.strictObject({
  opened: flag,
  lessons: z.array(z.strictObject({ lesson_id: z.int(), seconds: z.int(), percent: z.int(), position_s: z.int(), done: flag })),
  done_num: z.int(),
  lesson_num: z.int(),
  last_lesson: z.int(),
  review: z.strictObject({ stars: z.int(), text: z.string() }).nullable(),
  may_review: flag,
  certificate: z.string(),
}) satisfies z.ZodType<contract.Learner>;

export const lessonNoteOutput = z.strictObject({
  id: z.int(),
  lesson_id: z.int(),
  lesson: z.string(),
  course_id: z.int(),
  course: z.string(),
  at_s: z.int(),
  text: z.string(),
  at: z.int(),
}) satisfies z.ZodType<contract.LessonNote>;

export const courseReviewOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  stars: z.int(),
  text: z.string(),
  at: z.int(),
}) satisfies z.ZodType<contract.CourseReview>;

export const courseQuestionOutput = z.strictObject({
  id: z.int(),
  nickname: z.string(),
  lesson: z.string(),
  text: z.string(),
  at: z.int(),
  answers: z.array(z.strictObject({ id: z.int(), nickname: z.string(), teacher: flag, text: z.string(), at: z.int() })),
}) satisfies z.ZodType<contract.CourseQuestion>;

const lessonRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  type: lessonType,
  duration_s: z.int(),
  free: flag,
  trial: flag,
  captions: flag,
}) satisfies z.ZodType<contract.LessonRow>;

export const playerScreenOutput = z.strictObject({
  course: z.strictObject({ id: z.int(), title: z.string(), teacher: z.string(), poster: z.string() }),
  outline: z.array(z.strictObject({ id: z.int(), title: z.string(), lessons: z.array(lessonRowOutput) })),
  lesson: lessonRowOutput,
  next: lessonRowOutput.nullable(),
}) satisfies z.ZodType<contract.PlayerScreen>;

export const myCourseOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  cover: z.string(),
  shown: flag,
  open: flag,
  done_num: z.int(),
  lesson_num: z.int(),
  last_lesson: z.int(),
  last_title: z.string(),
  position_s: z.int(),
  begun: flag,
  at: z.int(),
}) satisfies z.ZodType<contract.MyCourse>;

export const myCertificateOutput = z.strictObject({
  id: z.int(),
  no: z.string(),
  title: z.string(),
  teacher: z.string(),
  at: z.int(),
}) satisfies z.ZodType<contract.MyCertificate>;

const kind = z.enum(Object.keys(QUESTION_KINDS) as [keyof typeof QUESTION_KINDS, ...Array<keyof typeof QUESTION_KINDS>]);

export const askedQuizOutput = z.strictObject({
  quiz: z.strictObject({
    pass_percent: z.int(),
    questions: z.array(z.strictObject({ id: z.string(), kind, text: z.string(), options: z.array(z.string()).readonly() })).readonly(),
  }),
  last: z.strictObject({ right_num: z.int(), total: z.int(), passed: z.boolean() }).nullable(),
});

export const quizMarkOutput = z.strictObject({
  mark: z.strictObject({
    right_num: z.int(),
    question_num: z.int(),
    percent: z.int(),
    passed: z.boolean(),
    questions: z
      .array(
        z.strictObject({
          id: z.string(),
          is_right: z.boolean(),
          chosen: z.array(z.int()).readonly(),
          right: z.array(z.int()).readonly(),
          explanation: z.string(),
        }),
      )
      .readonly(),
  }),
  certificate: z.string(),
});
