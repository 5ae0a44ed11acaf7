import { certificateNo, type ProvenCertificate } from '#contract/study.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { getItem } from '../catalog/index.ts';
import { findCertificateByNo } from './learning.repo.ts';

/** What stands on the certificate of a number, for whoever holds one in their hand; null: there is none. Ten digits of it cannot be guessed. */
export async function proveCertificate(ctx: Ctx, text: string): Promise<ProvenCertificate | null> {
  const no = certificateNo(text);
  const row = no === '' ? null : await findCertificateByNo(ctx.db, no);
  if (!row) return null;
  const { name, title, teacher, lesson_num, issued_at, item_id } = row;
  const shown = (await getItem(ctx, item_id))?.status === 'published' ? 1 : 0;
  return { no, name, title, teacher, lesson_num, at: unixSeconds(issued_at), course_id: item_id, shown };
}
