/** Where a course is watched, or one lesson of it. Apart from the rest: every work's page knows it. */
export const playerPath = (course_id: number, lesson_id?: number): string =>
  `/study/player?id=${course_id}${lesson_id === undefined ? '' : `&lesson=${lesson_id}`}`;
