import type { PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';
import { certificatePath } from '#contract/study.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { newPdfPaper } from '../../kernel/pdf-paper.ts';
import { qrDots } from '../../kernel/qr-dots.ts';
import { findCertificate } from './learning.repo.ts';

/** A4 lying on its side, points. */
const PAGE = { width: 842, height: 595 } as const;
/** Side of the code. */
const PROOF = 84;

/** An own certificate as a PDF, with the address that proves it as a code. @throws AppError 404 for what is not theirs */
export async function certificatePdf(ctx: Ctx, id: number): Promise<{ name: string; data: Uint8Array }> {
  const row = await findCertificate(ctx.db, requireUser(ctx), { id });
  if (!row) throw notFound('证书不存在');
  const { document, regular, bold, rgb } = await newPdfPaper(`结业证书 ${row.no}`);
  const [ink, soft, gold] = [rgb(0.11, 0.13, 0.16), rgb(0.4, 0.42, 0.48), rgb(0.72, 0.55, 0.2)];
  const page = document.addPage([PAGE.width, PAGE.height]);
  page.drawRectangle({ x: 28, y: 28, width: PAGE.width - 56, height: PAGE.height - 56, borderColor: gold, borderWidth: 2 });
  page.drawRectangle({ x: 36, y: 36, width: PAGE.width - 72, height: PAGE.height - 72, borderColor: gold, borderWidth: 0.6 });
  centred(page, '结业证书', 440, 40, bold, gold);
  centred(page, row.name, 355, 30, bold, ink);
  centred(page, '已学完以下课程的全部内容，特发此证', 310, 14, regular, soft);
  centred(page, `《${row.title}》`, 262, fitting(bold, `《${row.title}》`, 24), bold, ink);
  centred(page, `共 ${row.lesson_num} 课 · 讲师 ${row.teacher}`, 222, 13, regular, soft);
  centred(page, `${shanghaiDay(row.issued_at)} · 策猫`, 130, 14, regular, ink);
  centred(page, `证书编号 ${row.no}`, 100, 11, regular, soft);
  await drawProof(page, `${ctx.app.config.site_url}${certificatePath(row.no)}`, regular, { ink, soft });
  return { name: `结业证书-${row.title}.pdf`, data: await document.save() };
}

/** In the lower right corner: who scans it sees what was issued under the number. */
async function drawProof(page: PDFPage, url: string, font: PDFFont, { ink, soft }: { ink: RGB; soft: RGB }): Promise<void> {
  const { size, dots } = await qrDots(url);
  const left = PAGE.width - 62 - PROOF;
  for (const [column, row] of dots) {
    const [x, y] = [left + (column * PROOF) / size, 78 + PROOF - ((row + 1) * PROOF) / size];
    page.drawRectangle({ x, y, width: PROOF / size, height: PROOF / size, color: ink });
  }
  const text = '扫码验证证书';
  page.drawText(text, { x: left + (PROOF - font.widthOfTextAtSize(text, 9)) / 2, y: 62, size: 9, font, color: soft });
}

function centred(page: PDFPage, text: string, y: number, size: number, font: PDFFont, color: RGB): void {
  page.drawText(text, { x: (PAGE.width - font.widthOfTextAtSize(text, size)) / 2, y, size, font, color });
}

/** The largest size up to `size` in which the text stays within the frame. */
const fitting = (font: PDFFont, text: string, size: number): number =>
  Math.min(size, (size * (PAGE.width - 120)) / font.widthOfTextAtSize(text, size));
