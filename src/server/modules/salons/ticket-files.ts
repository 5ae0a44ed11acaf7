import type { PDFFont, PDFPage, RGB } from '@cantoo/pdf-lib';
import { type ShownTicket, TICKET_STATE_TEXT, ticketPath } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiTimeText } from '../../kernel/clock.ts';
import { newPdfPaper } from '../../kernel/pdf-paper.ts';
import { qrDots } from '../../kernel/qr-dots.ts';
import { calendarText } from '../planner/index.ts';
import { ticketBySecret } from './own-tickets.ts';

const PAGE = { width: 420, height: 595, margin: 36 } as const;
const QR_SIZE = 168;

/** Text cut into lines of at most the page's width. */
function linesOf(text: string, font: PDFFont, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const sign of text) {
    if (font.widthOfTextAtSize(line + sign, size) > PAGE.width - 2 * PAGE.margin) {
      lines.push(line);
      line = '';
    }
    line += sign;
  }
  return [...lines, line];
}

async function drawCode(page: PDFPage, text: string, top: number, color: RGB): Promise<void> {
  const { size, dots } = await qrDots(text);
  const cell = QR_SIZE / size;
  const left = (PAGE.width - QR_SIZE) / 2;
  for (const [column, row] of dots) {
    page.drawRectangle({ x: left + column * cell, y: top - (row + 1) * cell, width: cell, height: cell, color });
  }
}

const when = ({ salon }: ShownTicket): string =>
  `${shanghaiTimeText(new Date(salon.starts_at * 1000))} 至 ${shanghaiTimeText(new Date(salon.ends_at * 1000)).slice(-5)}`;

/** A ticket as a page to print, with its font embedded. @throws AppError 404 for a secret that is no ticket's */
export async function ticketPdf(ctx: Ctx, secret: string): Promise<{ name: string; data: Uint8Array }> {
  const ticket = await ticketBySecret(ctx, secret);
  const { document, regular, bold, rgb } = await newPdfPaper(`${ticket.salon.title} 门票`);
  const ink = rgb(0.11, 0.13, 0.16);
  const soft = rgb(0.36, 0.38, 0.45);
  const page = document.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.height - PAGE.margin;
  const write = (text: string, size: number, font: PDFFont, color = ink) => {
    for (const line of linesOf(text, font, size)) {
      y -= size * 1.35;
      page.drawText(line, { x: PAGE.margin, y, size, font, color });
    }
    y -= 4;
  };
  const no = String(ticket.seq).padStart(3, '0');
  write(ticket.salon.title, 18, bold);
  write(when(ticket), 12, regular);
  write(`${ticket.salon.city} ${ticket.salon.venue}`, 12, regular);
  write(ticket.salon.address, 10.5, regular, soft);
  y -= 16;
  await drawCode(page, `${ctx.app.config.site_url}${ticketPath(secret)}`, y, ink);
  y -= QR_SIZE + 12;
  write(`${ticket.kind_name} · No.${no} · ${ticket.holder}`, 13, bold);
  write(TICKET_STATE_TEXT[ticket.state], 11, regular, soft);
  write('入场时请出示二维码。一张票一个座位，转发给别人等于转让。', 9.5, regular, soft);
  return { name: `${ticket.salon.title}-门票${no}.pdf`, data: await document.save() };
}

/** The salon of a ticket for a calendar. @throws AppError 404 */
export async function ticketCalendar(ctx: Ctx, secret: string): Promise<string> {
  const { salon, kind_name, seq } = await ticketBySecret(ctx, secret);
  const site = ctx.app.config.site_url;
  const event = {
    uid: `salon-${salon.id}-${seq}@${new URL(site).hostname}`,
    title: salon.title,
    note: `${kind_name} No.${String(seq).padStart(3, '0')}，入场请出示门票二维码`,
    place: `${salon.city} ${salon.venue} ${salon.address}`.trim(),
    url: `${site}${ticketPath(secret)}`,
    at: new Date(salon.starts_at * 1000),
    ends: new Date(salon.ends_at * 1000),
    all_day: false,
    alarms: [1_440, 120],
  };
  return calendarText([event], { name: '策猫沙龙', now: ctx.app.clock.now() });
}
