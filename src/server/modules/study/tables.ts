import { sql } from 'drizzle-orm';
import { boolean, check, customType, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { FilmScope, HandInState, LessonState, LessonType, TeacherState } from '#contract/study.ts';
import { at, counter, created, id, ref } from '../../db/columns.ts';

/** Half-open spans of whole seconds, merged: '{[0,12),[30,45)}'. */
const multirange = customType<{ data: string }>({ dataType: () => 'int4multirange' });

/** Who may teach, or asks to. A course's teacher is its publisher. */
export const teachers = pgTable(
  'teachers',
  {
    user_id: ref().primaryKey(),
    /** waiting, returned, accepted, withdrawn */
    state: text().$type<TeacherState>().notNull().default('waiting'),
    name: text().notNull(),
    /** What they are: 资深活动导演. */
    position: text().notNull().default(''),
    field: text().notNull().default(''),
    introduction: text().notNull().default(''),
    sample_link: text().notNull().default(''),
    sample_file_id: ref(),
    /** Why the desk returned or withdrew it, for the teacher. */
    reason: text().notNull().default(''),
    applied_at: created(),
    decided_at: at(),
    updated_at: created(),
  },
  (t) => [
    index('teachers_names').on(t.name.op('text_pattern_ops')),
    index('teachers_by_time').on(t.applied_at, t.user_id),
    index('teachers_by_state').on(t.state, t.user_id.desc().nullsFirst()),
    index('teachers_of_sample').on(t.sample_file_id).where(sql`${t.sample_file_id} is not null`),
    check('teachers_state', sql`${t.state} in ('waiting', 'returned', 'accepted', 'withdrawn')`),
  ],
);

/** What cards say of a course; written by `countCourse` alone, from the rows it counts. */
export const course_counts = pgTable('course_counts', {
  item_id: ref().primaryKey(),
  /** Lessons that learners see. */
  lesson_num: integer().notNull().default(0),
  free_num: integer().notNull().default(0),
  duration_s: counter(),
  /** People who watched something. */
  learner_num: counter(),
});

export const course_chapters = pgTable(
  'course_chapters',
  {
    id: id(),
    item_id: ref().notNull(),
    position: integer().notNull().default(0),
    title: text().notNull(),
  },
  (t) => [index('course_chapters_of_item').on(t.item_id, t.position, t.id)],
);

/** A lesson. Learners see it when it is ready, shown and not removed. */
export const lessons = pgTable(
  'lessons',
  {
    id: id(),
    item_id: ref().notNull(),
    /** Null: before the first chapter. */
    chapter_id: ref(),
    position: integer().notNull().default(0),
    title: text().notNull(),
    type: text().$type<LessonType>().notNull(),
    /** The film, PDF or file in private storage; null for a quiz, and until one is there. */
    file_id: ref(),
    /** Its first part as a file of its own, for everybody; null: none. */
    trial_file_id: ref(),
    /** The film again, 480 and 720 lines high; null: there is none, and it is played as it was sent. */
    low_file_id: ref(),
    mid_file_id: ref(),
    /** When these were made, or could not be, and why not, for the teacher. */
    narrowed_at: at(),
    narrow_note: text().notNull().default(''),
    /** Whole seconds, rounded up; 0 for what is no film. */
    duration_s: integer().notNull().default(0),
    /** Everybody may see it. */
    free: boolean().notNull().default(false),
    /** WebVTT; empty: none. */
    chapters_vtt: text().notNull().default(''),
    captions_vtt: text().notNull().default(''),
    /** What an exercise asks for. */
    task: text().notNull().default(''),
    /** draft, processing, ready, refused */
    state: text().$type<LessonState>().notNull().default('draft'),
    /** When its film took the place of another; null: it never did. */
    film_at: at(),
    /** Why its file was refused, for the teacher. */
    refusal: text().notNull().default(''),
    /** The teacher shows it; false: it is being prepared. */
    shown: boolean().notNull().default(true),
    removed_at: at(),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    index('lessons_of_item').on(t.item_id, t.position, t.id),
    index('lessons_of_chapter').on(t.chapter_id).where(sql`${t.chapter_id} is not null`),
    index('lessons_of_file').on(t.file_id).where(sql`${t.file_id} is not null`),
    index('lessons_of_trial').on(t.trial_file_id).where(sql`${t.trial_file_id} is not null`),
    index('lessons_of_low').on(t.low_file_id).where(sql`${t.low_file_id} is not null`),
    index('lessons_of_mid').on(t.mid_file_id).where(sql`${t.mid_file_id} is not null`),
    index('lessons_to_narrow').on(t.id).where(sql`${t.type} = 'video' and ${t.state} = 'ready' and ${t.narrowed_at} is null`),
    index('lessons_processing').on(t.id).where(sql`${t.state} = 'processing'`),
    index('lessons_free_films')
      .on(t.id.desc().nullsFirst())
      .where(sql`${t.free} and ${t.type} = 'video' and ${t.state} = 'ready' and ${t.shown}`),
    check('lessons_type', sql`${t.type} in ('video', 'pdf', 'quiz', 'file', 'exercise')`),
    check('lessons_state', sql`${t.state} in ('draft', 'processing', 'ready', 'refused')`),
    check('lessons_duration', sql`${t.duration_s} >= 0`),
  ],
);

/** What one learner watched of one lesson. Grows only, by `beat`. */
export const lesson_progress = pgTable(
  'lesson_progress',
  {
    user_id: ref().notNull(),
    lesson_id: ref().notNull(),
    item_id: ref().notNull(),
    watched: multirange().notNull().default('{}'),
    /** Sum of `watched`. */
    seconds: integer().notNull().default(0),
    /** Where the learner was last. */
    position_s: integer().notNull().default(0),
    /** Done once is done permanently. */
    done_at: at(),
    /** The learner says that it is done; no certificate counts it. */
    ticked_at: at(),
    /** Its film was replaced since the learner started it. */
    stale: boolean().notNull().default(false),
    /** Up to when watching is accounted for, by our clock. */
    beat_at: created(),
    updated_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.user_id, t.lesson_id] }),
    index('lesson_progress_of_item').on(t.item_id, t.user_id),
    index('lesson_progress_of_lesson').on(t.lesson_id),
    index('lesson_progress_newest').on(t.user_id, t.updated_at.desc().nullsFirst()),
    check('lesson_progress_seconds', sql`${t.seconds} >= 0 and ${t.position_s} >= 0`),
  ],
);

