/** A date as calendar programs get it (RFC 5545). */
export interface CalendarEvent {
  /** The same over time, and no other's. */
  uid: string;
  title: string;
  note: string;
  /** Absolute address; empty: none. */
  url: string;
  /** Where; absent: not said. */
  place?: string;
  at: Date;
  /** Absent: an hour later. */
  ends?: Date;
  all_day: boolean;
  /** How long before the calendar reminds, minutes; none: it does not. */
  alarms: readonly number[];
  /** Grows with every change, so that calendars take the new time and place; absent: it never changes. */
  sequence?: number;
  /** It does not take place for them any more: calendars strike it out, and remind of nothing. */
  is_over?: boolean;
}

const LINE_BYTES = 75;
const BACKSLASH = 0x5c;

/** Backslash, comma, semicolon and line ends as the format wants them; what cannot be seen is left out. */
const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: leaving them out is the point
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
    .replace(/[\\,;]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Lines of at most 75 bytes, cut between signs and never within an escape; what goes on begins with a blank. */
export function fold(line: string): string {
  const bytes = Buffer.from(line);
  const lines: string[] = [];
  let from = 0;
  let room = LINE_BYTES;
  while (bytes.length - from > room) {
    let to = from + room;
    while (((bytes[to] ?? 0) & 0xc0) === 0x80) to--;
    let slashes = 0;
    while (to - slashes > from && bytes[to - slashes - 1] === BACKSLASH) slashes++;
    // readers that look at a line before they join it would take half an escape for a sign
    to -= slashes % 2;
    lines.push(bytes.toString('utf8', from, to));
    from = to;
    room = LINE_BYTES - 1;
  }
  return [...lines, bytes.toString('utf8', from)].join('\r\n ');
}

const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');
/** In Shanghai, which has no daylight saving. */
const local = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/[-:]|\.\d{3}Z/g, '');

function eventLines(
  { uid, title, note, url, place = '', at, ends, all_day, alarms, sequence, is_over }: CalendarEvent,
  now: Date,
): string[] {
  const start = local(at);
  const end = ends ?? new Date(at.getTime() + (all_day ? 24 : 1) * 3_600_000);
  const when = all_day
    ? [`DTSTART;VALUE=DATE:${start.slice(0, 8)}`, `DTEND;VALUE=DATE:${local(end).slice(0, 8)}`]
    : [`DTSTART;TZID=Asia/Shanghai:${start}`, `DTEND;TZID=Asia/Shanghai:${local(end)}`];
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `DTSTAMP:${utc(now)}`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...when,
    `SUMMARY:${escaped(title)}`,
    ...(note === '' ? [] : [`DESCRIPTION:${escaped(note)}`]),
    ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
    ...(url === '' ? [] : [`URL:${url}`]),
    ...(is_over ? ['STATUS:CANCELLED'] : []),
    ...(is_over ? [] : alarms).flatMap((minutes) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escaped(title)}`,
      `TRIGGER:-PT${minutes}M`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ];
}

/** The file: lines end with CRLF and are folded. `cancels`: a calendar that opens it strikes out what they have of it. */
export function calendarText(
  events: readonly CalendarEvent[],
  { name, now, cancels = false }: { name: string; now: Date; cancels?: boolean },
): string {
  const lines = [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Cemao//Workbench//ZH',
      'CALSCALE:GREGORIAN',
      `METHOD:${cancels ? 'CANCEL' : 'PUBLISH'}`,
    ],
    ...[`X-WR-CALNAME:${escaped(name)}`, 'X-WR-TIMEZONE:Asia/Shanghai', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'],
    ...['BEGIN:VTIMEZONE', 'TZID:Asia/Shanghai', 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...['TZOFFSETFROM:+0800', 'TZOFFSETTO:+0800', 'TZNAME:CST', 'END:STANDARD', 'END:VTIMEZONE'],
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
