import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as fontkit from 'fontkit';

export type Weight = 'Regular' | 'Bold';

const folder = join(dirname(createRequire(import.meta.url).resolve('@embedpdf/fonts-sc')), '..', 'fonts');

/** Path of a Chinese font that comes with our dependencies. */
export function fontFile(weight: Weight): string {
  return join(folder, `NotoSansHans-${weight}.otf`);
}

export interface Glyph {
  /** SVG path in font units, y upwards. */
  path: string;
  /** In ems. */
  width: number;
}

const faces = new Map<Weight, fontkit.Font>();
const glyphs: Record<Weight, Map<string, Glyph>> = { Regular: new Map(), Bold: new Map() };

/** Font units of one em. */
export const UNITS = 1_000;

/** Outline and width of a character; cached, as decks use the same few thousand. */
export function glyphOf(weight: Weight, char: string): Glyph {
  const known = glyphs[weight].get(char);
  if (known) return known;
  const face = faces.get(weight) ?? (fontkit.create(readFileSync(fontFile(weight)) as Buffer) as fontkit.Font);
  faces.set(weight, face);
  const glyph = face.glyphForCodePoint(char.codePointAt(0) ?? 32);
  const made = { path: glyph.path.toSVG(), width: glyph.advanceWidth / face.unitsPerEm };
  glyphs[weight].set(char, made);
  return made;
}

/** Width of a text in the unit of `size`. */
export function widthOf(weight: Weight, text: string, size: number): number {
  let ems = 0;
  for (const char of text) ems += glyphOf(weight, char).width;
  return ems * size;
}

const NEVER_FIRST = '，。；：、！？」』）》%';

/** Words of our titles that must not be cut in two. */
const WHOLE = '路演|快闪|年会|提案|展位|全流程|流程|展览|展会|模板|与分工|更大的市场|我们做了什么|发布会|美陈|方案|手册';
const LATIN = '[A-Za-z0-9.,:%¥+-]+';
const PIECES = new RegExp(`${WHOLE}|${LATIN}|.`, 'gu');
const RUNS = new RegExp(`${WHOLE}|${LATIN}|(?:(?!${WHOLE}|[A-Za-z0-9.,:%¥+-]).)+`, 'gu');
const IS_WHOLE = new RegExp(`^(?:${WHOLE})$`, 'u');
const words = new Intl.Segmenter('zh', { granularity: 'word' });
/** They end the word before them: 文化节, 效果图. */
const ENDS = /^[节会礼展赛宴典日季图期版式词单表书课]$/u;

/** A title is cut between words. */
function wordsOf(text: string): string[] {
  const pieces: string[] = [];
  for (const run of text.match(RUNS) ?? []) {
    for (const segment of IS_WHOLE.test(run) ? [run] : Array.from(words.segment(run), (one) => one.segment)) {
      if (ENDS.test(segment) && pieces.length > 0) pieces.push(`${pieces.pop()}${segment}`);
      else pieces.push(segment);
    }
  }
  return pieces;
}

/** Texts break by character, as Chinese does, titles between words; what is in Latin letters stays whole. Nothing that closes begins a line. */
export function breakLines(weight: Weight, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const part of text.split('\n')) {
    let line = '';
    for (const piece of weight === 'Bold' ? wordsOf(part) : (part.match(PIECES) ?? [])) {
      if (line !== '' && !NEVER_FIRST.includes(piece) && widthOf(weight, line + piece, size) > width) {
        lines.push(line);
        line = '';
      }
      line += piece;
    }
    lines.push(line);
  }
  return lines;
}
