import { readFile } from 'node:fs/promises';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import * as fontkit from 'fontkit';
import { fontFile } from './decks/font.ts';

const SIZE = { width: 595, height: 300 } as const;

/** One sheet with a heading and lines, its font embedded: what a demo has in place of a paper of the tax authority. */
export async function paperPdf(heading: string, lines: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const font = await document.embedFont(await readFile(fontFile('Regular')), { subset: true });
  document.setTitle(heading);
  const page = document.addPage([SIZE.width, SIZE.height]);
  const color = rgb(0.15, 0.15, 0.2);
  page.drawText(heading, { x: 40, y: SIZE.height - 60, size: 20, font, color });
  for (const [at, line] of lines.entries()) page.drawText(line, { x: 40, y: SIZE.height - 100 - at * 24, size: 12, font, color });
  return document.save();
}
