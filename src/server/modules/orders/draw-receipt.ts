import type { PDFFont, PDFPage } from '@cantoo/pdf-lib';
import { RECEIPT, type ReceiptRow } from '#contract/receipt.ts';
import { drawQr, newPdfPaper, wrapText } from '../../kernel/pdf-paper.ts';

/** A4, points. */
const PAGE = { width: 595, height: 842 } as const;
const EDGE = 56;
const ROW = 26;
const CODE = 72;
const TITLE_LINES_MOST = 4;

export interface Receipt {
  /** Of another paper than the receipt: its head, and what its rows and its code are called. */
  head?: { title: string; note: string; rows: string; code: string };
  title: string;
  noun: string;
  amounts: readonly ReceiptRow[];
  facts: readonly ReceiptRow[];
  /** The order's page, which the code says. */
  page: string;
}

const HEAD = { ...RECEIPT, rows: '订单信息', code: '扫码查看订单' };

/** The receipt of an order, or a paper of the same form, as a PDF of one page. For a worker. */
export async function drawReceipt({ head = HEAD, title, noun, amounts, facts, page: address }: Receipt): Promise<Uint8Array<ArrayBuffer>> {
  const { document, regular, bold, rgb } = await newPdfPaper(head.title);
  const [ink, soft, line] = [rgb(0.11, 0.13, 0.16), rgb(0.4, 0.42, 0.48), rgb(0.87, 0.88, 0.9)];
  const page = document.addPage([PAGE.width, PAGE.height]);
  const say = (text: string, y: number, { size = 11, font = regular, color = ink, right = false } = {}) =>
    page.drawText(text, { x: right ? PAGE.width - EDGE - font.widthOfTextAtSize(text, size) : EDGE, y, size, font, color });
  say(head.title, 760, { size: 20, font: bold });
  say(head.note, 736, { size: 10, color: soft });
  rule(page, 720, line);
  let y = 688;
  for (const one of fitted(title, bold)) {
    say(one, y, { size: 14, font: bold });
    y -= 22;
  }
  say(noun, y, { size: 10, color: soft });
  for (const { label, rows, sum } of [
    { label: '金额', rows: amounts, sum: amounts.length - 1 },
    { label: head.rows, rows: facts, sum: -1 },
  ]) {
    y -= 44;
    say(label, y, { size: 12, font: bold });
    rule(page, y - 9, line);
    for (const [at, [name, value]] of rows.entries()) {
      y -= ROW;
      say(name, y, { color: soft });
      say(value, y, { right: true, font: at === sum ? bold : regular });
    }
  }
  await drawQr(page, address, { left: PAGE.width - EDGE - CODE, top: EDGE + CODE + 16, size: CODE, color: ink });
  say(head.code, EDGE, { size: 9, color: soft, right: true });
  return new Uint8Array(await document.save());
}

const rule = (page: PDFPage, y: number, color: ReturnType<Awaited<ReturnType<typeof newPdfPaper>>['rgb']>) =>
  page.drawLine({ start: { x: EDGE, y }, end: { x: PAGE.width - EDGE, y }, thickness: 0.6, color });

const fitted = (title: string, font: PDFFont): string[] => wrapText(title, font, 14, PAGE.width - 2 * EDGE).slice(0, TITLE_LINES_MOST);
