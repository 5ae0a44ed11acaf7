import { expect, it } from 'vitest';
import { mistyped, otherSounds, swapped, withoutTones } from './sounds.ts';

it.each([
  ['moban', 'muban'],
  ['yinle', 'yinyue'],
  ['hangye', 'xingye'],
  ['fenghui', 'fenhui'],
  ['luyian', 'luyiang'],
  ['canpin', 'chanpin'],
  ['zansi', 'zhanshi'],
])('%s may be %s', (typed, meant) => expect(otherSounds(typed)).toContain(meant));

it('is bounded, and never the same', () => {
  const ways = otherSounds('mohuixingzhongtiaochangle'.repeat(4));
  expect(ways.length).toBeLessThanOrEqual(8);
  expect(ways).not.toContain('mohuixingzhongtiaochangle'.repeat(4));
});

it.each([
  ['nian2hui4', 'nianhui'],
  ['q3', 'q'],
  ['4k', '4k'],
  ['kv', 'kv'],
])('%s without tones is %s', (typed, plain) => expect(withoutTones(typed)).toBe(plain));

it('has the forms of a word whose signs or letters slipped', () => {
  expect(swapped('会年')).toEqual(['年会']);
  expect(swapped('布发会')).toContain('发布会');
  expect(swapped('年')).toEqual([]);
  expect(mistyped('nianhiu')).toContain('nianhui');
  expect(mistyped('hunlli')).toContain('hunli');
  expect(mistyped('tunjian')).toContain('tuanjian');
  expect(mistyped('nianhui')).not.toContain('nianhui');
});
