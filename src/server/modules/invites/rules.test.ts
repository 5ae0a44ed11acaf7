import { expect, it } from 'vitest';
import type { TraceKind } from '../identity/index.ts';
import { flagsOf, monthOf } from './rules.ts';

const nothing = { links: new Set<TraceKind>(), same_network: false, crowd: false };

it.each([
  [nothing, []],
  [{ ...nothing, links: new Set<TraceKind>(['device']) }, ['same_device']],
  [{ ...nothing, links: new Set<TraceKind>(['company', 'payer', 'phone']) }, ['same_phone', 'same_payer', 'same_company']],
  [{ ...nothing, same_network: true }, ['same_network']],
  [{ ...nothing, crowd: true }, ['crowd']],
  [{ links: new Set<TraceKind>(['device']), same_network: true, crowd: true }, ['same_device', 'same_network', 'crowd']],
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
