import { breakLines } from '../decks/font.ts';
import type { Words } from '../decks/shapes.ts';
import { shapeSvg } from '../decks/svg.ts';
import { LECTURE_HEIGHT, LECTURE_WIDTH, type LectureFrame } from '../drawing/lecture.ts';
import type { Slide } from '../world/lectures.ts';
import { bustSvg, FACE } from './face.ts';

/** A lesson: what it is called, who speaks, and what is said, in the colours of its course. */
export interface Lecture {
  title: string;
  speaker: string;
  /** Whose face it is: the same name is the same face. */
  face: string;
  colours: readonly [string, string];
  slides: readonly Slide[];
  /** So many times as long is spent on a line. */
  pace?: number;
}

/** A part of a film and its words. */
export interface Cue {
  start_ms: number;
  end_ms: number;
  text: string;
}

/** Seconds that somebody talks about a line. */
const spokenAt =
  (pace: number) =>
  (text: string): number =>
    pace * (6 + Math.ceil([...text].length / 3));

/** A title, then slides whose lines come when they are spoken of; with the times of slides and lines. */
export function lectureFrames(lecture: Lecture): { frames: LectureFrame[]; chapters: Cue[]; captions: Cue[]; seconds: number } {
  const spoken = spokenAt(lecture.pace ?? 1);
  const frames: LectureFrame[] = [{ svg: titleSvg(lecture), seconds: spoken(lecture.title), begins: true }];
  const [chapters, captions]: [Cue[], Cue[]] = [[], []];
  let at = spoken(lecture.title);
  for (const slide of lecture.slides) {
    const begun = at;
    for (let shown = 0; shown <= slide.points.length; shown++) {
      const text = slide.points[shown - 1] ?? slide.heading;
      const seconds = spoken(text);
      frames.push({ svg: slideSvg(lecture, slide, shown), seconds, begins: shown === 0 });
      captions.push({ start_ms: at * 1_000 + 400, end_ms: (at + seconds) * 1_000 - 600, text });
      at += seconds;
    }
    chapters.push({ start_ms: begun * 1_000, end_ms: at * 1_000, text: slide.heading });
  }
  return { frames, chapters, captions, seconds: at };
}

const [WIDTH, HEIGHT] = [LECTURE_WIDTH, LECTURE_HEIGHT];

function svgOf(ground: string, body: string, words: readonly Words[]): string {
  const defs = new Map<string, string>();
  const drawn = words.map((shape, index) => shapeSvg(shape, index, new Map(), defs)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs>${[...defs.values()].join('')}</defs><rect width="100%" height="100%" fill="${ground}"/>${body}${drawn}</svg>`;
}

const bust = (name: string, x: number, y: number, size: number) =>
  `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 ${FACE} ${FACE}">${bustSvg(name)}</svg>`;

const line = (text: readonly string[], of: Pick<Words, 'x' | 'y' | 'size' | 'weight' | 'fill'>): Words => ({
  ...{ is: 'words', align: 'left', leading: 1.3, lines: [...text] },
  ...of,
});

function titleSvg({ title, speaker, face, colours: [dark, bright] }: Lecture): string {
  const lines = breakLines('Bold', title, 40, 380);
  return svgOf(dark, `<rect x="48" y="96" width="56" height="6" fill="${bright}"/>${bust(face, 400, 144, 224)}`, [
    line(lines, { x: 48, y: 152, size: 40, weight: 'Bold', fill: '#ffffff' }),
    line([speaker], { x: 48, y: 168 + lines.length * 52, size: 20, weight: 'Regular', fill: '#ffffff' }),
  ]);
}

/** Lines end before the speaker, who stands beside the lower ones. */
const fitting = (text: string, at: number): number => Math.min(24, Math.floor((at < 2 ? 540 : 430) / [...text].length));

function slideSvg({ title, face, colours: [dark, bright] }: Lecture, { heading, points }: Slide, shown: number): string {
  const marks = points
    .slice(0, shown)
    .map((_text, at) => `<rect x="48" y="${136 + at * 52}" width="8" height="24" fill="${at === shown - 1 ? bright : '#c9ccd2'}"/>`)
    .join('');
  return svgOf('#fbfaf7', `<rect width="${WIDTH}" height="16" fill="${dark}"/>${marks}${bust(face, 512, 240, 128)}`, [
    line([title], { x: 48, y: 48, size: 16, weight: 'Regular', fill: '#6b7280' }),
    line([heading], { x: 48, y: 96, size: 32, weight: 'Bold', fill: dark }),
    ...points
      .slice(0, shown)
      .map((text, at) => line([text], { x: 72, y: 157 + at * 52, size: fitting(text, at), weight: 'Regular', fill: '#1d2129' })),
  ]);
}
