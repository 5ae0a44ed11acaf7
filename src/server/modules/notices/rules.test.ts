import { expect, it } from 'vitest';
import { afterQuiet, choicesOf, isOn, maskMail, maskMailsIn, NO_WISHES, nextHour, retryAfterMs, waysOf } from './rules.ts';

/** A time of the day in Shanghai. */
const at = (time: string, day = '2026-11-22') => new Date(`${day}T${time}:00+08:00`);
const BOTH = ['mail', 'sms'] as const;
const WITH_MAIL = { ...NO_WISHES, has_mail: true };

it.each([
  ['21:59', '21:59', '2026-11-22'],
  ['22:00', '08:00', '2026-11-23'],
  ['23:59', '08:00', '2026-11-23'],
  ['00:00', '08:00', '2026-11-22'],
  ['07:59', '08:00', '2026-11-22'],
  ['08:00', '08:00', '2026-11-22'],
])('a message of %s is due at %s of %s, with quiet hours from 22 to 8', (now, due, day) => {
  expect(afterQuiet(at(now), 22, 8)).toEqual(at(due, day));
});

it.each([
  [12, 14, '13:00', '14:00'],
  [12, 14, '14:00', '14:00'],
  [9, 9, '09:30', '09:30'],
])('quiet from %i to %i: %s becomes %s', (from, to, now, due) => {
  expect(afterQuiet(at(now), from, to)).toEqual(at(due));
});

it('a digest goes out at nine of the next morning that comes', () => {
  expect(nextHour(at('08:59'), 9)).toEqual(at('09:00'));
  expect(nextHour(at('09:00'), 9)).toEqual(at('09:00', '2026-11-23'));
  expect(waysOf('wallet', { ...WITH_MAIL, digest: true }, BOTH, at('23:00'))).toEqual([
    { channel: 'mail', due_at: at('09:00', '2026-11-23'), digest: true },
  ]);
});

it('goes by mail only where an address is confirmed, the topic is on and the site sends mail', () => {
  expect(waysOf('wallet', NO_WISHES, BOTH, at('12:00'))).toEqual([]);
  expect(waysOf('wallet', WITH_MAIL, [], at('12:00'))).toEqual([]);
  expect(waysOf('wallet', { ...WITH_MAIL, turned_off: ['wallet:mail'] }, BOTH, at('12:00'))).toEqual([]);
  expect(waysOf('wallet', WITH_MAIL, BOTH, at('12:00'))).toEqual([{ channel: 'mail', due_at: at('12:00'), digest: false }]);
});

it('a text message is for money, when asked for, and the door; never for works', () => {
  expect(isOn(NO_WISHES, 'wallet', 'sms')).toBe(false);
  expect(isOn({ ...NO_WISHES, turned_on: ['wallet:sms', 'subscribe:sms'] }, 'wallet', 'sms')).toBe(true);
  expect(isOn({ ...NO_WISHES, turned_on: ['wallet:sms', 'subscribe:sms'] }, 'subscribe', 'sms')).toBe(false);
  expect(isOn(NO_WISHES, 'account', 'sms')).toBe(true);
});

it('what concerns the account goes at once, at night and past a digest', () => {
  expect(waysOf('account', { ...WITH_MAIL, digest: true }, BOTH, at('02:00'))).toEqual([
    { channel: 'mail', due_at: at('02:00'), digest: false },
    { channel: 'sms', due_at: at('02:00'), digest: false },
  ]);
});

it('keeps only choices that differ from the default, and no unknown ones', () => {
  expect(choicesOf({ 'wallet:mail': false, 'wallet:sms': true, 'coupon:mail': true, 'account:sms': false, 'x:y': true })).toEqual({
    turned_on: ['wallet:sms'],
    turned_off: ['wallet:mail', 'account:sms'],
  });
});

it('gives a delivery up after the fifth retry', () => {
  expect([1, 2, 3, 4, 5, 6].map(retryAfterMs)).toEqual([60_000, 300_000, 1_800_000, 7_200_000, 43_200_000, null]);
});

it('masks an address', () => {
  expect(maskMailsIn('550 <zhang@qq.com> unknown, 13812345678')).toBe('550 <zh****@qq.com> unknown, 138****5678');
  expect(maskMailsIn('451 4.7.1 later')).toBe('451 4.7.1 later');
  expect([maskMail('zhang@qq.com'), maskMail('a@qq.com'), maskMail('')]).toEqual(['zh****@qq.com', 'a****@qq.com', '']);
});