export const lesson_notes = pgTable(
  'lesson_notes',
  {
    id: id(),
    user_id: ref().notNull(),
    lesson_id: ref().notNull(),
    item_id: ref().notNull(),
    at_s: integer().notNull().default(0),
    text: text().notNull(),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    index('lesson_notes_of_lesson').on(t.user_id, t.lesson_id, t.at_s, t.id),
    index('lesson_notes_of_user').on(t.user_id, t.id.desc().nullsFirst()),
  ],
);

export const course_questions = pgTable(
  'course_questions',
  {
    id: id(),
    item_id: ref().notNull(),
    /** What it asks about; null: the course. */
    lesson_id: ref(),
    user_id: ref().notNull(),
    /** The course's teacher, who is asked. */
    teacher_id: ref().notNull(),
    /** Second of the lesson; null: none. */
    at_s: integer(),
    text: text().notNull(),
    hidden: boolean().notNull().default(false),
    /** The teacher's first answer. */
    answered_at: at(),
    created_at: created(),
  },
  (t) => [
    index('course_questions_by_time').on(t.created_at, t.id),
    index('course_questions_hidden').on(t.id).where(sql`${t.hidden}`),
    index('course_questions_newest').on(t.item_id, t.id.desc().nullsFirst()),
    index('course_questions_waiting').on(t.teacher_id, t.id).where(sql`${t.answered_at} is null and not ${t.hidden}`),
    index('course_questions_of_user').on(t.user_id, t.id.desc().nullsFirst()),
  ],
);

export const course_answers = pgTable(
  'course_answers',
  {
    id: id(),
    question_id: ref()
      .notNull()
      .references(() => course_questions.id),
    user_id: ref().notNull(),
    /** Second of the question's lesson; null: none. */
    at_s: integer(),
    text: text().notNull(),
    hidden: boolean().notNull().default(false),
    created_at: created(),
  },
  (t) => [
    index('course_answers_of_question').on(t.question_id, t.id),
    index('course_answers_of_user').on(t.user_id),
    index('course_answers_by_time').on(t.created_at, t.id),
    index('course_answers_hidden').on(t.id).where(sql`${t.hidden}`),
  ],
);

/** What a quiz asks; checked by contract/quiz.ts before it is written. */
export const quizzes = pgTable('quizzes', {
  lesson_id: ref().primaryKey(),
  quiz: jsonb().$type<unknown>().notNull(),
  updated_at: created(),
});

