import { buffer } from 'node:stream/consumers';
import type { Ctx } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { workerTask } from '../../kernel/workers.ts';
import { applicationPdf } from './applicants.ts';
import type { drawResume } from './draw-resume.ts';
import { ofOwner } from './resumes.ts';

const RESUME = workerTask<typeof drawResume>(new URL('./draw-resume.ts', import.meta.url), 'drawResume');

export interface PdfFile {
  name: string;
  data: Uint8Array;
}

/** One's own resume as a PDF: the uploaded one, or the one that is made of its parts. @throws AppError 404 */
export async function openOwnPdf(ctx: Ctx, id: number, which: 'made' | 'uploaded'): Promise<PdfFile> {
  const row = await ofOwner(ctx, id);
  if (which === 'uploaded' && row.pdf_key !== '') return stored(ctx, row.pdf_key, row.pdf_name);
  return { name: `${row.title}.pdf`, data: await drawnFile(ctx, RESUME, { title: row.title, parts: row.parts, contact: row.contact }) };
}

/** The resume of an application as it was sent, for the recruiter; the contact only while it is shared. @throws AppError 404 */
export async function openSentPdf(ctx: Ctx, id: number, which: 'made' | 'uploaded'): Promise<PdfFile> {
  const row = await applicationPdf(ctx, id);
  // an uploaded file says what it says: who took the contact back took it back as well
  if (which === 'uploaded' && row.pdf_key !== '' && row.contact !== null) return stored(ctx, row.pdf_key, row.pdf_name);
  return {
    name: `${row.parts.person.name}-${row.title}.pdf`,
    data: await drawnFile(ctx, RESUME, { title: row.title, parts: row.parts, contact: row.contact }),
  };
}

async function stored(ctx: Ctx, key: string, name: string): Promise<PdfFile> {
  return { name, data: await buffer(await ctx.app.providers.storage.readPrivate(key)) };
}
