import { z } from 'zod';
import { QUESTION_KINDS } from '#contract/quiz.ts';
import * as contract from '#contract/study.ts';

const flag = z.literal([0, 1]);
const lessonType = z.enum(contract.LESSON_TYPES);

export const lessonStartOutput = z.strictObject({
  id: z.int(),
  type: lessonType,
  duration_s: z.int(),
  /** Empty for a quiz. */
  src: z.string(),
  /** Media type of the film; empty for others. */
  mime: z.string(),
  /** Lines of smaller versions, had behind the same address: `/480`. */
  lines: z.array(z.int()),
  /** Where the learner was; 0: at the beginning, or done. */
  position_s: z.int(),
  seconds: z.int(),
  watched: z.array(z.tuple([z.int(), z.int()]).readonly()),
  done: flag,
  /** Marked as done by hand. */
  ticked: flag,
  /** Its film was replaced since this learner last started it. */
  replaced: flag,
  /** What moves over the picture. */
  watermark: z.string(),
  /** WebVTT; empty: none. */
  chapters: z.string(),
  captions: z.string(),
});
/** POST start: how the lesson is played. */
export type LessonStart = z.infer<typeof lessonStartOutput>;

export const beatOutput = z.strictObject({
  seconds: z.int(),
  percent: z.int(),
  done: flag,
  /** Of the certificate that this beat brought; empty: none. */
  certificate: z.string(),
  /** Another device took over: playing ends here. */
  ended: flag,
});
/** POST beat. */
export type BeatAnswer = z.infer<typeof beatOutput>;

const lessonProgressOutput = z.strictObject({
  lesson_id: z.int(),
  seconds: z.int(),
  percent: z.int(),
  position_s: z.int(),
  done: flag,
  ticked: flag,
});
export type LessonProgress = z.infer<typeof lessonProgressOutput>;

export const learnerOutput = z.strictObject({
  /** They may open every lesson. */
  opened: flag,
  lessons: z.array(lessonProgressOutput),
  done_num: z.int(),
  /** Marked by hand, beside those that are done. */
  ticked_num: z.int(),
  lesson_num: z.int(),
  /** Where to go on; 0: nothing was begun. */
  last_lesson: z.int(),
  certificate: z.string(),
});
/** GET learner: what the reader has of a course. */
export type Learner = z.infer<typeof learnerOutput>;

export const lessonNoteOutput = z.strictObject({
  id: z.int(),
  lesson_id: z.int(),
  lesson: z.string(),
  course_id: z.int(),
  course: z.string(),
  at_s: z.int(),
  text: z.string(),
  /** Unix seconds. */
  at: z.int(),
  /** Its moment is one of a film that was replaced since. */
  former: flag,
});
export type LessonNote = z.infer<typeof lessonNoteOutput>;

/** Second of the lesson; absent: none. `former`: of a film that was replaced since. */
export const moment = { at_s: z.int().optional(), former: flag.optional() };
const courseAnswerOutput = z.strictObject({
  ...{ id: z.int(), own: flag, nickname: z.string(), teacher: flag, text: z.string(), at: z.int() },
  ...moment,
});
export type CourseAnswer = z.infer<typeof courseAnswerOutput>;

export const courseQuestionOutput = z.strictObject({
  id: z.int(),
  own: flag,
  nickname: z.string(),
  /** 0: about the course. */
  lesson_id: z.int(),
  lesson: z.string(),
  ...moment,
  text: z.string(),
  at: z.int(),
  answers: z.array(courseAnswerOutput),
});
export type CourseQuestion = z.infer<typeof courseQuestionOutput>;

const lessonRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  type: lessonType,
  duration_s: z.int(),
  free: flag,
  /** Its first minutes are for everybody. */
  trial: flag,
  captions: flag,
  /** Of a free film's smaller versions; absent: none. */
  lines: z.array(z.int()).optional(),
});
/** A lesson as everybody sees it in its course. */
export type LessonRow = z.infer<typeof lessonRowOutput>;

const chapterRowOutput = z.strictObject({
  /** 0: the lessons before the first chapter. */
  id: z.int(),
  title: z.string(),
  lessons: z.array(lessonRowOutput),
});
export type ChapterRow = z.infer<typeof chapterRowOutput>;

export const playerScreenOutput = z.strictObject({
  course: z.strictObject({ id: z.int(), title: z.string(), teacher: z.string(), poster: z.string() }),
  outline: z.array(chapterRowOutput),
  /** The lesson of the address, or the first. */
  lesson: lessonRowOutput,
  /** The one after it; null: it is the last. */
  next: lessonRowOutput.nullable(),
});
/** What the player shows of a course: its lessons, never their files. */
export type PlayerScreen = z.infer<typeof playerScreenOutput>;

export const myCourseOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  cover: z.string(),
  /** 0: it is off the site. */
  shown: flag,
  /** It can be learned: on the site, or by a right that outlasts it there. */
  open: flag,
  done_num: z.int(),
  ticked_num: z.int(),
  lesson_num: z.int(),
  last_lesson: z.int(),
  last_title: z.string(),
  position_s: z.int(),
  /** 0: they may learn it and have not begun. */
  begun: flag,
  certified: flag,
  /** Unix seconds: learnt last, or got. */
  at: z.int(),
});
export type MyCourse = z.infer<typeof myCourseOutput>;

export const myCertificateOutput = z.strictObject({
  id: z.int(),
  no: z.string(),
  title: z.string(),
  teacher: z.string(),
  /** Of a path of courses. */
  path: flag,
  /** Unix seconds. */
  at: z.int(),
});
export type MyCertificate = z.infer<typeof myCertificateOutput>;

export const pathLearnerOutput = z.strictObject({
  courses: z.array(z.strictObject({ id: z.int(), done_num: z.int(), lesson_num: z.int(), finished: flag, locked: flag })),
  /** Null: nothing of what is open is theirs, or all of it is finished. */
  go_on: z.strictObject({ course: z.int(), lesson: z.int(), title: z.string(), begun: flag }).nullable(),
  certificate: z.string(),
});
/** GET path: how far a reader is on a path of courses. */
export type PathLearner = z.infer<typeof pathLearnerOutput>;

const kind = z.enum(Object.keys(QUESTION_KINDS) as [keyof typeof QUESTION_KINDS, ...Array<keyof typeof QUESTION_KINDS>]);

export const askedQuizOutput = z.strictObject({
  quiz: z.strictObject({
    pass_percent: z.int(),
    questions: z.array(z.strictObject({ id: z.string(), kind, text: z.string(), options: z.array(z.string()).readonly() })).readonly(),
  }),
  last: z.strictObject({ right_num: z.int(), total: z.int(), passed: z.boolean() }).nullable(),
});

const markedQuestionOutput = z.strictObject({
  id: z.string(),
  is_right: z.boolean(),
  chosen: z.array(z.int()).readonly(),
  right: z.array(z.int()).readonly(),
  explanation: z.string(),
});
export type MarkedQuestion = z.infer<typeof markedQuestionOutput>;

export const quizMarkOutput = z.strictObject({
  mark: z.strictObject({
    right_num: z.int(),
    question_num: z.int(),
    percent: z.int(),
    passed: z.boolean(),
    questions: z.array(markedQuestionOutput).readonly(),
  }),
  certificate: z.string(),
});
