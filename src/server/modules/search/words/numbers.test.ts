import { describe, expect, it } from 'vitest';
import { moneyIn, nearness, peopleIn } from './numbers.ts';

describe('numbers of people', () => {
  it.each([
    ['五十人年会', 50],
    ['百人年会', 100],
    ['上百人', 100],
    ['几十人团建', 50],
    ['两百来人', 200],
    ['万人演唱会', 10_000],
    ['1.5万人', 15_000],
    ['20桌婚宴', 200],
    ['80位嘉宾', 80],
  ])('%s: %s', (text, people) => expect(peopleIn(text)[0]?.said.most).toBe(people));
  it.each(['三人行', '100人民币', '十周年', '2026年会', '个人'])('none in %s', (text) => expect(peopleIn(text)).toEqual([]));
});

describe('sums of money', () => {
  it.each([
    ['预算8万', 80_000],
    ['十来万', 100_000],
    ['3w', 30_000],
    ['5k', 5_000],
    ['八万以内', 80_000],
    ['预算三千', 3_000],
    ['10-20万', 200_000],
    ['两万块', 20_000],
    ['预算12万5', 125_000],
    ['十二万五以内', 125_000],
    ['三万五千元', 35_000],
    ['3万5人以上', 30_000],
    ['12.5万', 125_000],
  ])('%s: %s yuan', (text, yuan) => expect(moneyIn(text)[0]?.said.most).toBe(yuan * 100));
  it.each(['4k屏', '万圣节', '万达', '千人宴', '一千零一夜', '预算300人', '2026年会'])('none in %s', (text) =>
    expect(moneyIn(text)).toEqual([]),
  );
});

it('numbers are near to a range by how far away they are', () => {
  const range = { least: 200, most: 450 };
  expect(nearness(range, peopleIn('300人'))).toBe(1);
  expect(nearness(range, peopleIn('900人'))).toBe(0.25);
  expect(nearness(range, [])).toBe(0);
});
