/** A course's chapters with the ids of their lessons, as they are moved. */
export interface OrderChapter {
  id: number;
  lessons: readonly number[];
}

/** The lesson one place up or down; beyond its chapter's end it goes over to the neighbour's. Unchanged at the ends of the course. */
export function stepLesson(chapters: readonly OrderChapter[], lesson: number, by: -1 | 1): OrderChapter[] {
  const at = chapters.findIndex(({ lessons }) => lessons.includes(lesson));
  const chapter = chapters[at];
  if (!chapter) return [...chapters];
  const to = chapter.lessons.indexOf(lesson) + by;
  if (to >= 0 && to < chapter.lessons.length) return placeLesson(chapters, lesson, chapter.id, to);
  const next = chapters[at + by];
  return next ? placeLesson(chapters, lesson, next.id, by === 1 ? 0 : next.lessons.length) : [...chapters];
}

/** The lesson at this place of a chapter, counted without itself. */
export function placeLesson(chapters: readonly OrderChapter[], lesson: number, chapter_id: number, at: number): OrderChapter[] {
  if (!chapters.some(({ id }) => id === chapter_id)) return [...chapters];
  return chapters.map(({ id, lessons }) => {
    const others = lessons.filter((one) => one !== lesson);
    return { id, lessons: id === chapter_id ? [...others.slice(0, at), lesson, ...others.slice(at)] : others };
  });
}

/** The chapter one place up or down with its lessons. Unchanged at the ends. */
export function stepChapter(chapters: readonly OrderChapter[], chapter: number, by: -1 | 1): OrderChapter[] {
  const at = chapters.findIndex(({ id }) => id === chapter);
  const to = at + by;
  if (at === -1 || to < 0 || to >= chapters.length) return [...chapters];
  const others = chapters.filter((_, place) => place !== at);
  return [...others.slice(0, to), chapters[at] as OrderChapter, ...others.slice(to)];
}
