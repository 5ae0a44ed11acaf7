import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CalendarEvent, calendarText, fold } from './calendar-text.ts';

const now = new Date('2026-11-22T10:00:00Z');
const event = (more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ uid: 'planner-1@cemao', title: '年会彩排', note: '', url: '', at: new Date('2026-12-01T06:30:00Z'), all_day: false, alarms: [] },
  ...more,
});

it('writes a date with its hour in Shanghai', () => {
  const text = calendarText([event({ alarms: [1_440, 60], url: 'https://cemao.test/a?id=1' })], { name: '我的日程', now });
  expect(text.split('\r\n')).toEqual([
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Cemao//Workbench//ZH',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:我的日程',
    ],
    ...[
      'X-WR-TIMEZONE:Asia/Shanghai',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VTIMEZONE',
      'TZID:Asia/Shanghai',
    ],
    ...[
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0800',
      'TZOFFSETTO:+0800',
      'TZNAME:CST',
      'END:STANDARD',
      'END:VTIMEZONE',
    ],
    ...['BEGIN:VEVENT', 'UID:planner-1@cemao', 'DTSTAMP:20261122T100000Z'],
    ...['DTSTART;TZID=Asia/Shanghai:20261201T143000', 'DTEND;TZID=Asia/Shanghai:20261201T153000', 'SUMMARY:年会彩排'],
    'URL:https://cemao.test/a?id=1',
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:年会彩排', 'TRIGGER:-PT1440M', 'END:VALARM'],
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:年会彩排', 'TRIGGER:-PT60M', 'END:VALARM'],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ]);
});

it('writes a whole day as a day, also at the end of a month', () => {
  const text = calendarText([event({ all_day: true, at: new Date('2026-11-29T16:00:00Z') })], { name: '', now });
  expect(text).toContain('DTSTART;VALUE=DATE:20261130\r\nDTEND;VALUE=DATE:20261201\r\n');
});

it('lets no text of people become a line of its own', () => {
  const text = calendarText([event({ title: '彩排,一;二\\三', note: '第一行\r\nEND:VCALENDAR\n\u0007末行' })], { name: '', now });
  expect(text).toContain('SUMMARY:彩排\\,一\\;二\\\\三\r\n');
  expect(text).toContain('DESCRIPTION:第一行\\nEND:VCALENDAR\\n末行\r\n');
  expect(text.match(/^END:VCALENDAR/gm)).toHaveLength(1);
});

it('folds at 75 bytes, never within a character, and loses nothing', () => {
  const line = `SUMMARY:${'年会😀ab'.repeat(40)}`;
  const lines = fold(line).split('\r\n');
  expect(lines.length).toBeGreaterThan(3);
  for (const one of lines) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75);
  expect(lines.slice(1).every((one) => one.startsWith(' '))).toBe(true);
  expect(lines.map((one, i) => (i === 0 ? one : one.slice(1))).join('')).toBe(line);
});

const signs = fc.constantFrom('\\', '\n', ',', ';', 'a', '年', '😀', 'é', '\r\n', ' ', '\t', ':');

it('P12 a line is cut by bytes, never within a sign or an escape, and joined again it is what it was', () => {
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 400 }), fc.nat(90), (text, before) => {
      const title = `${'x'.repeat(before)}${text.join('')}`;
      const lines = calendarText([event({ title })], { name: '', now }).split('\r\n');
      for (const line of lines) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
        expect(line.isWellFormed()).toBe(true);
        // an odd number of backslashes at the end: the escape goes on in the next line
        expect((/\\*$/.exec(line)?.[0].length ?? 0) % 2).toBe(0);
      }
      const joined = lines.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
      const read = joined
        .find((line) => line.startsWith('SUMMARY:'))
        ?.slice(8)
        .replace(/\\([\\,;n])/g, (_all, sign) => (sign === 'n' ? '\n' : sign));
      expect(read).toBe(title.replace(/\r\n?/g, '\n').replaceAll('\t', ''));
    }),
  );
});
