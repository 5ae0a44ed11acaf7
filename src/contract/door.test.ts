import { expect, it } from 'vitest';
import {
  DOOR_RESULT_TEXT,
  DOOR_RESULTS,
  type DoorDirection,
  doorHours,
  doorResult,
  isTicketKey,
  readScan,
  type ScannedTicket,
  ticketCode,
} from './door.ts';

const SECRET = 'Abcdefghijklmnopqrstuv';
const HASH = 'a1b2c3d4'.padEnd(64, '0');

it.each([
  [SECRET, { secret: SECRET }],
  [`https://cemao.example/salon/ticket?s=${SECRET}`, { secret: SECRET }],
  [`https://cemao.example/salon/ticket/${SECRET}`, { secret: SECRET }],
  [` ${SECRET}\n`, { secret: SECRET }],
  ['A1B2 C3D4', { code: 'a1b2c3d4' }],
  ['a1b2-c3d4', { code: 'a1b2c3d4' }],
  ['A1B2 C3', null],
  ['https://example.com/?a=1', null],
  ['', null],
  ['<script>alert(1)</script>', null],
])('reads %j', (text, read) => expect(readScan(text)).toEqual(read));

it('prints a code that is read again, and knows a key from other text', () => {
  expect(ticketCode(HASH)).toBe('A1B2 C3D4');
  expect(readScan(ticketCode(HASH))).toEqual({ code: 'a1b2c3d4' });
  expect([isTicketKey(HASH), isTicketKey('a1b2c3d4'), isTicketKey('a1b2'), isTicketKey('%')]).toEqual([true, true, false, false]);
});

const HOUR = 3_600_000;
const hours = doorHours(100 * HOUR, 103 * HOUR, false);
const cancelled = doorHours(100 * HOUR, 103 * HOUR, true);
const ticket = (change: Partial<ScannedTicket> = {}): ScannedTicket => ({ of_salon: true, state: 'valid', inside: false, ...change });
const inside = ticket({ state: 'used', inside: true });
const went_out = ticket({ state: 'used' });

it.each<[string, ScannedTicket | null, DoorDirection, number, boolean, string]>([
  ['nothing known', null, 'in', 100, false, 'unknown'],
  ['another salon before everything else', ticket({ of_salon: false, state: 'refunded' }), 'in', 1, false, 'other_salon'],
  ['P21 refunded, whatever the time', ticket({ state: 'refunded' }), 'in', 93, false, 'refunded'],
  ['six hours before', ticket(), 'in', 94, false, 'ok'],
  ['the next day', ticket(), 'in', 110, false, 'over'],
  ['refunded', ticket({ state: 'refunded' }), 'in', 100, false, 'refunded'],
  ['revoked', ticket({ state: 'revoked' }), 'in', 100, false, 'revoked'],
  ['a cancelled salon', ticket(), 'in', 100, true, 'cancelled'],
  ['a cancelled salon, refunded', ticket({ state: 'refunded' }), 'in', 100, true, 'cancelled'],
  ['valid', ticket(), 'in', 100, false, 'ok'],
  ['twice', inside, 'in', 100, false, 'used'],
  ['after it went out', went_out, 'in', 100, false, 'ok'],
  ['out', inside, 'out', 101, false, 'ok'],
  ['out without having come in', ticket(), 'out', 101, false, 'not_inside'],
])('%s: %#', (_name, shown, direction, at_h, off, result) => {
  expect(doorResult(shown, off ? cancelled : hours, direction, at_h * HOUR)).toBe(result);
});

it('P21 every state of a ticket has its true sentence at every time of the door', () => {
  const times = { too_early: 93, '': 101, over: 110 };
  for (const off of [false, true]) {
    for (const state of ['valid', 'used', 'refunded', 'revoked'] as const) {
      for (const is_inside of state === 'used' ? [true, false] : [false]) {
        for (const [when, at_h] of Object.entries(times)) {
          for (const direction of ['in', 'out'] as const) {
            const result = doorResult(ticket({ state, inside: is_inside }), off ? cancelled : hours, direction, at_h * HOUR);
            const ended = state === 'refunded' || state === 'revoked' ? state : null;
            const passage = direction === 'in' ? (is_inside ? 'used' : 'ok') : is_inside ? 'ok' : 'not_inside';
            expect(result, `${state} ${is_inside} ${when} ${direction} ${off}`).toBe(off ? 'cancelled' : (ended ?? (when || passage)));
          }
        }
      }
    }
  }
  expect(DOOR_RESULTS.every((result) => DOOR_RESULT_TEXT[result].length > 0)).toBe(true);
});
