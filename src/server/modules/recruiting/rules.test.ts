import { describe, expect, it } from 'vitest';
import { type ApplicationStage, EMPTY_PARTS, PART_LINE_MAX, PART_ROWS_MAX, PART_TEXT_MAX, STAGE_MOVES } from '#contract/recruit.ts';
import { mayMove, mayWithdraw, resumeWords, shownName, tidyContact, tidyParts } from './rules.ts';

const STAGES = Object.keys(STAGE_MOVES) as ApplicationStage[];

describe('an application', () => {
  it.each<[ApplicationStage, ApplicationStage[]]>([
    ['sent', ['seen', 'interview', 'declined']],
    ['seen', ['interview', 'offer', 'declined']],
    ['interview', ['offer', 'hired', 'declined']],
    ['offer', ['hired', 'declined']],
    ['hired', []],
    // a hasty no may be taken back
    ['declined', ['seen']],
    ['withdrawn', []],
  ])('that is %s goes to %j only', (from, to) => {
    expect(STAGES.filter((stage) => mayMove(from, stage)).toSorted()).toEqual(to.toSorted());
  });
  it('is taken back until it is decided; nobody else takes it back', () => {
    expect(STAGES.filter(mayWithdraw)).toEqual(['sent', 'seen', 'interview', 'offer']);
    expect(STAGES.filter((from) => mayMove(from, 'withdrawn'))).toEqual([]);
  });
});

describe('a resume as it is kept', () => {
  const job = { company: '策猫', position: '策划', from: '2020', to: '2024', text: '做过' };
  it('has plain lines within their limits, texts with their line breaks', () => {
    const parts = tidyParts({
      ...EMPTY_PARTS,
      person: { ...EMPTY_PARTS.person, name: ` 张\n三${'长'.repeat(30)}`, about: `一\n二\u0000${'字'.repeat(PART_TEXT_MAX)}` },
      experience: [{ ...job, company: '司'.repeat(PART_LINE_MAX + 9) }],
    });
    expect([...parts.person.name]).toHaveLength(20);
    expect(parts.person.name).not.toContain('\n');
    expect([parts.person.about.startsWith('一\n二字'), [...parts.person.about].length]).toEqual([true, PART_TEXT_MAX]);
    expect([...(parts.experience[0]?.company ?? '')]).toHaveLength(PART_LINE_MAX);
  });
  it('has no empty rows, so many at most, and each skill once', () => {
    const empty = { company: ' ', position: '', from: '', to: '', text: '\n' };
    const parts = tidyParts({
      ...EMPTY_PARTS,
      experience: [empty, job, ...Array.from({ length: 20 }, () => job)],
      skills: ['PPT', ' PPT ', '', '文案'],
    });
    expect([parts.experience.length, parts.experience[0]]).toEqual([PART_ROWS_MAX - 1, job]);
    expect(parts.skills).toEqual(['PPT', '文案']);
  });
  it.each([
    ['１３９-1111 2222', '13911112222'],
    ['', ''],
  ])('has the number %j as %j', (mobile, kept) => expect(tidyContact({ mobile, mail: '', wechat: '' }).mobile).toBe(kept));
});

it('is searched by what somebody can, never by who they are', () => {
  const words = resumeWords({
    ...EMPTY_PARTS,
    person: { ...EMPTY_PARTS.person, name: '张三丰', city: '杭州', about: '我的微信 abc' },
    wish: { ...EMPTY_PARTS.wish, position: '活动策划' },
    skills: ['PPT'],
    education: [{ school: '浙大', degree: '本科', major: '广告', from: '', to: '' }],
  });
  for (const word of ['杭州', '活动策划', 'ppt', '浙大', '广告', '本科']) expect(words).toContain(word);
  for (const word of ['张三丰', 'abc']) expect(words).not.toContain(word);
  expect(resumeWords({ ...EMPTY_PARTS, skills: ['字'.repeat(5_000)] })).toHaveLength(2_000);
});

it.each([
  ['张三', '张**'],
  ['𠮷田', '𠮷**'],
  ['', '求职者'],
])('%j is called %j before they applied', (name, shown) => expect(shownName(name)).toBe(shown));
