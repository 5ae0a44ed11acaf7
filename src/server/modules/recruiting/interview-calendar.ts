const HOUR_MS = 3_600_000;
const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string): string => text.replace(/[\\,;]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** A line of at most 75 bytes, the rest of it on further ones that begin with a space (RFC 5545). */
function folded(line: string): string {
  const lines: string[] = [];
  let piece = '';
  for (const sign of line) {
    if (Buffer.byteLength(piece + sign) > (lines.length === 0 ? 75 : 74)) {
      lines.push(piece);
      piece = '';
    }
    piece += sign;
  }
  return [...lines, piece].join('\r\n ');
}

/** An interview of an hour as an iCalendar file; the same id takes the place of what a calendar had of it. */
export function interviewCalendar({
  id,
  at,
  made_at,
  title,
  place,
}: {
  id: number;
  at: Date;
  made_at: Date;
  title: string;
  place: string;
}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//cemao//interview//ZH',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:interview-${id}@cemao`,
    `DTSTAMP:${stamp(made_at)}`,
    `DTSTART:${stamp(at)}`,
    `DTEND:${stamp(new Date(at.getTime() + HOUR_MS))}`,
    `SUMMARY:${escaped(title)}`,
    ...(place === '' ? [] : [`LOCATION:${escaped(place)}`]),
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-PT1H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
