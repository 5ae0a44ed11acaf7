import type { Ctx } from '../../app/ctx.ts';
import { findNews } from './repo.ts';

const REFUSED_MS = 30 * 86_400_000;
const ISSUED_MS = 7 * 86_400_000;

/** Orders of a user whose newest invoice was refused asked for within 30 days and refused, or issued within 7; at most twenty. */
export async function invoiceNews(ctx: Ctx, user_id: number): Promise<{ refused: string[]; issued: string[] }> {
  const now = ctx.app.clock.now().getTime();
  const rows = await findNews(ctx.db, user_id, new Date(now - REFUSED_MS), new Date(now - ISSUED_MS));
  const of = (status: string) => rows.filter((row) => row.status === status).map(({ orderid }) => orderid);
  return { refused: of('refused'), issued: of('issued') };
}
