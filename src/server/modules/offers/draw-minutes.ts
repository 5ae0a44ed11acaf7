import { newPdfPaper } from '../../kernel/pdf-paper.ts';
import { createPdfWriter } from '../../kernel/pdf-writer.ts';

export interface Minutes {
  title: string;
  about: string;
  parts: Array<{ heading: string; rows: Array<{ text: string; small?: string }> }>;
}

/** Minutes as an A4 PDF. For a worker. */
export async function drawMinutes({ title, about, parts }: Minutes): Promise<Uint8Array<ArrayBuffer>> {
  const paper = await newPdfPaper(title);
  const { write, heading } = createPdfWriter(paper);
  write(title, { size: 18, strong: true, after: 4 });
  write(about, { soft: true });
  for (const part of parts) {
    heading(part.heading);
    for (const { text, small = '' } of part.rows) {
      write(text, { after: small === '' ? 6 : 1 });
      write(small, { size: 8.5, soft: true, after: 7 });
    }
  }
  return new Uint8Array(await paper.document.save());
}
