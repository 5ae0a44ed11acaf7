import { z } from 'zod';
import { QUESTION_KINDS, type Quiz } from '#contract/quiz.ts';
import { LESSON_TYPES } from '#contract/study.ts';
import { itemStatusOutput } from './publish.ts';
import { moment } from './study.ts';

const teacherFormOutput = z.strictObject({
  /** As learners will read it. */
  name: z.string(),
  position: z.string(),
  field: z.string(),
  introduction: z.string(),
  /** https address of something they taught or made; empty: a file instead. */
  sample_link: z.string(),
  sample_file_id: z.int().nullable(),
  /** They read and take the terms for teachers. */
  agreed: z.boolean(),
});
export type TeacherForm = z.infer<typeof teacherFormOutput>;

export const ownTeacherOutput = z.strictObject({
  state: z.enum(['none', 'waiting', 'returned', 'accepted', 'withdrawn']),
  /** Why it was returned, or the role taken. */
  reason: z.string(),
  form: teacherFormOutput,
  sample_name: z.string(),
  applied_at: z.int(),
  decided_at: z.int(),
});
export type OwnTeacher = z.infer<typeof ownTeacherOutput>;

const lessonType = z.enum(LESSON_TYPES);

export const ownLessonOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  type: lessonType,
  state: z.enum(['draft', 'processing', 'ready', 'refused']),
  /** Why its file cannot be used. */
  refusal: z.string(),
  free: z.boolean(),
  shown: z.boolean(),
  /** Whole seconds; 0: no film. */
  duration_s: z.int(),
  file: z.strictObject({ id: z.int(), name: z.string(), size_bytes: z.int(), type: z.string() }).nullable(),
  question_num: z.int(),
  /** What an exercise asks for. */
  task: z.string(),
  chapters_vtt: z.string(),
  captions_vtt: z.string(),
  /** Lines of the film's smaller versions, and why there are none. */
  lines: z.array(z.int()),
  narrow_note: z.string(),
});
/** A lesson as its teacher sees it. */
export type OwnLesson = z.infer<typeof ownLessonOutput>;

/** `id` 0 without a title: lessons of a course that has no chapters. */
const ownChapterOutput = z.strictObject({ id: z.int(), title: z.string(), lessons: z.array(ownLessonOutput) });
export type OwnChapter = z.infer<typeof ownChapterOutput>;

export const ownCourseOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  status: itemStatusOutput,
  was_published: z.boolean(),
  /** Somebody bought it or learns in it: lessons are not removed any more. */
  has_learners: z.boolean(),
  ready_num: z.int(),
  chapters: z.array(ownChapterOutput),
});
/** The outline of an own course. */
export type OwnCourse = z.infer<typeof ownCourseOutput>;

export const ownCourseRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  cover_src: z.string(),
  status: itemStatusOutput,
  reject_reason: z.string(),
  lesson_num: z.int(),
  learner_num: z.int(),
  /** Yuan. */
  income: z.number(),
  /** Questions without an answer. */
  waiting_num: z.int(),
  updated_at: z.int(),
});
export type OwnCourseRow = z.infer<typeof ownCourseRowOutput>;

const quizQuestionOutput = z.strictObject({
  /** Named by the editor, unique within the quiz; answers name it. */
  id: z.string(),
  kind: z.enum(Object.keys(QUESTION_KINDS) as [keyof typeof QUESTION_KINDS, ...Array<keyof typeof QUESTION_KINDS>]),
  text: z.string(),
  options: z.array(z.string()),
  /** Places of the right options, ascending. */
  right: z.array(z.int()),
  /** Shown after answering; may be empty. */
  explanation: z.string(),
});

const quizOutput = z.strictObject({
  pass_percent: z.int(),
  questions: z.array(quizQuestionOutput),
}) as unknown as z.ZodType<Quiz>;

export const lessonQuizOutput = z.strictObject({
  lesson_id: z.int(),
  title: z.string(),
  quiz: quizOutput,
});
export type LessonQuiz = z.infer<typeof lessonQuizOutput>;

const lessonFiguresOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  type: lessonType,
  learners: z.int(),
  done: z.int(),
  /** Whole minutes that were really watched, each span once a learner. */
  minutes: z.int(),
  /** Of films: how many learners watched something of each tenth. */
  tenths: z.array(z.int()),
  /** Of quizzes: how many took it, and how many passed. */
  takers: z.int(),
  passed: z.int(),
});
/** How a lesson does. */
export type LessonFigures = z.infer<typeof lessonFiguresOutput>;

export const courseFiguresOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  learners: z.int(),
  /** Who finished every lesson. */
  finished: z.int(),
  minutes: z.int(),
  sales: z.int(),
  /** Yuan. */
  income: z.number(),
  waiting: z.int(),
  lessons: z.array(lessonFiguresOutput),
});
export type CourseFigures = z.infer<typeof courseFiguresOutput>;

export const courseLearnersOutput = z.strictObject({
  list: z.array(
    z.strictObject({
      ...{ id: z.int(), nickname: z.string(), state: z.enum(['new', 'begun', 'done']), done: z.int(), lesson_num: z.int() },
      /** Exercises of which something was handed in, and all of them. */
      ...{ handed: z.int(), exercise_num: z.int() },
      /** When they learnt last; 0: never. */
      at: z.int(),
    }),
  ),
  ...{ total: z.int(), page: z.int(), limit: z.int() },
});
export type CourseLearners = z.infer<typeof courseLearnersOutput>;

const teacherQuestionOutput = z.strictObject({
  id: z.int(),
  item_id: z.int(),
  course: z.string(),
  /** 0: of the course. */
  lesson_id: z.int(),
  lesson: z.string(),
  ...moment,
  nickname: z.string(),
  text: z.string(),
  created_at: z.int(),
  answers: z.array(z.strictObject({ id: z.int(), text: z.string(), nickname: z.string(), created_at: z.int() })),
});
/** A learner's question for its teacher. */
export type TeacherQuestion = z.infer<typeof teacherQuestionOutput>;

export const teacherQuestionsOutput = z.strictObject({
  list: z.array(teacherQuestionOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
});
export type TeacherQuestions = z.infer<typeof teacherQuestionsOutput>;
