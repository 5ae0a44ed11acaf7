import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from 'fontkit';
import { assert } from './assert.ts';

export type FontWeight = 'Regular' | 'Bold';

const files = new Map<FontWeight, Promise<Uint8Array>>();
const fonts = new Map<FontWeight, Promise<Font>>();

/** The bytes of a font that comes with the packages: what is drawn with it is the same on a machine without any font. */
export const ownFontFile = (weight: FontWeight): Promise<Uint8Array> => kept(files, weight, read);

/** The same font for its outlines. Its reader is loaded with the first one. */
export const ownFont = (weight: FontWeight): Promise<Font> => kept(fonts, weight, open);

function read(weight: FontWeight): Promise<Uint8Array> {
  const entry = createRequire(import.meta.url).resolve('@embedpdf/fonts-sc');
  return readFile(join(dirname(entry), '../fonts', `NotoSansHans-${weight}.otf`));
}

async function open(weight: FontWeight): Promise<Font> {
  const { create } = await import('fontkit');
  const font = create((await ownFontFile(weight)) as Buffer);
  assert('glyphForCodePoint' in font, 'the font of our own is a single font');
  return font;
}

/** Once for the process; what failed is tried again. */
function kept<T>(known: Map<FontWeight, Promise<T>>, weight: FontWeight, make: (weight: FontWeight) => Promise<T>): Promise<T> {
  const made =
    known.get(weight) ??
    make(weight).catch((error: unknown) => {
      known.delete(weight);
      throw error;
    });
  known.set(weight, made);
  return made;
}