/** Every time a learner handed a quiz in. */
export const quiz_answers = pgTable(
  'quiz_answers',
  {
    id: id(),
    lesson_id: ref().notNull(),
    user_id: ref().notNull(),
    /** As it came, by question. */
    answers: jsonb().$type<unknown>().notNull(),
    right_num: integer().notNull(),
    total: integer().notNull(),
    passed: boolean().notNull(),
    created_at: created(),
  },
  (t) => [
    index('quiz_answers_of_learner').on(t.user_id, t.lesson_id, t.id.desc().nullsFirst()),
    index('quiz_answers_of_lesson').on(t.lesson_id, t.id),
  ],
);

/** Every time a learner handed an exercise in, with the teacher's word. */
export const hand_ins = pgTable(
  'hand_ins',
  {
    id: id(),
    lesson_id: ref().notNull(),
    item_id: ref().notNull(),
    user_id: ref().notNull(),
    /** The course's teacher, whose word it waits for. */
    teacher_id: ref().notNull(),
    text: text().notNull(),
    file_ids: ref().array().notNull().default([]),
    /** waiting, again, passed */
    state: text().$type<HandInState>().notNull().default('waiting'),
    word: text().notNull().default(''),
    /** Of a hundred. */
    mark: integer(),
    created_at: created(),
    judged_at: at(),
  },
  (t) => [
    index('hand_ins_of_learner').on(t.user_id, t.lesson_id, t.id.desc().nullsFirst()),
    uniqueIndex('hand_ins_wait_once').on(t.user_id, t.lesson_id).where(sql`${t.state} = 'waiting'`),
    index('hand_ins_of_teacher').on(t.teacher_id, t.state, t.id),
    index('hand_ins_of_course').on(t.teacher_id, t.item_id, t.id),
    index('hand_ins_files').using('gin', t.file_ids),
    check('hand_ins_state', sql`${t.state} in ('waiting', 'again', 'passed')`),
    check('hand_ins_mark', sql`${t.mark} between 0 and 100`),
  ],
);

/** Says that somebody finished a course, as both were named on that day. */
export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    user_id: ref().notNull(),
    /** The course, or the path of courses (a series). */
    item_id: ref(),
    series_id: ref(),
    /** Printed on it, and what it is checked by. */
    no: text().notNull(),
    name: text().notNull(),
    title: text().notNull(),
    teacher: text().notNull(),
    /** Lessons of the course, or courses of the path. */
    lesson_num: integer().notNull(),
    issued_at: created(),
  },
  (t) => [
    uniqueIndex('certificates_once').on(t.user_id, t.item_id),
    uniqueIndex('certificates_of_path').on(t.user_id, t.series_id),
    index('certificates_of_item').on(t.item_id, t.user_id),
    uniqueIndex('certificates_no').on(t.no),
    check('certificates_about', sql`num_nonnulls(${t.item_id}, ${t.series_id}) = 1`),
  ],
);

/** Every address of a film that was handed out: whom to, until when, and whether it still works. */
export const film_links = pgTable(
  'film_links',
  {
    id: id(),
    /** Null: the trial for somebody without an account. */
    user_id: ref(),
    lesson_id: ref().notNull(),
    item_id: ref().notNull(),
    scope: text().$type<FilmScope>().notNull(),
    ip: text().notNull().default(''),
    device: text().notNull().default(''),
    issued_at: created(),
    expires_at: at().notNull(),
    revoked_at: at(),
  },
  (t) => [
    index('film_links_of_user').on(t.user_id, t.item_id, t.id.desc().nullsFirst()),
    index('film_links_of_lesson').on(t.lesson_id, t.id.desc().nullsFirst()),
    index('film_links_expiring').on(t.expires_at),
    check('film_links_scope', sql`${t.scope} in ('film', 'trial', 'file')`),
  ],
);

/** Which browsers of an account play now. A row without a recent beat counts for nothing. */
export const playing_devices = pgTable(
  'playing_devices',
  {
    user_id: ref().notNull(),
    /** Random, stored by the browser. */
    device: text().notNull(),
    /** For people: Chrome · Windows. */
    name: text().notNull().default(''),
    lesson_id: ref().notNull(),
    beat_at: created(),
    /** Another device took its place. */
    ended: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.device] }), index('playing_devices_silent').on(t.beat_at)],
);
