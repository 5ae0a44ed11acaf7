import { randomInt } from 'node:crypto';
import type { PathCommand } from 'fontkit';
import sharp from 'sharp';
import type { Ctx } from '../../app/ctx.ts';
import { inWorker } from '../../app/in-worker.ts';
import { EM, pathData, type readOutlines } from '../../kernel/glyph-outlines.ts';
import { workerTask } from '../../kernel/workers.ts';

/** Capitals and digits that cannot be confused: no 0 O D Q, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V. */
export const CAPTCHA_LETTERS = 'ACEFHJKMNPRTWXY3479';
export const CAPTCHA_LENGTH = 4;

const WIDTH = 160;
const HEIGHT = 56;

const OUTLINES = workerTask<typeof readOutlines>(new URL('../../kernel/glyph-outlines.ts', import.meta.url), 'readOutlines');

let outlines: Promise<Map<string, PathCommand[]>> | null = null;

/** Read once for the process: loading a font takes the loop 0.1 s. */
function glyphs(ctx: Ctx): Promise<Map<string, PathCommand[]>> {
  outlines ??= inWorker(ctx, OUTLINES, { letters: CAPTCHA_LETTERS, weight: 'Bold' }).then(
    (found) => new Map(found.map(({ letter, commands }) => [letter, commands])),
    (error: unknown) => {
      outlines = null;
      throw error;
    },
  );
  return outlines;
}

/** A number in [from, to) that cannot be foreseen: the noise must not be subtractable. */
const between = (from: number, to: number) => from + (randomInt(1_000_000) / 1_000_000) * (to - from);

type Warp = (x: number, y: number) => [number, number];

/** Turns, leans and bends one letter and puts it into its place. */
function letterWarp(index: number): Warp {
  const size = between(34, 42) / EM;
  const angle = between(-0.38, 0.38);
  const lean = between(-0.25, 0.25);
  const left = 10 + index * 36 + between(-3, 4);
  const base = 43 + between(-5, 4);
  const swing = between(1.2, 2.6);
  const phase = between(0, Math.PI * 2);
  const wave = between(0.09, 0.14);
  return (x, y) => {
    const u = (x - 300 + y * lean) * size;
    const v = -(y - 350) * size;
    const turned_x = left + 13 + u * Math.cos(angle) - v * Math.sin(angle);
    const turned_y = base - 14 + u * Math.sin(angle) + v * Math.cos(angle);
    return [turned_x + swing * Math.sin(turned_y * wave + phase), turned_y + swing * Math.sin(turned_x * wave + phase)];
  };
}

const ink = () => `hsl(${Math.round(between(0, 360))} ${Math.round(between(35, 70))}% ${Math.round(between(24, 42))}%)`;

function curve(): string {
  const y = () => between(6, HEIGHT - 6).toFixed(1);
  return `<path d="M${between(-4, 12).toFixed(1)} ${y()}C${between(30, 60).toFixed(1)} ${y()} ${between(90, 120).toFixed(1)} ${y()} ${between(148, 164).toFixed(1)} ${y()}" fill="none" stroke="${ink()}" stroke-width="${between(1.2, 2.4).toFixed(1)}"/>`;
}

const speck = () =>
  `<circle cx="${between(0, WIDTH).toFixed(1)}" cy="${between(0, HEIGHT).toFixed(1)}" r="${between(0.5, 1.4).toFixed(1)}" fill="${ink()}"/>`;

/**
 * Draws `answer` (letters of `CAPTCHA_LETTERS`) as a PNG, 160 x 56 px. Raster only: nothing in the file says the answer
 * but the picture itself.
 */
export async function drawCaptcha(ctx: Ctx, answer: string): Promise<Buffer> {
  const shapes = await glyphs(ctx);
  const letters = [...answer].map((letter, index) => {
    const commands = shapes.get(letter) ?? [];
    return `<path d="${pathData(commands, letterWarp(index))}" fill="${ink()}"/>`;
  });
  const noise = [...Array.from({ length: 4 }, curve), ...Array.from({ length: 46 }, speck)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#f6f7f9"/>${letters.join('')}${noise.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, colours: 64 }).toBuffer();
}
