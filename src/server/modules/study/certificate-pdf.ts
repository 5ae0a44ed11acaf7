import { certificatePath } from '#contract/study.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { workerTask } from '../../kernel/workers.ts';
import type { drawCertificate } from './draw-certificate.ts';
import { findCertificate } from './learning.repo.ts';

const CERTIFICATE = workerTask<typeof drawCertificate>(new URL('./draw-certificate.ts', import.meta.url), 'drawCertificate');

/** An own certificate as a PDF, with the address that proves it as a code. @throws AppError 404 for what is not theirs; as `Workers.run` */
export async function certificatePdf(ctx: Ctx, id: number): Promise<{ name: string; data: Uint8Array }> {
  const row = await findCertificate(ctx.db, requireUser(ctx), { id });
  if (!row) throw notFound('证书不存在');
  const data = await drawnFile(ctx, CERTIFICATE, {
    ...{ no: row.no, name: row.name, course: `《${row.title}》` },
    taught: `共 ${row.lesson_num} 课 · 讲师 ${row.teacher}`,
    issued: `${shanghaiDay(row.issued_at)} · 策猫`,
    proof: `${ctx.app.config.site_url}${certificatePath(row.no)}`,
  });
  return { name: `结业证书-${row.title}.pdf`, data };
}
