import { expect, it } from 'vitest';
import { flagsOf, monthOf } from './rules.ts';

const nothing = { same_device: false, same_network: false, crowd: false };

it.each([
  [nothing, []],
  [{ ...nothing, same_device: true }, ['same_device']],
  [{ ...nothing, same_network: true }, ['same_network']],
  [{ ...nothing, crowd: true }, ['crowd']],
  [{ same_device: true, same_network: true, crowd: true }, ['same_device', 'same_network', 'crowd']],
])('shows staff what %j says', (seen, flags) => expect(flagsOf(seen)).toEqual(flags));

it.each([
  ['2026-03-15T04:00:00Z', '2026-02-28T16:00:00Z', '2026-03-31T16:00:00Z'],
  ['2026-02-28T15:59:59Z', '2026-01-31T16:00:00Z', '2026-02-28T16:00:00Z'],
  ['2026-02-28T16:00:00Z', '2026-02-28T16:00:00Z', '2026-03-31T16:00:00Z'],
  ['2026-12-31T15:59:59Z', '2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'],
  ['2026-12-31T16:00:00Z', '2026-12-31T16:00:00Z', '2027-01-31T16:00:00Z'],
])('%s lies in the Shanghai month from %s to %s', (at, from, to) => {
  expect(monthOf(new Date(at))).toEqual({ from: new Date(from), to: new Date(to) });
});
