import type { PDFPage } from '@cantoo/pdf-lib';
import { type PdfPaper, wrapText } from './pdf-paper.ts';

const A4 = { width: 595, height: 842 } as const;
const MARGIN = 48;

/** Writes A4 pages from the top down and begins a page where one is full. */
export function createPdfWriter({ document, regular, bold, rgb }: PdfPaper) {
  const ink = rgb(0.11, 0.13, 0.16);
  const soft_ink = rgb(0.36, 0.38, 0.45);
  const line_ink = rgb(0.85, 0.86, 0.88);
  let page: PDFPage = document.addPage([A4.width, A4.height]);
  let y = A4.height - MARGIN;
  const need = (height: number) => {
    if (y - height >= MARGIN) return;
    page = document.addPage([A4.width, A4.height]);
    y = A4.height - MARGIN;
  };
  function write(text: string, { size = 10.5, strong = false, soft = false, after = 4 } = {}): void {
    if (text.trim() === '') return;
    const font = strong ? bold : regular;
    for (const line of wrapText(text, font, size, A4.width - 2 * MARGIN)) {
      need(size * 1.5);
      y -= size * 1.2;
      page.drawText(line, { x: MARGIN, y, size, font, color: soft ? soft_ink : ink });
      y -= size * 0.3;
    }
    y -= after;
  }
  function heading(text: string): void {
    need(60);
    y -= 10;
    write(text, { size: 13, strong: true, after: 2 });
    page.drawLine({ start: { x: MARGIN, y }, end: { x: A4.width - MARGIN, y }, thickness: 0.7, color: line_ink });
    y -= 6;
  }
  return { write, heading };
}
