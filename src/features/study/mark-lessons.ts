import type { Learner } from '#contract/study.ts';

/** In the outline, which is the same for everybody: a tick stands where the number of a lesson was that this reader has done. */
export function markLessons(lessons: ReadonlyArray<Pick<Learner['lessons'][number], 'lesson_id' | 'done' | 'ticked'>>): void {
  for (const { lesson_id, done, ticked } of lessons) {
    const number = document.querySelector(`[data-lesson="${lesson_id}"] > .num`);
    if (!number || (done === 0 && ticked === 0)) continue;
    number.textContent = '✓';
    number.role = 'img';
    number.ariaLabel = done === 1 ? '已学完' : '已手动标记为学完';
    number.classList.replace('text-muted', 'text-success');
  }
}
