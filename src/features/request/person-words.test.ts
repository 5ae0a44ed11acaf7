import { expect, it } from 'vitest';
import { budgetText } from '#contract/request.ts';
import { eventDayText, personWords } from './person-words.ts';

const person = { id: 1, nickname: '星河', headimgurl: '', answer_s: 0, rating_num: 0, rating_mean: 0 };

it('says how fast somebody answers and how they were rated', () => {
  expect(personWords(person)).toEqual(['暂无评价']);
  expect(personWords({ ...person, answer_s: 300, rating_num: 4, rating_mean: 4.75 })).toEqual(['通常 10 分钟内回复', '评分 4.8（4）']);
  expect(personWords({ ...person, answer_s: 90_000 })[0]).toBe('通常一天以上回复');
});

it('says when, and for how much', () => {
  expect([eventDayText(''), eventDayText('2026-12-01')]).toEqual(['', '12月1日']);
  expect([0, 800, 15_000, 123_456].map(budgetText)).toEqual(['面议', '800 元', '1.5 万元', '12.35 万元']);
});
