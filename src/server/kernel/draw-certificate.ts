import type { PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';
import { drawQr, newPdfPaper } from './pdf-paper.ts';

/** A4 lying on its side, points. */
const PAGE = { width: 842, height: 595 } as const;
/** Side of the code. */
const PROOF = 84;

/** What stands on a certificate. */
interface DrawnCertificate {
  kind: string;
  no: string;
  name: string;
  line: string;
  subject: string;
  about: string;
  /** What it was for, in its parts. */
  parts?: readonly string[];
  issued: string;
  /** The address that the code says. */
  proof: string;
}

/** A certificate as a PDF, with the address that proves it as a code. For a worker. */
export async function drawCertificate({
  kind,
  no,
  name,
  line,
  subject,
  about,
  parts = [],
  issued,
  proof,
}: DrawnCertificate): Promise<Uint8Array<ArrayBuffer>> {
  const { document, regular, bold, rgb } = await newPdfPaper(`${kind} ${no}`);
  const [ink, soft, gold] = [rgb(0.11, 0.13, 0.16), rgb(0.4, 0.42, 0.48), rgb(0.72, 0.55, 0.2)];
  const page = document.addPage([PAGE.width, PAGE.height]);
  page.drawRectangle({ x: 28, y: 28, width: PAGE.width - 56, height: PAGE.height - 56, borderColor: gold, borderWidth: 2 });
  page.drawRectangle({ x: 36, y: 36, width: PAGE.width - 72, height: PAGE.height - 72, borderColor: gold, borderWidth: 0.6 });
  centred(page, kind, 440, 40, bold, gold);
  centred(page, name, 355, fitting(bold, name, 30), bold, ink);
  centred(page, line, 310, 14, regular, soft);
  centred(page, subject, 262, fitting(bold, subject, 24), bold, ink);
  centred(page, about, 222, fitting(regular, about, 13), regular, soft);
  const names = parts.map((text) => `《${text}》`).join('');
  // what would be too small to be read stands on the page of the path
  if (fitting(regular, names, 12) >= 7) centred(page, names, 192, fitting(regular, names, 12), regular, soft);
  centred(page, issued, 130, 14, regular, ink);
  centred(page, `编号 ${no}`, 100, 11, regular, soft);
  // in the lower right corner: a scan shows what was issued under the number
  const left = PAGE.width - 62 - PROOF;
  await drawQr(page, proof, { left, top: 78 + PROOF, size: PROOF, color: ink });
  const text = `扫码验证${kind}`;
  page.drawText(text, { x: left + (PROOF - regular.widthOfTextAtSize(text, 9)) / 2, y: 62, size: 9, font: regular, color: soft });
  return new Uint8Array(await document.save());
}

function centred(page: PDFPage, text: string, y: number, size: number, font: PDFFont, color: RGB): void {
  page.drawText(text, { x: (PAGE.width - font.widthOfTextAtSize(text, size)) / 2, y, size, font, color });
}

/** The largest size up to `size` in which the text stays within the frame. */
const fitting = (font: PDFFont, text: string, size: number): number =>
  Math.min(size, (size * (PAGE.width - 120)) / font.widthOfTextAtSize(text, size));
