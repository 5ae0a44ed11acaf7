import { map } from 'nanostores';
import type { Learner } from '#contract/study.ts';

/** Where this reader goes on in each lesson, seconds. */
export const $positions = map<Readonly<Record<number, number>>>({});

/** In the outline, which is the same for everybody: a tick stands where the number of a lesson was that this reader has done. */
export function markLessons({ lessons }: Learner): void {
  $positions.set(Object.fromEntries(lessons.map(({ lesson_id, position_s }) => [lesson_id, position_s])));
  for (const { lesson_id, done, ticked } of lessons) {
    const number = document.querySelector(`[data-lesson="${lesson_id}"] > .num`);
    if (!number || (done === 0 && ticked === 0)) continue;
    number.textContent = '✓';
    number.role = 'img';
    number.ariaLabel = done === 1 ? '已学完' : '已手动标记为学完';
    number.classList.replace('text-muted', 'text-success');
  }
}
