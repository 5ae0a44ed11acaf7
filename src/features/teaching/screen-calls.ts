import { ApiError } from '#client/api-error.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { answerQuestion, fetchApplication, fetchOwnCourses, fetchTeacherQuestions } from './teaching.api.ts';

/** What the screens of teachers hand to their stores. */
export { fetchApplication, fetchFigures, fetchFiguresCsv, fetchQuiz } from './teaching.api.ts';

export const loadTeacherQuestions = ({ filters, page }: OwnListQuery) => fetchTeacherQuestions(filters['all'] === '', page);

/** Own courses, and whether their owner may make one. */
export async function loadOwnCourses({ page }: OwnListQuery) {
  const [courses, own] = await Promise.all([fetchOwnCourses(page), fetchApplication()]);
  return { ...courses, teaches: own.state === 'accepted' };
}

/** Null: it was given; else what is to be said. */
export async function answer(id: number, text: string): Promise<string | null> {
  try {
    await answerQuestion(id, text);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.values(error.fields)[0] ?? error.msg;
  }
}
