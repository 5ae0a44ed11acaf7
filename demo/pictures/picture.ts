import sharp from 'sharp';
import { createRandom } from '../random.ts';
import { LIGHTS, type Mood } from './moods.ts';
import { banquet, type Canvas, crowd, product, screens, seminar, stage } from './scenes-hall.ts';
import { booth, city, evening, floral, folds, lawn, lights, market, mountains, opening } from './scenes-outside.ts';
import { FRAME, Layer } from './strokes.ts';

export type { Mood };

/** What a picture can show. */
export const SUBJECTS = {
  stage,
  crowd,
  banquet,
  seminar,
  screens,
  product,
  lights,
  evening,
  lawn,
  mountains,
  city,
  floral,
  market,
  booth,
  folds,
  opening,
} as const satisfies Record<string, (canvas: Canvas) => void>;

export type Subject = keyof typeof SUBJECTS;

/** The same wish is the same picture, on every machine. */
export interface PictureWish {
  subject: Subject;
  mood: Mood;
  seed: number;
}

/** A picture before it is placed: what is out of focus as pixels, what is sharp as SVG. */
export interface DrawnScene {
  far_png: Buffer;
  near: string;
}

/** The farthest layer is drawn this small: enlarged it is out of focus. */
const FAR = { width: 240, height: 150 } as const;

export async function drawScene({ subject, mood, seed }: PictureWish): Promise<DrawnScene> {
  const canvas = { far: new Layer('f'), near: new Layer('n'), light: LIGHTS[mood], random: createRandom(seed * 7_919 + subject.length) };
  SUBJECTS[subject](canvas);
  const frame = `width="${FAR.width}" height="${FAR.height}" viewBox="0 0 ${FRAME.width} ${FRAME.height}"`;
  const far = `<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${placed(canvas.far.svg(), 'far')}</svg>`;
  const far_png = await sharp(Buffer.from(far)).blur(2.2).png({ compressionLevel: 1 }).toBuffer();
  return { far_png, near: canvas.near.svg() };
}

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture as part of an SVG, filling `place`; what is too much is cut off. `name` is unique in that SVG. */
export function sceneSvg({ far_png, near }: DrawnScene, name: string, { x, y, width, height }: Place): string {
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${FRAME.width} ${FRAME.height}" preserveAspectRatio="xMidYMid slice"><image href="data:image/png;base64,${far_png.toString('base64')}" width="${FRAME.width}" height="${FRAME.height}" preserveAspectRatio="none"/>${placed(near, name)}${vignette(name)}</svg>`;
}

function placed(svg: string, name: string): string {
  return svg.replaceAll('@', `${name}-`);
}

/** Corners of a photograph are a little darker. */
function vignette(name: string): string {
  return `<defs><radialGradient id="${name}-v" cx="0.5" cy="0.45" r="0.75"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.38"/></radialGradient></defs><rect width="${FRAME.width}" height="${FRAME.height}" fill="url(#${name}-v)"/>`;
}

/** A picture by itself as JPEG of `width` px. */
export async function drawPicture(
  wish: PictureWish,
  width: number,
  height = Math.round((width * FRAME.height) / FRAME.width),
): Promise<Buffer> {
  const scene = await drawScene(wish);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${sceneSvg(scene, 'p', { x: 0, y: 0, width, height })}</svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg({ quality: 82 }).toBuffer();
}
