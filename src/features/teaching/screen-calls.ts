import { ApiError } from '#client/api-error.ts';
import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { CircularText } from '#contract/organise.ts';
import { type LearnerState, TEACH_CALLS } from '#contract/teaching.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** What the screens of teachers hand to their stores. */
export const fetchApplication = () => gateway('GET /study/teacher/application', {}, SILENT);
export const fetchFigures = (id: number) => gateway('GET /study/teach/figures', { id }, SILENT);
export const fetchFiguresCsv = (id: number) => fetchCsv(`${TEACH_CALLS.figures_csv}?id=${id}`);
export const fetchQuiz = (lesson: number) => gateway('GET /study/teach/quiz', { lesson }, SILENT);

export const loadTeacherQuestions = ({ filters, page }: OwnListQuery) =>
  gateway('GET /study/teach/questions', { waiting: filters['all'] === '' ? 1 : 0, page }, SILENT);

/** Own courses, and whether their owner may make one. */
export async function loadOwnCourses({ page }: OwnListQuery) {
  const [courses, own] = await Promise.all([gateway('GET /study/teach/courses', { page }, SILENT), fetchApplication()]);
  return { ...courses, teaches: own.state === 'accepted' };
}

export const loadHandIns = ({ filters, page }: OwnListQuery) => {
  const state = (filters['state'] ?? 'waiting') as 'waiting' | 'again' | 'passed' | 'all';
  return gateway('GET /study/teach/hand-ins', { state, course: Number(filters['course'] ?? 0), page }, SILENT);
};

export const loadLearners =
  (id: number) =>
  ({ filters, q, page }: OwnListQuery) =>
    gateway('GET /study/teach/learners', { id, state: (filters['state'] ?? 'all') as LearnerState | 'all', name: q, page }, SILENT);

export const fetchMessages = (id: number) => gateway('GET /study/teach/message', { id }, SILENT);
export const sendMessage = (message: CircularText & { id: number; to: 'all' | 'unfinished' }) =>
  gateway('POST /study/teach/message', message, SILENT);

export const answer = (id: number, text: string) => said(gateway('POST /study/answer', { id, text }, SILENT));

export const judge = (word: { id: number; pass: 0 | 1; word: string; mark: number | null }) =>
  said(gateway('POST /study/teach/judge', word, SILENT));

/** Null: it was taken; else what is to be said. */
async function said(call: Promise<unknown>): Promise<string | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.values(error.fields)[0] ?? error.msg;
  }
}
