import type { Ctx } from '../../app/ctx.ts';
import { type Item, itemsById } from '../catalog/index.ts';
import { findFreeFilms, type Lesson } from './repo.ts';

const BATCH = 100;
const ROUNDS = 5;

export interface FreeFilm {
  lesson: Lesson;
  course: Item;
}

/** Free lessons of courses on the site as single films, the newest first, from before that id on. At most `limit`. */
export async function freeFilms(ctx: Ctx, before: number | null, limit: number): Promise<FreeFilm[]> {
  const films: FreeFilm[] = [];
  let from = before;
  for (let round = 0; round < ROUNDS && films.length < limit; round++) {
    const lessons = await findFreeFilms(ctx.db, from, BATCH);
    const courses = await itemsById(ctx, [...new Set(lessons.map(({ item_id }) => item_id))]);
    for (const lesson of lessons) {
      const course = courses.get(lesson.item_id);
      if (course?.status === 'published') films.push({ lesson, course });
    }
    from = lessons.at(-1)?.id ?? null;
    if (lessons.length < BATCH || from === null) break;
  }
  return films.slice(0, limit);
}
