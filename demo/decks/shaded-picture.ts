import { drawScene, rasterOf, sceneSvg, toJpeg } from '../pictures/picture.ts';
import type { Shape } from './shapes.ts';
import { shapeSvg } from './svg.ts';

/**
 * The pictures of a page as JPEG, by the number of their shape, with the shades that lie on them: no office program draws those alike,
 * and page, PDF and PPTX then share one drawing. `fine`: pixels a unit of the page.
 */
export async function shadedPictures(shapes: readonly Shape[], fine = 1): Promise<Map<number, Buffer>> {
  const made = new Map<number, Buffer>();
  for (const [index, shape] of shapes.entries()) {
    if (shape.is !== 'picture') continue;
    const defs = new Map<string, string>();
    let shades = '';
    for (const [at, shade] of shapes.entries()) {
      if (at <= index || shade.is !== 'shade' || shapes.slice(index + 1, at).some(({ is }) => is !== 'shade')) continue;
      shades += shapeSvg(shade, at, new Map(), defs);
    }
    const size = `width="${Math.round(shape.width * fine)}" height="${Math.round(shape.height * fine)}"`;
    const frame = `viewBox="${shape.x} ${shape.y} ${shape.width} ${shape.height}"`;
    const scene = sceneSvg(await drawScene(shape.wish), 'p', shape);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${frame}><defs>${[...defs.values()].join('')}</defs>${scene}${shades}</svg>`;
    made.set(index, await toJpeg(await rasterOf(svg), 84));
  }
  return made;
}
