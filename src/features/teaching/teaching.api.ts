import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { Quiz } from '#contract/quiz.ts';
import { type LessonType, STUDY_CALLS } from '#contract/study.ts';
import {
  type CourseFigures,
  type LessonQuiz,
  type OwnCourse,
  type OwnCourseRow,
  type OwnTeacher,
  TEACH_CALLS,
  type TeacherForm,
  type TeacherProfile,
  type TeacherQuestions,
} from '#contract/teaching.ts';

/** Forms and screens show their errors themselves. */
const SILENT = { silent: true } as const;

export const fetchApplication = (): Promise<OwnTeacher> => gateway.get(TEACH_CALLS.application, {}, SILENT);
export const postApplication = (form: TeacherForm): Promise<OwnTeacher> => gateway.post(TEACH_CALLS.application, form, SILENT);
export const withdrawApplication = (): Promise<OwnTeacher> => gateway.del(TEACH_CALLS.application, {}, SILENT);
export const putProfile = (profile: TeacherProfile): Promise<OwnTeacher> => gateway.put(TEACH_CALLS.profile, profile, SILENT);
export const fetchSample = (): Promise<{ url: string }> => gateway.get(TEACH_CALLS.sample, {});

export interface OwnCourses {
  list: OwnCourseRow[];
  total: number;
  page: number;
  limit: number;
}
export const fetchOwnCourses = (page: number): Promise<OwnCourses> => gateway.get(TEACH_CALLS.courses, { page }, SILENT);
export const fetchCourse = (id: number): Promise<OwnCourse> => gateway.get(TEACH_CALLS.course, { id }, SILENT);
export const addChapter = (id: number, title: string): Promise<OwnCourse> => gateway.post(TEACH_CALLS.chapter, { id, title }, SILENT);
export const renameChapter = (chapter: number, title: string): Promise<OwnCourse> =>
  gateway.put(TEACH_CALLS.chapter, { chapter, title }, SILENT);
export const removeChapter = (chapter: number): Promise<OwnCourse> => gateway.del(TEACH_CALLS.chapter, { chapter }, SILENT);
export const addLesson = (lesson: { chapter: number; type: LessonType; title: string; file_id: number | null }): Promise<OwnCourse> =>
  gateway.post(TEACH_CALLS.lesson, lesson, SILENT);

export interface LessonPatch {
  title?: string;
  free?: 0 | 1;
  shown?: 0 | 1;
  file_id?: number;
  captions_vtt?: string;
  chapters_vtt?: string;
}
export const changeLesson = (lesson: number, patch: LessonPatch): Promise<OwnCourse> =>
  gateway.put(TEACH_CALLS.lesson, { lesson, ...patch }, SILENT);
export const removeLesson = (lesson: number): Promise<OwnCourse> => gateway.del(TEACH_CALLS.lesson, { lesson }, SILENT);
export const putOrder = (id: number, chapters: Array<{ id: number; lessons: number[] }>): Promise<OwnCourse> =>
  gateway.put(TEACH_CALLS.order, { id, chapters }, SILENT);
export const fetchQuiz = (lesson: number): Promise<LessonQuiz> => gateway.get(TEACH_CALLS.quiz, { lesson }, SILENT);
export const putQuiz = (lesson: number, quiz: Quiz): Promise<OwnCourse> => gateway.put(TEACH_CALLS.quiz, { lesson, quiz }, SILENT);

export const fetchFigures = (id: number): Promise<CourseFigures> => gateway.get(TEACH_CALLS.figures, { id }, SILENT);
export const fetchFiguresCsv = (id: number): Promise<Blob> => fetchCsv(`${TEACH_CALLS.figures_csv}?id=${id}`);
export const fetchTeacherQuestions = (waiting: boolean, page: number): Promise<TeacherQuestions> =>
  gateway.get(TEACH_CALLS.questions, { waiting: waiting ? 1 : 0, page }, SILENT);
export const answerQuestion = (id: number, text: string): Promise<{ id: number }> => gateway.post(STUDY_CALLS.answer, { id, text }, SILENT);
