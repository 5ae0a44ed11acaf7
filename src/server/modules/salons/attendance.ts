import { proofNo, proofPath } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import type { drawCertificate } from '../../kernel/draw-certificate.ts';
import { forbidden, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { workerTask } from '../../kernel/workers.ts';
import { isCertified } from './give-ticket.ts';
import { findTicketByProof, takeProof } from './handover.repo.ts';
import { findShown } from './own-tickets.ts';
import { findSalon } from './repo.ts';

const CERTIFICATE = workerTask<typeof drawCertificate>(new URL('../../kernel/draw-certificate.ts', import.meta.url), 'drawCertificate');

/**
 * A certificate of attendance as a PDF: who was let in at the door, or opened the link while it ran, has it once the salon is over.
 * @throws AppError 404; 403 for who was not there, or where the organiser gives none; as `Workers.run`
 */
export async function attendancePdf(ctx: Ctx, secret: string): Promise<{ name: string; data: Uint8Array }> {
  const found = await findShown(ctx, secret);
  if (!found) throw notFound('没有这张门票');
  const { row, salon, shown } = found;
  if (!shown.certified || !salon.starts_at) throw forbidden('这张门票没有参加证明：活动结束后，签到入场或线上参加的人可以下载');
  const no = await takeProof(ctx.db, row.id, serialNumber(ctx.app.clock.now(), 'CS'));
  const data = await drawnFile(ctx, CERTIFICATE, {
    ...{ kind: '参加证明', no, name: row.holder_name, line: '参加了以下活动，特此证明', subject: `《${salon.title}》` },
    about: `主办方 ${salon.organiser} · ${salon.city} ${salon.venue}`,
    issued: `${shanghaiDay(salon.starts_at)} · 策猫`,
    proof: `${ctx.app.config.site_url}${proofPath(no)}`,
  });
  return { name: `参加证明-${salon.title}.pdf`, data };
}

/** What stands on the certificate of a number, for any holder of it; null: there is none, or its entry was taken back. */
export async function provenAttendance(ctx: Ctx, text: string) {
  const no = proofNo(text);
  const row = no === '' ? null : await findTicketByProof(ctx.db, no);
  const salon = row && (await findSalon(ctx.db, row.salon_id));
  if (!row || !salon?.starts_at || !isCertified(salon, row, ctx.app.clock.now())) return null;
  const { item_id: id, title, organiser, city, venue } = salon;
  return { id, no, name: row.holder_name, title, organiser, place: `${city} ${venue}`, day: shanghaiDay(salon.starts_at) };
}
