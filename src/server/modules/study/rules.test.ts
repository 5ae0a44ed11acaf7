import { describe, expect, it } from 'vitest';
import {
  type FilmTicket,
  mediaKey,
  multirangeText,
  percentOf,
  readTicket,
  resumeAt,
  secondsToDo,
  sectionsOf,
  writeTicket,
} from './rules.ts';

describe('sections that were watched', () => {
  it.each<[string, Array<[number, number]>, string]>([
    ['none', [], '{}'],
    ['kept within the film', [[-5, 700]], '{[0,600)}'],
    ['whole seconds, outwards', [[1.9, 3.1]], '{[1,4)}'],
    [
      'together where they touch',
      [
        [20, 30],
        [0, 10],
        [10, 15],
      ],
      '{[0,15),[20,30)}',
    ],
    [
      'nothing of what lies behind the end, or goes back',
      [
        [700, 800],
        [9, 3],
      ],
      '{}',
    ],
  ])('%s', (_what, sections, text) => expect(multirangeText(sections, 600)).toBe(text));
  it('are read as the database wrote them', () => {
    expect(sectionsOf('{[0,15),[20,30)}')).toEqual([
      [0, 15],
      [20, 30],
    ]);
    expect(sectionsOf('{}')).toEqual([]);
  });
});

it.each([
  [0, 100, false, 0],
  [50, 100, false, 50],
  // not done is never whole
  [100, 100, false, 99],
  [1, 100, true, 100],
  [5, 0, false, 0],
])('%i of %i seconds, done %s: %i percent', (seconds, duration, done, percent) => expect(percentOf(seconds, duration, done)).toBe(percent));

it.each([
  [100, 90],
  [1, 1],
  [0, 1],
])('a film of %i seconds is watched after %i', (duration, seconds) => expect(secondsToDo(duration)).toBe(seconds));

it.each([
  [50, false, 50],
  [4, false, 0],
  [96, false, 0],
  [95, false, 95],
  [50, true, 0],
])('at %i of 100 seconds, done %s, it goes on at %i', (position, done, at) => expect(resumeAt(position, 100, done)).toBe(at));

describe('the right to a film', () => {
  const ticket: FilmTicket = { link_id: 1, user_id: 2, lesson_id: 3, token_id: 4, scope: 'trial', expires: 1_900_000_000 };
  const same = (a: string, b: string) => a === b;
  const key = mediaKey('secret', 2, 9);
  const written = writeTicket('secret', key, ticket);
  const read = (text: string, of = key, secret = 'secret') => readTicket(secret, of, text, same);
  it('is read by the browser of its login', () => expect(read(written)).toEqual(ticket));
  it.each([
    ['of another login of the same user', read(written, mediaKey('secret', 2, 8))],
    ['of another user', read(written, mediaKey('secret', 4, 9))],
    ['of another house', read(written, key, 'other')],
    ['for another lesson', read(written.replace('.3.', '.4.'))],
    ['for more than the trial', read(written.replace('trial', 'whole'))],
    ['for longer', read(written.replace('1900000000', '1999999999'))],
    ['without a mac', read('1.2.3.trial.1900000000')],
    ['of another form', read(`x${written}`)],
  ])('is none %s', (_what, found) => expect(found).toBeNull());
});
