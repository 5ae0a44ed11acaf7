import { expect, it } from 'vitest';
import { RATES } from '#contract/study.ts';
import { actOfKey, KEY_LIST, speedAfter } from './stage-keys.ts';

it('knows its keys in any case and no others', () => {
  expect(actOfKey('K')).toEqual({ what: 'toggle' });
  expect(actOfKey('ArrowLeft')).toEqual({ what: 'skip', by: -5 });
  expect(actOfKey('7')).toEqual({ what: 'seek', by: 0.7 });
  for (const other of ['Tab', 'Enter', 'x', 'F5', 'constructor', '12']) expect(actOfKey(other), other).toBeNull();
});

it('goes through the speeds one by one and stays at the ends', () => {
  const up = [...RATES, RATES.at(-1)].slice(1);
  expect(RATES.map((rate) => speedAfter(rate, 1))).toEqual(up);
  expect(speedAfter(RATES[0], -1)).toBe(RATES[0]);
  expect(speedAfter(1.1, 1)).toBe(1.5);
});

it('lists every key that it knows', () => {
  const listed = KEY_LIST.map(([keys]) => keys)
    .join(' ')
    .replace('空格', ' ')
    .replace('←', 'ArrowLeft')
    .replace('→', 'ArrowRight');
  for (const key of [' ', 'K', 'ArrowLeft', 'ArrowRight', 'J', 'L', '<', '>', 'M', 'C', 'F', 'N', '?', '0']) expect(listed).toContain(key);
});
