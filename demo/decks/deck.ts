import type { PictureWish } from '../pictures/picture.ts';

export interface Palette {
  /** Ground of dark pages and bands. */
  deep: string;
  accent: string;
  soft: string;
  ink: string;
}

/** How inner pages are laid out: where the heading lies, light or dark ground. */
export type Look = 'line' | 'band' | 'frame' | 'corner' | 'dark';

/** How a cover is laid out. */
export const COVER_LOOKS = ['full', 'numeral', 'low', 'tall', 'left', 'strip', 'panel', 'framed'] as const;
export type CoverLook = (typeof COVER_LOOKS)[number];

export type Cell = string | number;

export type Slide =
  | { kind: 'cover'; look: CoverLook; title: string; subtitle: string; foot: string; picture: PictureWish }
  | { kind: 'statement'; text: string; note: string; picture: PictureWish }
  | { kind: 'contents'; entries: readonly string[]; picture: PictureWish }
  | { kind: 'chapter'; number: string; title: string; line: string; picture: PictureWish }
  | { kind: 'text'; title: string; paragraphs: readonly string[]; picture?: PictureWish }
  | { kind: 'points'; title: string; points: readonly string[]; picture?: PictureWish }
  | { kind: 'cards'; title: string; cards: ReadonlyArray<{ name: string; text: string }>; pictures?: readonly PictureWish[] }
  | { kind: 'mood'; title: string; words: readonly string[]; pictures: readonly PictureWish[] }
  | {
      kind: 'plan';
      title: string;
      note: string;
      zones: ReadonlyArray<readonly [name: string, text: string]>;
      seed: number;
      size_m: readonly [number, number];
    }
  | {
      kind: 'table';
      title: string;
      head: readonly string[];
      shares: readonly number[];
      rows: ReadonlyArray<readonly Cell[]>;
      total?: readonly Cell[];
      note?: string;
    }
  | { kind: 'bars'; title: string; note: string; bars: ReadonlyArray<{ name: string; share: number; value: string }> }
  | { kind: 'end'; line: string; foot: string; picture: PictureWish };

/** A document before it is drawn: what the pictures of its pages, the PDF and the PPTX are made of. */
export interface Deck {
  title: string;
  author: string;
  palette: Palette;
  look: Look;
  slides: readonly Slide[];
}

/** All words of a page, as a reader of the file would extract them. */
export function slideText(slide: Slide): string {
  const words: string[] = [];
  const walk = (value: unknown, key: string) => {
    if (key === 'picture' || key === 'pictures' || key === 'kind' || key === 'look' || key === 'shares' || key === 'seed') return;
    if (typeof value === 'string') words.push(value);
    else if (Array.isArray(value)) for (const one of value) walk(one, '');
    else if (typeof value === 'object' && value !== null) for (const [name, one] of Object.entries(value)) walk(one, name);
  };
  walk(slide, '');
  return words.join('\n');
}
