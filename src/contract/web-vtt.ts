/** Captions and chapters of a film as text: WebVTT, SRT, or for chapters a line each (「00:30 开场」). Pure, for both sides. */

/** A piece of text and when it is shown, whole milliseconds. */
export interface Cue {
  start_ms: number;
  end_ms: number;
  text: string;
}

/** What a text says: its cues in order, and the same as WebVTT; or what is wrong with it, for people. */
export type CheckedVtt = { error: null; vtt: string; cues: readonly Cue[] } | { error: string };

export const CUES_MAX = 5_000;
const CUE_TEXT_MAX = 500;
/** Longer than any film here. */
const TIME_MAX_MS = 24 * 3_600_000;

const TIME = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?`;
const SPAN = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);
const LINE = new RegExp(String.raw`^\s*${TIME}\s+(\S.*)$`);

/**
 * Reads WebVTT or SRT; lines of a time and a title are chapters. Settings, styles, notes and tags do not go over. `duration_ms`: ends the
 * last chapter of such lines.
 */
export function checkVtt(text: string, duration_ms = 0): CheckedVtt {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');
  const read = lines.some((line) => line.includes('-->')) ? readBlocks(lines) : readLines(lines, duration_ms);
  if (typeof read === 'string') return { error: read };
  if (read.length === 0) return { error: '没有找到字幕或章节，请检查文件内容' };
  if (read.length > CUES_MAX) return { error: `最多 ${CUES_MAX} 条，现在有 ${read.length} 条` };
  const cues = read.toSorted((a, b) => a.start_ms - b.start_ms || a.end_ms - b.end_ms);
  return { error: null, cues, vtt: writeVtt(cues) };
}

/** Cues as WebVTT. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start_ms, end_ms, text }) => `${clock(start_ms)} --> ${clock(end_ms)}\n${escapeText(text)}\n`);
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/** Cues that people typed as chapters, a line each; what the editor shows of stored ones. */
export function chapterLines(cues: readonly Cue[]): string {
  return cues
    .map(
      ({ start_ms, text }) =>
        `${clock(start_ms)
          .replace(/\.\d+$/, '')
          .replace(/^00:/, '')} ${text}`,
    )
    .join('\n');
}

function readBlocks(lines: readonly string[]): Cue[] | string {
  const cues: Cue[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    // styles and notes may say anything until the next blank line
    if (/^(STYLE|REGION|NOTE)(\s|$)/.test(line)) {
      while (at < lines.length && lines[at]?.trim() !== '') at++;
      continue;
    }
    if (!line.includes('-->')) continue;
    const found = SPAN.exec(line);
    if (!found) return `第 ${at + 1} 行的时间写法不对，应像 00:01:02.000 --> 00:01:05.000`;
    const [start_ms, end_ms] = [msOf(found, 1), msOf(found, 5)];
    if (start_ms === null || end_ms === null) return `第 ${at + 1} 行的时间超出范围`;
    if (end_ms <= start_ms) return `第 ${at + 1} 行的结束时间应晚于开始时间`;
    const said: string[] = [];
    while (at + 1 < lines.length && lines[at + 1]?.trim() !== '' && !lines[at + 1]?.includes('-->')) said.push(lines[++at] as string);
    // without a blank line between, the number of the next block stands last
    if (lines[at + 1]?.includes('-->') && /^\s*\d+\s*$/.test(said.at(-1) ?? '')) said.pop();
    const text = plain(said.join('\n'));
    if ([...text].length > CUE_TEXT_MAX) return `第 ${at + 1} 行附近的文字太长，每条最多 ${CUE_TEXT_MAX} 个字`;
    if (text !== '') cues.push({ start_ms, end_ms, text });
  }
  return cues;
}

function readLines(lines: readonly string[], duration_ms: number): Cue[] | string {
  const starts: Array<{ start_ms: number; text: string }> = [];
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('WEBVTT')) continue;
    const found = LINE.exec(line);
    if (!found) return `第 ${at + 1} 行写法不对，应像“00:30 开场”`;
    const start_ms = msOf(found, 1);
    if (start_ms === null) return `第 ${at + 1} 行的时间超出范围`;
    if (start_ms <= (starts.at(-1)?.start_ms ?? -1)) return `第 ${at + 1} 行的时间应晚于上一行`;
    const text = plain(found[5] as string);
    if (text === '' || [...text].length > CUE_TEXT_MAX) return `第 ${at + 1} 行的标题应为 1 至 ${CUE_TEXT_MAX} 个字`;
    starts.push({ start_ms, text });
  }
  const end = (at: number, start_ms: number) => starts[at + 1]?.start_ms ?? Math.max(duration_ms, start_ms + 1_000);
  return starts.map(({ start_ms, text }, at) => ({ start_ms, end_ms: end(at, start_ms), text }));
}

/** Hours, minutes, seconds and fraction of a match from group `from` on; null beyond what a clock shows. */
function msOf(found: RegExpExecArray, from: number): number | null {
  const [hours, minutes, seconds] = [Number(found[from] ?? 0), Number(found[from + 1]), Number(found[from + 2])];
  if (seconds > 59 || (found[from] !== undefined && minutes > 59)) return null;
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number((found[from + 3] ?? '').padEnd(3, '0'));
  return ms <= TIME_MAX_MS ? ms : null;
}

/** Text without tags and control characters, entities as what they mean. */
function plain(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/<[^<>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&nbsp;', ' ')
      .replaceAll('&amp;', '&')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '')
      .replaceAll('-->', '→')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  );
}

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function clock(ms: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${two(h)}:${two(m)}:${two(s)}.${String(ms % 1000).padStart(3, '0')}`;
}
