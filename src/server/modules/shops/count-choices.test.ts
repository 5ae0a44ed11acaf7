import { expect, it } from 'vitest';
import { countChoices } from './rules.ts';

const group = (province: number, city: number | null, category: number, is_gold: boolean, n: number) => ({
  province,
  city,
  category,
  is_gold,
  n,
});
const GROUPS = [group(33, 3301, 104, false, 3), group(33, 3302, 201, true, 2), group(62, null, 104, true, 1)];

it('K6 numbers beside choices are those of the list they lead to, without what is chosen in their own row', () => {
  const all = countChoices(GROUPS, {});
  expect([Object.fromEntries(all.cate), Object.fromEntries(all.province), all.certified]).toEqual([{ 1: 4, 2: 2 }, { 33: 5, 62: 1 }, 3]);
  const here = countChoices(GROUPS, { province: 33, city: 3301, cate: 1 });
  expect(Object.fromEntries(here.cate)).toEqual({ 1: 3 });
  expect(Object.fromEntries(here.cate2)).toEqual({ 104: 3 });
  expect(Object.fromEntries(here.province)).toEqual({ 33: 3, 62: 1 });
  expect([Object.fromEntries(here.city), here.certified]).toEqual([{ 3301: 3 }, 0]);
});
