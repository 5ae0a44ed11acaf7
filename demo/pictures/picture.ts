import sharp, { type OutputInfo, type Sharp } from 'sharp';
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

/** A picture before it is placed: what is out of focus, and what is sharp. */
export interface DrawnScene {
  far: string;
  near: string;
}

/** A picture as pixels. */
export interface Raster {
  data: Buffer;
  info: OutputInfo;
}

/** Of a drawing whose ground covers all of it: laying it on another one would take as long as a half of a plain page. */
export const rasterOf = (svg: string): Promise<Raster> => sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
export const pixelsOf = ({ data, info: { width, height, channels } }: Raster): Sharp => sharp(data, { raw: { width, height, channels } });

/** The farthest layer is drawn this small: enlarged it is out of focus. */
const FAR = { width: 160, height: 100 } as const;

const svgOf = (width: number, height: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${FRAME.width} ${FRAME.height}">${body}</svg>`;

/** All over the picture, from a small one. */
const spread = (png: Buffer) =>
  `<image href="data:image/png;base64,${png.toString('base64')}" width="${FRAME.width}" height="${FRAME.height}" preserveAspectRatio="none"/>`;

/** Corners of a photograph are a little darker. A gradient over the whole of it would take longer to draw than the rest. */
const CORNERS = `<defs><radialGradient id="v" cx="0.5" cy="0.45" r="0.75"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.38"/></radialGradient></defs><rect width="${FRAME.width}" height="${FRAME.height}" fill="url(#v)"/>`;
const corners = sharp(Buffer.from(svgOf(FAR.width, FAR.height, CORNERS)))
  .png()
  .toBuffer();
const vignette = corners.then(spread);

export async function drawScene({ subject, mood, seed }: PictureWish): Promise<DrawnScene> {
  const canvas = { far: new Layer('f'), near: new Layer('n'), light: LIGHTS[mood], random: createRandom(seed * 7_919 + subject.length) };
  SUBJECTS[subject](canvas);
  const far = svgOf(FAR.width, FAR.height, placed(canvas.far.svg(), 'far'));
  const far_png = await sharp(Buffer.from(far)).removeAlpha().blur(1.5).png({ compressionLevel: 1 }).toBuffer();
  return { far: spread(far_png), near: `${canvas.near.svg()}${await vignette}` };
}

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture as part of an SVG, filling `place`; what is too much is cut off. `name` is unique in that SVG. */
export function sceneSvg({ far, near }: DrawnScene, name: string, { x, y, width, height }: Place): string {
  return `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${FRAME.width} ${FRAME.height}" preserveAspectRatio="xMidYMid slice">${far}${placed(near, name)}</svg>`;
}

function placed(svg: string, name: string): string {
  return svg.replaceAll('@', `${name}-`);
}

/** A picture by itself, `width` px wide. */
export async function drawPixels(
  wish: PictureWish,
  width: number,
  height = Math.round((width * FRAME.height) / FRAME.width),
): Promise<Raster> {
  const scene = sceneSvg(await drawScene(wish), 'p', { x: 0, y: 0, width, height });
  return rasterOf(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scene}</svg>`);
}

export const toJpeg = (drawn: Raster, quality = 82): Promise<Buffer> => pixelsOf(drawn).jpeg({ quality }).toBuffer();

/** The same as JPEG. */
export const drawPicture = async (...wish: Parameters<typeof drawPixels>): Promise<Buffer> => toJpeg(await drawPixels(...wish));
