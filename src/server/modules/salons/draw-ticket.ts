import type { PDFFont } from '@cantoo/pdf-lib';
import { drawQr, newPdfPaper, wrapText } from '../../kernel/pdf-paper.ts';

const PAGE = { width: 420, height: 595, margin: 36 } as const;
const QR_SIZE = 168;

/** What stands on a ticket. */
interface DrawnTicket {
  title: string;
  when: string;
  place: string;
  address: string;
  /** The address that the code says. */
  proof: string;
  holder: string;
  /** Its chair; '': none. */
  seat: string;
  state: string;
  note: string;
}

/** A ticket as a page to print, with its font embedded. For a worker. */
export async function drawTicket(ticket: DrawnTicket): Promise<Uint8Array<ArrayBuffer>> {
  const { document, regular, bold, rgb } = await newPdfPaper(`${ticket.title} 门票`);
  const ink = rgb(0.11, 0.13, 0.16);
  const soft = rgb(0.36, 0.38, 0.45);
  const page = document.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.height - PAGE.margin;
  const write = (text: string, size: number, font: PDFFont, color = ink) => {
    for (const line of wrapText(text, font, size, PAGE.width - 2 * PAGE.margin)) {
      y -= size * 1.35;
      page.drawText(line, { x: PAGE.margin, y, size, font, color });
    }
    y -= 4;
  };
  write(ticket.title, 18, bold);
  write(ticket.when, 12, regular);
  write(ticket.place, 12, regular);
  write(ticket.address, 10.5, regular, soft);
  y -= 16;
  await drawQr(page, ticket.proof, { left: (PAGE.width - QR_SIZE) / 2, top: y, size: QR_SIZE, color: ink });
  y -= QR_SIZE + 12;
  write(ticket.holder, 13, bold);
  if (ticket.seat !== '') write(`座位：${ticket.seat}`, 15, bold);
  write(ticket.state, 11, regular, soft);
  write(ticket.note, 9.5, regular, soft);
  return new Uint8Array(await document.save());
}
