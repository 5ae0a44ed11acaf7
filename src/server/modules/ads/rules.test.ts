import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditedMs, isOver, opensByAd } from './rules.ts';

const at = (ms: number) => new Date(1_700_000_000_000 + ms);
const view = (watched_ms: number, last: number | null, duration_ms = 20_000) => ({
  ...{ watched_ms, duration_ms },
  last_beat_at: last === null ? null : at(last),
});

it.each([
  ['the first word counts nothing', view(0, null), 0, 0, 0],
  ['a film that plays', view(4_000, 0), 6_000, 2_000, 6_000],
  ['a word that comes a moment early', view(4_000, 0), 6_900, 2_000, 6_000],
  ['a pause', view(4_000, 0), 4_000, 9_000, 4_000],
  ['a jump to the end', view(4_000, 0), 20_000, 2_000, 4_000],
  ['a jump from the beginning', view(0, null), 20_000, 0, 0],
  ['going back', view(8_000, 0), 2_000, 2_000, 8_000],
  ['a phone that was away', view(4_000, 0), 20_000, 60_000, 4_000],
  ['no more than there is', view(19_500, 0), 21_000, 2_000, 20_000],
  ['a clock that went back', view(4_000, 5_000), 6_000, 2_000, 4_000],
])('counts %s', (_name, watching, position, now, credited) => {
  expect(creditedMs(watching, position, at(now))).toBe(credited);
});

it('never counts more than the clock, whatever a phone says', () => {
  const words = fc.array(fc.record({ position: fc.nat(60_000), later: fc.nat(20_000) }), { maxLength: 40 });
  fc.assert(
    fc.property(words, (beats) => {
      let now = 0;
      let watching = view(0, null);
      let first: number | null = null;
      for (const { position, later } of beats) {
        now += later;
        first ??= now;
        watching = view(creditedMs(watching, position, at(now)), now);
      }
      return watching.watched_ms <= now - (first ?? 0);
    }),
  );
});

it.each([
  [20_000, 20_000, true],
  [20_000, 18_500, true],
  [20_000, 18_499, false],
  [5_000, 4_500, true],
  [5_000, 4_499, false],
])('a film of %i ms watched for %i is over: %s', (duration_ms, watched_ms, over) => {
  expect(isOver({ duration_ms, watched_ms })).toBe(over);
});

const rules = { films: 1, price_max_fen: 1_000, members_only: true };
const item = { status: 'published', price_fen: 1_000, vip_only: false };
it.each([
  ['cheap enough', item, rules, true],
  ['too dear', { ...item, price_fen: 1_001 }, rules, false],
  ['for members only', { ...item, price_fen: 0, vip_only: true }, rules, true],
  ['for members only, and kept so', { ...item, price_fen: 0, vip_only: true }, { ...rules, members_only: false }, false],
  ['for members only and sold dear', { ...item, price_fen: 9_900, vip_only: true }, rules, false],
  ['free anyway', { ...item, price_fen: 0 }, rules, false],
  ['taken down', { ...item, status: 'taken_down' }, rules, false],
  ['without films', item, { ...rules, films: 0 }, false],
])('opens by an advertisement: %s', (_name, work, by, opens) => {
  expect(opensByAd(work, by)).toBe(opens);
});
