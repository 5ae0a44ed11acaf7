import { DONE_PERCENT, mergeSections, type Section, TRIAL_S } from '#contract/study.ts';
import { checkVtt, writeVtt } from '#contract/web-vtt.ts';
import { hmacSha256 } from '../../kernel/ids.ts';

/** Sections as a literal of int4multirange, clamped to the film. */
export function multirangeText(sections: readonly Section[], duration_s: number): string {
  const within = sections.map(([from, to]): Section => [Math.max(0, Math.floor(from)), Math.min(duration_s, Math.ceil(to))]);
  return `{${mergeSections(within)
    .map(([from, to]) => `[${from},${to})`)
    .join(',')}}`;
}

/** The reverse of `multirangeText`, for what the database wrote. */
export function sectionsOf(multirange: string): Section[] {
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]): Section => [Number(from), Number(to)]);
}

/** Percent of a film that was watched, whole, 100 once it is done. */
export function percentOf(seconds: number, duration_s: number, done: boolean): number {
  if (done) return 100;
  return duration_s > 0 ? Math.min(99, Math.floor((seconds / duration_s) * 100)) : 0;
}

/** Seconds from which on a film counts as watched. */
export const secondsToDo = (duration_s: number): number => Math.max(1, Math.floor((duration_s * DONE_PERCENT) / 100));

/** Where a learner goes on: at the beginning once the lesson is done, or when hardly anything is left. */
export function resumeAt(position_s: number, duration_s: number, done: boolean): number {
  return done || position_s < 5 || position_s > duration_s - 5 ? 0 : position_s;
}

/** Where a learner goes on: the lesson of their last beat, or the one after it when that is done. */
export function goOn<L extends { id: number; duration_s: number }>(
  lessons: readonly L[],
  progress: ReadonlyArray<{ lesson_id: number; done_at: Date | null; ticked_at: Date | null; position_s: number }>,
): { lesson: L; position_s: number } | null {
  const last = progress[0];
  const at = lessons.findIndex(({ id }) => id === last?.lesson_id);
  const lesson = lessons[at];
  if (!last || !lesson) return null;
  const next = last.done_at === null && last.ticked_at === null ? undefined : lessons[at + 1];
  return next
    ? { lesson: next, position_s: progress.find(({ lesson_id }) => lesson_id === next.id)?.position_s ?? 0 }
    : { lesson, position_s: resumeAt(last.position_s, lesson.duration_s, last.done_at !== null) };
}

/** Whether what was said at a moment of the lesson meant a film that was replaced since. */
export const isFormer = (said_at: Date, lesson: { film_at: Date | null } | undefined): 0 | 1 =>
  lesson?.film_at && said_at < lesson.film_at ? 1 : 0;

/** The second of a lesson that something was said at, as screens show it; none: nothing. */
export const moment = ({ at_s, created_at }: { at_s: number | null; created_at: Date }, lesson: { film_at: Date | null } | undefined) =>
  at_s === null ? {} : { at_s, former: isFormer(created_at, lesson) };

/** Seconds of the first part that everybody may see: a third of a short film at most. */
export const trialLength = (duration_s: number): number => Math.max(1, Math.min(TRIAL_S, Math.floor(duration_s / 3)));

/** Captions of a film's first seconds, as WebVTT: none of what is said later. */
export function captionsUntil(vtt: string, end_s: number): string {
  const read = checkVtt(vtt);
  return writeVtt(read.error === null ? read.cues.filter(({ start_ms }) => start_ms < end_s * 1000) : []);
}

/** What ties the links of one login to one browser; sent as a cookie that script cannot read. */
export const mediaKey = (secret: string, user_id: number, token_id: number): string =>
  hmacSha256(secret, `media-key:${user_id}:${token_id}`).slice(0, 40);

/** The right in a path: `<link>.<user>.<lesson>.<login>.<scope>.<expiry>.<mac>`. */
export interface FilmTicket {
  link_id: number;
  user_id: number;
  lesson_id: number;
  /** The login that asked, with which it ends. */
  token_id: number;
  scope: string;
  /** Unix seconds. */
  expires: number;
}

export function writeTicket(secret: string, key: string, { link_id, user_id, lesson_id, token_id, scope, expires }: FilmTicket): string {
  const what = `${link_id}.${user_id}.${lesson_id}.${token_id}.${scope}.${expires}`;
  return `${what}.${macOf(secret, key, what)}`;
}

export const macOf = (secret: string, key: string, what: string): string => hmacSha256(secret, `media:${what}:${key}`).slice(0, 40);

/** The parts of a ticket whose mac is right for this browser; null for any other. */
export function readTicket(secret: string, key: string, ticket: string, same: (a: string, b: string) => boolean): FilmTicket | null {
  const parts = /^((\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([a-z]{4,8})\.(\d{1,12}))\.([0-9a-f]{40})$/.exec(ticket);
  const [, what = '', link_id, user_id, lesson_id, token_id, scope = '', expires, mac = ''] = parts ?? [];
  if (!parts || !same(macOf(secret, key, what), mac)) return null;
  const ids = { link_id: Number(link_id), user_id: Number(user_id), lesson_id: Number(lesson_id), token_id: Number(token_id) };
  return { ...ids, scope, expires: Number(expires) };
}
