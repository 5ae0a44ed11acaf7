import { expect, it } from 'vitest';
import { placeLesson, stepChapter, stepLesson } from './outline.store.ts';

const course = [
  { id: 1, lessons: [10, 11] },
  { id: 2, lessons: [] },
  { id: 3, lessons: [12] },
];
const shown = (chapters: typeof course | ReturnType<typeof placeLesson>) =>
  chapters.map(({ id, lessons }) => `${id}:${lessons.join('+')}`).join(' ');

it('moves a lesson within its chapter and over its ends into the neighbour', () => {
  expect(shown(stepLesson(course, 10, 1))).toBe('1:11+10 2: 3:12');
  expect(shown(stepLesson(course, 11, 1))).toBe('1:10 2:11 3:12');
  expect(shown(stepLesson(course, 12, -1))).toBe('1:10+11 2:12 3:');
  expect(shown(stepLesson(stepLesson(course, 12, -1), 12, -1))).toBe('1:10+11+12 2: 3:');
});

it('leaves the ends of the course and what is not there', () => {
  for (const same of [stepLesson(course, 10, -1), stepLesson(course, 12, 1), stepLesson(course, 99, 1), placeLesson(course, 10, 9, 0)]) {
    expect(shown(same)).toBe(shown(course));
  }
});

it('drops a lesson at a place of another chapter', () => {
  expect(shown(placeLesson(course, 12, 1, 1))).toBe('1:10+12+11 2: 3:');
  expect(shown(placeLesson(course, 10, 1, 1))).toBe('1:11+10 2: 3:12');
});

it('moves chapters with their lessons', () => {
  expect(shown(stepChapter(course, 3, -1))).toBe('1:10+11 3:12 2:');
  expect(shown(stepChapter(course, 1, -1))).toBe(shown(course));
  expect(shown(stepChapter(course, 3, 1))).toBe(shown(course));
});
