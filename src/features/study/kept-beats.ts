import { readJson, writeText } from '#client/storage.ts';
import { mergeSections, type Section } from '#contract/study.ts';

/** What was watched without a network, by the number of the account; merged when a player starts again. */
export const BEATS_KEY = 'study_watched:';
const LESSONS_MAX = 20;

export interface KeptBeat {
  lesson: number;
  sections: Section[];
  position_s: number;
}

const keyOf = (user_id: number): string => `${BEATS_KEY}${user_id}`;

/** What waits of this account; anything else is left out. */
export function keptBeats(user_id: number): KeptBeat[] {
  const kept = readJson(keyOf(user_id));
  return Array.isArray(kept) ? kept.filter(isKept) : [];
}

/** Keeps what could not be sent, with what waits already of the same lesson. */
export function keepBeat(user_id: number, { lesson, sections, position_s }: KeptBeat): void {
  const others = keptBeats(user_id);
  const before = others.find((one) => one.lesson === lesson)?.sections ?? [];
  const merged = { lesson, sections: mergeSections([...before, ...sections]), position_s };
  const all = [merged, ...others.filter((one) => one.lesson !== lesson)].slice(0, LESSONS_MAX);
  writeText(keyOf(user_id), JSON.stringify(all));
}

export function dropBeat(user_id: number, lesson: number): void {
  const left = keptBeats(user_id).filter((one) => one.lesson !== lesson);
  writeText(keyOf(user_id), left.length === 0 ? null : JSON.stringify(left));
}

function isKept(value: unknown): value is KeptBeat {
  const { lesson, sections, position_s } = (value ?? {}) as Partial<KeptBeat>;
  return Number.isInteger(lesson) && typeof position_s === 'number' && Array.isArray(sections) && sections.every(isSection);
}

const isSection = (value: unknown): value is Section =>
  Array.isArray(value) && value.length === 2 && value.every((at) => Number.isInteger(at) && at >= 0);
