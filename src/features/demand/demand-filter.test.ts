import { expect, it } from 'vitest';
import { askedLabel, demandHeading, demandListPath } from './demand-filter.ts';

const label = { id: 7, name: '找婚礼方案', label: '婚礼', type: 1 } as const;

it('C-200 names a list by its label, its type, or nothing', () => {
  expect(demandListPath({ type: 1, label })).toBe('/demand?labelId=7');
  expect(demandListPath({ type: 3, label: null })).toBe('/demandBidding');
  expect(demandListPath({ type: null, label: null })).toBe('/demand');
  expect([demandHeading({ type: 1, label }), demandHeading({ type: null, label: null })]).toEqual(['找婚礼方案', '活动需求']);
});

it.each([
  ['', null],
  ['labelId=', null],
  ['labelId=7', 7],
  ['cid2=7', 7],
  ['labelId=abc', 0],
  ['labelId=-1', 0],
])('reads the label of %s as %s', (query, id) => {
  expect(askedLabel(new URLSearchParams(query))).toBe(id);
});
