import type { PDFDocument, PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';
import { qrDots } from './glyph-outlines.ts';
import { ownFontFile } from './own-font.ts';

export interface PdfPaper {
  document: PDFDocument;
  regular: PDFFont;
  bold: PDFFont;
  /** Each part from 0 to 1. */
  rgb(red: number, green: number, blue: number): RGB;
}

/**
 * Text cut into lines of at most `width` points. Each sign is measured once: a font that lays out a growing line for every sign takes
 * as long as all the rest together.
 */
export function wrapText(text: string, font: PDFFont, size: number, width: number): string[] {
  const widths = new Map<string, number>();
  const widthOf = (sign: string): number => {
    const known = widths.get(sign) ?? font.widthOfTextAtSize(sign, size);
    widths.set(sign, known);
    return known;
  };
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let room = width;
    for (const sign of paragraph) {
      if (line !== '' && widthOf(sign) > room) {
        lines.push(line);
        line = '';
        room = width;
      }
      line += sign;
      room -= widthOf(sign);
    }
    return [...lines, line];
  });
}

/** An empty PDF with our fonts embedded, only the glyphs in use. For workers: one page takes the loop 0.1 s, many signs seconds. */
export async function newPdfPaper(title: string): Promise<PdfPaper> {
  const [{ PDFDocument, rgb }, fontkit] = await Promise.all([import('@cantoo/pdf-lib'), import('fontkit')]);
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const regular = await document.embedFont(await ownFontFile('Regular'), { subset: true });
  const bold = await document.embedFont(await ownFontFile('Bold'), { subset: true });
  document.setTitle(title);
  document.setCreator('策猫');
  return { document, regular, bold, rgb };
}

/** Draws `text` as a QR code below `top`, each side `size` points. */
export async function drawQr(page: PDFPage, text: string, at: { left: number; top: number; size: number; color: RGB }): Promise<void> {
  const { size, dots } = await qrDots(text);
  const cell = at.size / size;
  for (const [column, row] of dots) {
    page.drawRectangle({ x: at.left + column * cell, y: at.top - (row + 1) * cell, width: cell, height: cell, color: at.color });
  }
}
