import { readFile } from 'node:fs/promises';
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import type { Deck } from './deck.ts';
import { fontFile, type Weight, widthOf } from './font.ts';
import { layOut } from './layout.ts';
import { shadedPictures } from './shaded-picture.ts';
import { PAGE, type Shape } from './shapes.ts';
import type { Pictures } from './svg.ts';

const fontBytes = new Map<Weight, Promise<Uint8Array>>();

function font(weight: Weight): Promise<Uint8Array> {
  const known = fontBytes.get(weight) ?? readFile(fontFile(weight));
  fontBytes.set(weight, known);
  return known;
}

type Faces = Record<Weight, PDFFont>;

/** Draws a deck as a 16:9 PDF with its fonts embedded (subset). */
export async function deckToPdf(
  deck: Deck,
  layout: ReadonlyArray<readonly Shape[]> = layOut(deck),
  drawn?: readonly Pictures[],
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const faces: Faces = {
    Regular: await document.embedFont(await font('Regular'), { subset: true }),
    Bold: await document.embedFont(await font('Bold'), { subset: true }),
  };
  document.setTitle(deck.title);
  document.setAuthor(deck.author);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  for (const [index, shapes] of layout.entries()) {
    const page = document.addPage([PAGE.width, PAGE.height]);
    const pictures = drawn?.[index] ?? (await shadedPictures(shapes));
    for (const [at, shape] of shapes.entries()) {
      const jpeg = pictures.get(at);
      if (shape.is === 'picture' && jpeg) {
        page.drawImage(await document.embedJpg(jpeg), {
          x: shape.x,
          y: PAGE.height - shape.y - shape.height,
          width: shape.width,
          height: shape.height,
        });
      } else drawShape(page, shape, faces);
    }
  }
  return document.save();
}

function colour(hex: string) {
  const value = Number.parseInt(hex.slice(1), 16);
  return rgb((value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255);
}

function drawShape(page: PDFPage, shape: Shape, faces: Faces): void {
  const up = (y: number) => PAGE.height - y;
  switch (shape.is) {
    case 'box':
      page.drawRectangle({
        x: shape.x,
        y: up(shape.y + shape.height),
        width: shape.width,
        height: shape.height,
        color: colour(shape.fill),
        opacity: shape.opacity ?? 1,
        rotate: degrees(0),
      });
      return;
    case 'ellipse':
      page.drawEllipse({
        x: shape.x,
        y: up(shape.y),
        xScale: shape.rx,
        yScale: shape.ry,
        color: colour(shape.fill),
        opacity: shape.opacity ?? 1,
      });
      return;
    case 'line':
      page.drawLine({
        start: { x: shape.x1, y: up(shape.y1) },
        end: { x: shape.x2, y: up(shape.y2) },
        thickness: shape.width,
        color: colour(shape.stroke),
      });
      return;
    case 'words':
      shape.lines.forEach((line, row) => {
        const whole = shape.align === 'left' ? 0 : widthOf(shape.weight, line, shape.size);
        const x = shape.x - (shape.align === 'middle' ? whole / 2 : whole);
        page.drawText(line, {
          x,
          y: up(shape.y + row * shape.size * shape.leading),
          size: shape.size,
          font: faces[shape.weight],
          color: colour(shape.fill),
        });
      });
      return;
    case 'picture':
    case 'shade':
      return;
  }
}
