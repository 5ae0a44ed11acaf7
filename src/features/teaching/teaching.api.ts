import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { Quiz } from '#contract/quiz.ts';
import type { LessonType } from '#contract/study.ts';
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

export const fetchApplication = (): Promise<OwnTeacher> => gateway('GET /study/teacher/application', {}, SILENT);
export const postApplication = (form: TeacherForm): Promise<OwnTeacher> => gateway('POST /study/teacher/application', form, SILENT);
export const withdrawApplication = (): Promise<OwnTeacher> => gateway('DELETE /study/teacher/application', {}, SILENT);
export const putProfile = (profile: TeacherProfile): Promise<OwnTeacher> => gateway('PUT /study/teacher/profile', profile, SILENT);
export const fetchSample = (): Promise<{ url: string }> => gateway('GET /study/teacher/sample', {});

export interface OwnCourses {
  list: OwnCourseRow[];
  total: number;
  page: number;
  limit: number;
}
export const fetchOwnCourses = (page: number): Promise<OwnCourses> => gateway('GET /study/teach/courses', { page }, SILENT);
export const fetchCourse = (id: number): Promise<OwnCourse> => gateway('GET /study/teach/course', { id }, SILENT);
export const addChapter = (id: number, title: string): Promise<OwnCourse> => gateway('POST /study/teach/chapter', { id, title }, SILENT);
export const renameChapter = (chapter: number, title: string): Promise<OwnCourse> =>
  gateway('PUT /study/teach/chapter', { chapter, title }, SILENT);
export const removeChapter = (chapter: number): Promise<OwnCourse> => gateway('DELETE /study/teach/chapter', { chapter }, SILENT);
export const addLesson = (lesson: { chapter: number; type: LessonType; title: string; file_id: number | null }): Promise<OwnCourse> =>
  gateway('POST /study/teach/lesson', lesson, SILENT);

export interface LessonPatch {
  title?: string;
  free?: 0 | 1;
  shown?: 0 | 1;
  file_id?: number;
  captions_vtt?: string;
  chapters_vtt?: string;
}
export const changeLesson = (lesson: number, patch: LessonPatch): Promise<OwnCourse> =>
  gateway('PUT /study/teach/lesson', { lesson, ...patch }, SILENT);
export const removeLesson = (lesson: number): Promise<OwnCourse> => gateway('DELETE /study/teach/lesson', { lesson }, SILENT);
export const putOrder = (id: number, chapters: Array<{ id: number; lessons: number[] }>): Promise<OwnCourse> =>
  gateway('PUT /study/teach/order', { id, chapters }, SILENT);
export const fetchQuiz = (lesson: number): Promise<LessonQuiz> => gateway('GET /study/teach/quiz', { lesson }, SILENT);
export const putQuiz = (lesson: number, quiz: Quiz): Promise<OwnCourse> =>
  gateway('PUT /study/teach/quiz', { lesson, quiz: { ...quiz } }, SILENT);

export const fetchFigures = (id: number): Promise<CourseFigures> => gateway('GET /study/teach/figures', { id }, SILENT);
export const fetchFiguresCsv = (id: number): Promise<Blob> => fetchCsv(`${TEACH_CALLS.figures_csv}?id=${id}`);
export const fetchTeacherQuestions = (waiting: boolean, page: number): Promise<TeacherQuestions> =>
  gateway('GET /study/teach/questions', { waiting: waiting ? 1 : 0, page }, SILENT);
export const answerQuestion = (id: number, text: string): Promise<{ id: number }> => gateway('POST /study/answer', { id, text }, SILENT);
