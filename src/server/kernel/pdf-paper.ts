import type { PDFDocument, PDFFont, RGB } from '@cantoo/pdf-lib';
import { ownFontFile } from './own-font.ts';

export interface PdfPaper {
  document: PDFDocument;
  regular: PDFFont;
  bold: PDFFont;
  /** Each part from 0 to 1. */
  rgb(red: number, green: number, blue: number): RGB;
}

/** An empty PDF with our fonts embedded, of which only the glyphs in use are kept. The writer is loaded with the first one. */
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
