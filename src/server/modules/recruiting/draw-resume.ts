import type { ResumeContact, ResumeParts } from '#contract/recruit.ts';
import { newPdfPaper } from '../../kernel/pdf-paper.ts';
import { createPdfWriter } from '../../kernel/pdf-writer.ts';

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
  const { write, heading } = createPdfWriter(paper);
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
