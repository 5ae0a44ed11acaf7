import type { Pair } from './fields.ts';
import type { ItemDetail } from './item.ts';

/** A part of a talk: where it begins, in seconds. */
export interface TalkChapter {
  at_s: number;
  title: string;
}

/** GET /api/salon/xted_detail. */
export interface TalkDetail extends ItemDetail {
  speaker: string;
  speaker_about: string;
  /** Empty: the film is not there any more. */
  video_url: string;
  duration_s: number;
  chapters: TalkChapter[];
  /** The salon where it was given; 0: none. */
  salon_id: number;
}

const TIME = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;

/** '02:30' or '1:02:30' in seconds; null for anything else. */
export function chapterSeconds(text: string): number | null {
  const found = TIME.exec(text.trim().replaceAll('：', ':'));
  return found && Number(found[1] ?? 0) * 3_600 + Number(found[2]) * 60 + Number(found[3]);
}

/** The chapters that a publisher wrote, in the order of the film; lines without a time are left out. */
export function chaptersOf(pairs: unknown): TalkChapter[] {
  if (!Array.isArray(pairs)) return [];
  return (pairs as readonly Pair[])
    .flatMap(({ key, value }) => {
      const at_s = chapterSeconds(key);
      return at_s === null || value === '' ? [] : [{ at_s, title: value }];
    })
    .toSorted((a, b) => a.at_s - b.at_s);
}
