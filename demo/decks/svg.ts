import { glyphOf, UNITS, widthOf } from './font.ts';
import { PAGE, type Shape, type Words } from './shapes.ts';

/** JPEG of the picture shapes, with the shades on them, by the number of the shape. */
export type Pictures = ReadonlyMap<number, Buffer>;

/** A page as SVG of `width` px; texts are outlines, so that no font of the machine is needed. */
export function pageSvg(shapes: readonly Shape[], pictures: Pictures, width: number): string {
  const defs = new Map<string, string>();
  // shades are part of the pictures below them
  const body = shapes.map((shape, index) => (shape.is === 'shade' ? '' : shapeSvg(shape, index, pictures, defs))).join('');
  const height = Math.round((width * PAGE.height) / PAGE.width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${PAGE.width} ${PAGE.height}"><defs>${[...defs.values()].join('')}</defs>${body}</svg>`;
}

/** One shape; what it needs defined goes into `defs`. */
export function shapeSvg(shape: Shape, index: number, pictures: Pictures, defs: Map<string, string>): string {
  switch (shape.is) {
    case 'box':
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" rx="${shape.radius ?? 0}" fill="${shape.fill}" fill-opacity="${shape.opacity ?? 1}"/>`;
    case 'ellipse':
      return `<ellipse cx="${shape.x}" cy="${shape.y}" rx="${shape.rx}" ry="${shape.ry}" fill="${shape.fill}" fill-opacity="${shape.opacity ?? 1}"/>`;
    case 'line':
      return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" stroke="${shape.stroke}" stroke-width="${shape.width}"/>`;
    case 'picture': {
      const jpeg = pictures.get(index)?.toString('base64') ?? '';
      const { x, y, width, height } = shape;
      return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" href="data:image/jpeg;base64,${jpeg}"/>`;
    }
    case 'shade': {
      const id = `s${index}`;
      const end = shape.across ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
      defs.set(
        id,
        `<linearGradient id="${id}" x1="0" y1="0" ${end}><stop offset="0" stop-color="${shape.fill}" stop-opacity="${shape.from}"/><stop offset="1" stop-color="${shape.fill}" stop-opacity="${shape.to}"/></linearGradient>`,
      );
      return `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" fill="url(#${id})"/>`;
    }
    case 'words':
      return wordsSvg(shape, defs);
  }
}

function wordsSvg(words: Words, defs: Map<string, string>): string {
  const { size, weight, fill } = words;
  const scale = size / UNITS;
  let out = '';
  words.lines.forEach((line, row) => {
    const whole = words.align === 'left' ? 0 : widthOf(weight, line, size);
    let x = words.x - (words.align === 'middle' ? whole / 2 : whole);
    const y = words.y + row * size * words.leading;
    for (const char of line) {
      const glyph = glyphOf(weight, char);
      const id = `${weight[0]}${char.codePointAt(0)}`;
      if (glyph.path !== '') {
        if (!defs.has(id)) defs.set(id, `<path id="${id}" d="${glyph.path}"/>`);
        out += `<use href="#${id}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale} ${-scale})"/>`;
      }
      x += glyph.width * size;
    }
  });
  return `<g fill="${fill}">${out}</g>`;
}
