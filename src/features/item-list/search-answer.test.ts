import { expect, it } from 'vitest';
import type { SearchAnswer } from '#contract/catalog.ts';
import { answerText, rankText } from './search-answer.ts';

const text = (of: Partial<SearchAnswer>, keyword = '年会 水下') => {
  const told = answerText({ answer: 'all', parts: [], left_out: [], found_by: [], key: '', ...of }, keyword, '方案');
  return told && `${told.before}${told.word ?? ''}${told.after}`;
};

it('S3 says what results were found by where it is not all of the keyword', () => {
  expect(text({ answer: 'all' })).toBeNull();
  expect(text({ answer: 'none' })).toBeNull();
  expect(text({ answer: 'fewer', left_out: ['不要婚礼'], found_by: ['草坪'] })).toBe('不要婚礼，就没有相符的内容了，以下也包含它。');
  expect(text({ answer: 'few', whole: 1, left_out: ['水下'], found_by: ['年会'] })).toBe('包含全部词的只有 1 个，其余按「年会」找到。');
  expect(text({ answer: 'fewer', left_out: ['水下'], found_by: ['年会'] })).toBe('没有方案同时提到「水下」，以下按「年会」找到。');
  expect(text({ answer: 'fewer', found_by: ['年会', '酒店'] }, '酒店年会')).toBe(
    '没有方案同时提到「年会」「酒店」，以下也按它们相近的说法找到。',
  );
  expect(text({ answer: 'fewer', left_out: ['备婚'], found_by: ['婚礼'] }, '备婚')).toBe(
    '没有方案提到「备婚」，以下按相近的「婚礼」找到。',
  );
  expect(text({ answer: 'meant', meant: '年会' }, '年绘')).toBe('没有找到“年绘”。您是不是要找：年会，以下是它的结果。');
  expect(text({ answer: 'near', found_by: ['晚宴'] }, '千人晚宴')).toBe('没有找到“千人晚宴”，以下按相近的晚宴找到。');
  expect(text({ answer: 'category', found_by: ['美食节'] }, '泼水节')).toBe('没有找到“泼水节”，以下是「美食节」里大家在看的方案。');
  expect(text({ answer: 'category' }, '长'.repeat(60))).toContain(`“${'长'.repeat(20)}…”`);
});

it('says which parts of a keyword leave nothing out, and that no work is of the city', () => {
  const of = (more: Partial<SearchAnswer>) => rankText({ answer: 'all', parts: [], left_out: [], found_by: [], key: '', ...more }, '方案');
  const part = (role: SearchAnswer['parts'][number]['role'], label: string) => ({ role, label, without: '' });
  const parts = [part('topic', '年会'), part('city', '成都'), part('people', '200 人左右'), part('price', '免费')];
  expect(of({ parts: [part('topic', '年会'), part('price', '免费')] })).toBeNull();
  expect(of({ parts, in_city: true })).toBe('「成都」「200 人左右」只影响排序，相符的靠前，其余也列出。');
  expect(of({ parts, in_city: false })).toBe(
    '这些方案都没有写明「成都」，以下不限城市。「200 人左右」只影响排序，相符的靠前，其余也列出。',
  );
  expect(of({ parts: parts.slice(0, 2), in_city: false })).toBe('这些方案都没有写明「成都」，以下不限城市。');
  expect(of({ parts, answer: 'category' })).toBeNull();
});
