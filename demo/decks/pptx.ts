import PptxGenJS from 'pptxgenjs';
import type { Deck } from './deck.ts';
import { widthOf } from './font.ts';
import { layOut } from './layout.ts';
import { shadedPictures } from './shaded-picture.ts';
import type { Shape, Words } from './shapes.ts';
import type { Pictures } from './svg.ts';

type PptxSlide = ReturnType<InstanceType<typeof PptxGenJS>['addSlide']>;

const FACE = 'Microsoft YaHei';
/** Units of a page in an inch, and points in a unit. */
const INCH = 96;
const POINT = 0.75;

/** Draws a deck as an editable 16:9 PPTX: texts are texts, boxes are boxes, pictures can be replaced. */
export async function deckToPptx(
  deck: Deck,
  layout: ReadonlyArray<readonly Shape[]> = layOut(deck),
  drawn?: readonly Pictures[],
): Promise<Uint8Array> {
  const file = new PptxGenJS();
  file.layout = 'LAYOUT_16x9';
  file.title = deck.title;
  file.author = deck.author;
  for (const [index, shapes] of layout.entries()) {
    const page = file.addSlide();
    const pictures = drawn?.[index] ?? (await shadedPictures(shapes));
    for (const [at, shape] of shapes.entries()) draw(page, shape, pictures.get(at));
  }
  return (await file.write({ outputType: 'nodebuffer' })) as Uint8Array;
}

function draw(page: PptxSlide, shape: Shape, jpeg: Buffer | undefined): void {
  const inches = (value: number) => Math.round((value / INCH) * 10_000) / 10_000;
  const hex = (colour: string) => colour.slice(1);
  switch (shape.is) {
    case 'box':
      page.addShape(shape.radius ? 'roundRect' : 'rect', {
        x: inches(shape.x),
        y: inches(shape.y),
        w: inches(shape.width),
        h: inches(shape.height),
        ...(shape.radius ? { rectRadius: inches(shape.radius) } : {}),
        fill: { color: hex(shape.fill), transparency: Math.round((1 - (shape.opacity ?? 1)) * 100) },
      });
      return;
    case 'ellipse':
      page.addShape('ellipse', {
        x: inches(shape.x - shape.rx),
        y: inches(shape.y - shape.ry),
        w: inches(shape.rx * 2),
        h: inches(shape.ry * 2),
        fill: { color: hex(shape.fill), transparency: Math.round((1 - (shape.opacity ?? 1)) * 100) },
      });
      return;
    case 'line':
      page.addShape('line', {
        x: inches(Math.min(shape.x1, shape.x2)),
        y: inches(Math.min(shape.y1, shape.y2)),
        w: inches(Math.abs(shape.x2 - shape.x1)),
        h: inches(Math.abs(shape.y2 - shape.y1)),
        line: { color: hex(shape.stroke), width: shape.width * POINT },
      });
      return;
    case 'picture':
      if (!jpeg) return;
      page.addImage({
        data: `image/jpeg;base64,${jpeg.toString('base64')}`,
        x: inches(shape.x),
        y: inches(shape.y),
        w: inches(shape.width),
        h: inches(shape.height),
      });
      return;
    case 'words':
      drawWords(page, shape, inches);
      return;
    case 'shade':
      return;
  }
}

/** A paragraph is one text that wraps by itself, a little wider than measured: office fonts differ. */
function drawWords(page: PptxSlide, words: Words, inches: (value: number) => number): void {
  const { lines, size, leading, weight, fill, align } = words;
  const width = Math.max(...lines.map((line) => widthOf(weight, line, size))) * 1.06 + 8;
  const left = align === 'left' ? words.x : align === 'middle' ? words.x - width / 2 : words.x - width;
  page.addText(lines.join(''), {
    x: inches(left),
    y: inches(words.y - size * (0.5 + Math.max(1, leading) / 2)),
    w: inches(width),
    h: inches(size * Math.max(1.2, leading) * lines.length),
    fontSize: Math.round(size * POINT * 10) / 10,
    bold: weight === 'Bold',
    color: fill.slice(1),
    fontFace: FACE,
    align: align === 'middle' ? 'center' : align,
    valign: 'top',
    margin: 0,
    wrap: lines.length > 1,
    ...(lines.length > 1 ? { lineSpacing: Math.round(size * POINT * leading * 10) / 10 } : {}),
  });
}
