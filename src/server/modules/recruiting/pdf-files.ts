import { RESUME_PDF_MAX_BYTES } from '#contract/recruit.ts';
import type { Ctx } from '../../app/ctx.ts';
import { sweeperOf } from '../../app/sweeper.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { newStorageKey } from '../../providers/storage/port.ts';
import { fileState, originalFile } from '../publishing/index.ts';
import { namedPdfs } from './resumes.repo.ts';

export const pdfFiles = sweeperOf('recruiting.sweep', namedPdfs);

export interface StoredPdf {
  key: string;
  name: string;
  size_bytes: number;
}

/** Copies an own uploaded PDF to where resumes keep theirs. @throws AppError 404 for what is not theirs, code 1 when it is no PDF or too large */
export async function takePdf(ctx: Ctx, file_id: number): Promise<StoredPdf> {
  const { file } = await fileState(ctx, file_id);
  if (file.type !== 'pdf') throw invalid({ file_id: '请上传 PDF 文件' });
  if (file.size_bytes > RESUME_PDF_MAX_BYTES) throw invalid({ file_id: '简历最大 10 MB' });
  const original = await originalFile(ctx, file_id);
  if (!original) throw new AppError('文件不存在，请重新上传', { status: 404 });
  const key = await pdfFiles.newKey(ctx, newStorageKey());
  const { storage } = ctx.app.providers;
  await storage.putPrivate(key, await storage.readPrivate(original.key));
  return { key, name: original.name, size_bytes: original.size_bytes };
}
