import sharp from 'sharp';
import { drawScene } from '../pictures/picture.ts';
import type { Shape } from './shapes.ts';
import { pageSvg } from './svg.ts';

/** Pixels a unit of the page: pictures in files are a little finer than on the screen. */
const FINE = 1.25;

/** The pictures of a page as JPEG, by the number of their shape, with the shades that lie on them: no office program draws those alike. */
export async function shadedPictures(shapes: readonly Shape[]): Promise<Map<number, Buffer>> {
  const made = new Map<number, Buffer>();
  for (const [index, shape] of shapes.entries()) {
    if (shape.is !== 'picture') continue;
    const after = shapes.slice(index + 1);
    const end = after.findIndex(({ is }) => is !== 'shade');
    const together = [shape, ...after.slice(0, end < 0 ? after.length : end)];
    const svg = pageSvg(together, new Map([[0, await drawScene(shape.wish)]]), 960).replace(
      /^<svg [^>]*>/,
      `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(shape.width * FINE)}" height="${Math.round(shape.height * FINE)}" viewBox="${shape.x} ${shape.y} ${shape.width} ${shape.height}">`,
    );
    made.set(index, await sharp(Buffer.from(svg)).flatten().jpeg({ quality: 80 }).toBuffer());
  }
  return made;
}
