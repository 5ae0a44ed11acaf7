import { certificateNo, certificatePath, type ProvenCertificate } from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import type { drawCertificate } from '../../kernel/draw-certificate.ts';
import { notFound } from '../../kernel/errors.ts';
import { workerTask } from '../../kernel/workers.ts';
import { getItem, seriesView } from '../catalog/index.ts';
import { findCertificate, findCertificateByNo, findCertified, findFinishers } from './learning.repo.ts';
import { certify } from './start-lesson.ts';

const CERTIFICATE = workerTask<typeof drawCertificate>(new URL('../../kernel/draw-certificate.ts', import.meta.url), 'drawCertificate');

/** An own certificate as a PDF, with the address that proves it as a code. @throws AppError 404 for what is not theirs; as `Workers.run` */
export async function certificatePdf(ctx: Ctx, id: number): Promise<{ name: string; data: Uint8Array }> {
  const row = await findCertificate(ctx.db, requireUser(ctx), { id });
  if (!row) throw notFound('证书不存在');
  const path = row.series_id !== null;
  const [kind, line] = path
    ? ['学习路径证书', '已学完以下学习路径的全部课程，特发此证']
    : ['结业证书', '已学完以下课程的全部内容，特发此证'];
  const data = await drawnFile(ctx, CERTIFICATE, {
    ...{ kind, no: row.no, name: row.name, line, subject: `《${row.title}》` },
    about: `共 ${row.lesson_num} ${path ? '门课程' : '课'} · 讲师 ${row.teacher}`,
    parts: row.series_id === null ? [] : await coursesOf(ctx, row.user_id, row.series_id, row.lesson_num),
    issued: `${shanghaiDay(row.issued_at)} · 策猫`,
    proof: `${ctx.app.config.site_url}${certificatePath(row.no)}`,
  });
  return { name: `${kind}-${row.title}.pdf`, data };
}

/** The courses of a finished path as their certificates name them; none where others came or left since. */
async function coursesOf(ctx: Ctx, user_id: number, series_id: number, num: number): Promise<string[]> {
  const ids = (await seriesView(ctx, series_id))?.items.map(({ id }) => id) ?? [];
  const titles = ids.length === num ? await findCertified(ctx.db, user_id, ids) : new Map<number, string>();
  return titles.size === num ? ids.map((id) => titles.get(id) ?? '') : [];
}

/** What stands on the certificate of a number, for any holder of it; null: there is none. Ten digits of it cannot be guessed. */
export async function proveCertificate(ctx: Ctx, text: string): Promise<ProvenCertificate | null> {
  const no = certificateNo(text);
  const row = no === '' ? null : await findCertificateByNo(ctx.db, no);
  if (!row) return null;
  const { name, title, teacher, lesson_num, issued_at, item_id, series_id } = row;
  const shown = item_id === null ? await seriesView(ctx, series_id ?? 0) : (await getItem(ctx, item_id))?.status === 'published';
  return {
    ...{ no, name, title, teacher, lesson_num, at: unixSeconds(issued_at), path: series_id === null ? 0 : 1 },
    ...{ about_id: item_id ?? series_id ?? 0, shown: shown ? 1 : 0 },
  };
}

/** Sent with `{ item_id }` when a course has fewer lessons than before. */
export const CERTIFY_JOB = 'study.certify';
const BATCH = 200;

/** Issues the certificates of those who have done every lesson that is left, and who have none. Again does nothing. */
export async function certifyLearners(ctx: Ctx, item_id: number, stopping?: AbortSignal): Promise<number> {
  let issued = 0;
  for (let after = 0; ; ) {
    stopping?.throwIfAborted();
    const ids = await findFinishers(ctx.db, item_id, after, BATCH);
    for (const user_id of ids) if ((await inTransaction(ctx, (tx) => certify(tx, user_id, item_id))) !== '') issued++;
    if (ids.length < BATCH) return issued;
    after = ids.at(-1) ?? after;
  }
}
