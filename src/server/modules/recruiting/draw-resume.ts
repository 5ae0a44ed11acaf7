import type { PDFPage } from '@cantoo/pdf-lib';
import type { ResumeContact, ResumeParts } from '#contract/recruit.ts';
import { newPdfPaper, type PdfPaper, wrapText } from '../../kernel/pdf-paper.ts';

const A4 = { width: 595, height: 842 } as const;
const MARGIN = 48;

/** Writes from the top down and begins a page where one is full. */
function createWriter({ document, regular, bold, rgb }: PdfPaper) {
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

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');
const span = (from: string, to: string): string => (from === '' && to === '' ? '' : `${from} – ${to === '' ? '至今' : to}`);

interface DrawnResume {
  title: string;
  parts: ResumeParts;
  /** Null: the reader may not have it. */
  contact: ResumeContact | null;
}

/** A resume as an A4 PDF with its font embedded. For a worker. */
export async function drawResume({ title, parts, contact }: DrawnResume): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await newPdfPaper(title);
  const { write, heading } = createWriter(paper);
  const { person, wish } = parts;
  write(person.name || title, { size: 22, strong: true, after: 2 });
  const age = person.birth_year === '' ? '' : `${person.birth_year} 年生`;
  write(joined(wish.position, person.city, person.years === '' ? '' : `${person.years}经验`, age), { soft: true });
  write(contact === null ? '' : joined(contact.mobile, contact.mail, contact.wechat), { soft: true });
  if (person.about !== '') {
    heading('个人简介');
    write(person.about);
  }
  const wanted = joined(wish.position, wish.city, wish.salary, wish.work, wish.available);
  if (wanted !== '') {
    heading('求职意向');
    write(wanted);
  }
  const part = <Row>(name: string, rows: readonly Row[], draw: (row: Row) => void) => {
    if (rows.length === 0) return;
    heading(name);
    for (const row of rows) draw(row);
  };
  part('工作经历', parts.experience, (one) => {
    write(joined(one.company, one.position), { strong: true, after: 1 });
    write(span(one.from, one.to), { size: 9, soft: true, after: 2 });
    write(one.text, { after: 8 });
  });
  part('项目经历', parts.projects, (one) => {
    write(joined(one.name, one.role), { strong: true, after: 1 });
    write(one.when, { size: 9, soft: true, after: 2 });
    write(one.text, { after: 8 });
  });
  part('教育经历', parts.education, (one) => {
    write(joined(one.school, one.major, one.degree), { strong: true, after: 1 });
    write(span(one.from, one.to), { size: 9, soft: true });
  });
  if (parts.skills.length > 0) {
    heading('技能');
    write(parts.skills.join('、'));
  }
  part('作品', parts.works, (one) => write(one.title));
  return new Uint8Array(await paper.document.save());
}
