import { expect, it } from 'vitest';
import { opinionMean, opinionScore, usedForText } from './opinion.ts';

it.each([
  [0, 0, 0, 0],
  [4, 20, 0, 0],
  [5, 25, 450, 4.5],
  [5, 5, 250, 2.5],
  [95, 475, 495, 5],
  [1_000, 4_700, 470, 4.7],
])('T1 %i ratings of %i stars have the score %i and show %d', (num, sum, score, mean) => {
  expect([opinionScore({ num, sum }), opinionMean(score)]).toEqual([score, mean]);
});

it.each([
  ['年会', 300, '用于年会，300 人'],
  ['', 80, '用于 80 人'],
  ['年会', 0, '用于年会'],
  ['', 0, ''],
])('T1 says what a work was used for: %s, %i', (event, people, text) => expect(usedForText({ event, people })).toBe(text));
