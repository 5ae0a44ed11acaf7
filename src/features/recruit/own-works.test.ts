import { expect, it } from 'vitest';
import { PART_ROWS_MAX } from '#contract/recruit.ts';
import { withWorks } from './own-works.ts';

const work = (id: number) => ({ id, title: `作品 ${id}`, kind: 'scheme', year: '2025' });
const typed = { name: '作品 2', role: '总策划', when: '2024', text: '三百人' };

it('adds a project for each work that none is about, and leaves what was typed as it is', () => {
  const filled = withWorks([typed], [work(1), work(2), work(3)]);
  expect(filled[0]).toBe(typed);
  expect(filled.map(({ name }) => name)).toEqual(['作品 2', '作品 1', '作品 3']);
  expect(filled[1]).toMatchObject({ when: '2025', role: '', work: { id: 1, title: '作品 1', kind: 'scheme' } });
  // renamed it is about the same work still
  const renamed = filled.map((one, at) => (at === 1 ? { ...one, name: '我的年会' } : one));
  expect(withWorks(renamed, [work(1), work(2), work(3)])).toEqual(renamed);
});

it('fills up to the limit and no further', () => {
  const many = Array.from({ length: 40 }, (_, at) => work(at + 10));
  expect(withWorks([typed], many)).toHaveLength(PART_ROWS_MAX);
  expect(withWorks(Array(PART_ROWS_MAX).fill(typed), many)).toHaveLength(PART_ROWS_MAX);
});
