import { ticketCode } from '#contract/door.ts';
import { maskedName, type OwnTicket, type OwnTicketList, type ShownTicket, ticketPath } from '#contract/salon.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { calendarText } from '../../kernel/calendar-text.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { portion } from '../../kernel/money.ts';
import { workerTask } from '../../kernel/workers.ts';
import type { drawTicket } from './draw-ticket.ts';
import { isCertified, isHolder, ticketActs } from './give-ticket.ts';
import { countTicketsHeld, findHandover, findTicketsHeld, lastHandover } from './handover.repo.ts';
import { isMovedSince, percentNow } from './read-salon.ts';
import { findKinds, findSalon, findSalons, kindText, type SalonRow, type TicketRow } from './repo.ts';
import { linkHours } from './rules.ts';
import { findTicketBySecret } from './seats.repo.ts';
import { isOver, OVER_TEXT, paperOf } from './ticket-paper.ts';
import { ownWaiting } from './waiting.ts';

const seconds = (at: Date | null): number => (at ? unixSeconds(at) : 0);

/** Own tickets, the newest first, and own entries on waiting lists. */
export async function ownTickets(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<OwnTicketList> {
  const user_id = requireUser(ctx);
  const rows = await findTicketsHeld(ctx.db, { user_id, offset: (page - 1) * limit, limit });
  const total = await countTicketsHeld(ctx.db, user_id);
  return { list: await ownTicketsOf(ctx, rows), total, page, limit, waiting: await ownWaiting(ctx, null) };
}

/** Tickets in the words of who bought them, or was given them: what they cost stays with their buyer. */
export async function ownTicketsOf(ctx: Ctx, rows: readonly TicketRow[]): Promise<OwnTicket[]> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const ids = [...new Set(rows.map(({ salon_id }) => salon_id))];
  const [salons, kinds] = [await findSalons(ctx.db, ids), await findKinds(ctx.db, ids)];
  return rows.flatMap((row) => {
    const salon = salons.get(row.salon_id);
    if (!salon) return [];
    const given = row.buyer_id !== user_id;
    const percent = row.state === 'valid' && !given ? percentNow(ctx, salon, row) : 0;
    const kind = kinds.get(row.salon_id)?.find(({ id }) => id === row.kind_id);
    const questions = kind?.questions ?? [];
    return [
      {
        ...{ id: row.id, salon_id: row.salon_id, title: salon.title, city: salon.city, venue: salon.venue, salon_state: salon.state },
        ...{ starts_at: seconds(salon.starts_at), ends_at: seconds(salon.ends_at) },
        ...{ kind_name: kindText(kind?.name ?? '', row), given, questions, online: kind?.is_online ?? false },
        acts: ticketActs({ user_id, now }, salon, row, questions),
        answers: isHolder(row, user_id) ? row.answers : [],
        ...{ seat: row.seat, holder_name: row.holder_name, seq: row.seq, state: row.state, orderid: given ? '' : row.orderid },
        ...{ paid: given ? 0 : row.paid_fen / 100, refunded: given ? 0 : row.refunded_fen / 100, refund_percent: percent },
        ...{ moved: isMovedSince(salon, row), path: ticketPath(row.secret) },
        refund: percent > 0 ? portion(row.paid_fen, percent, 100) / 100 : -1,
      },
    ];
  });
}

/** A ticket by its secret, or by one of before it was given to somebody else; null: there is none. */
export async function findShown(ctx: Ctx, secret: string): Promise<{ row: TicketRow; salon: SalonRow; shown: ShownTicket } | null> {
  const good = await findTicketBySecret(ctx.db, secret);
  const old = good ? null : await findHandover(ctx.db, sha256(secret));
  const row = good ?? old?.ticket;
  const salon = row && (await findSalon(ctx.db, row.salon_id));
  if (!row || !salon) return null;
  const kind = (await findKinds(ctx.db, [row.salon_id])).get(row.salon_id)?.find(({ id }) => id === row.kind_id);
  const { item_id: id, title, state, city, venue, address } = salon;
  const now_ms = ctx.app.clock.now().getTime();
  const { opens_ms, closes_ms } = linkHours(salon);
  const shown: ShownTicket = {
    online: kind?.is_online
      ? { opens_at: Math.floor(opens_ms / 1000), is_open: now_ms >= opens_ms && now_ms <= closes_ms, is_over: now_ms > closes_ms }
      : null,
    certified: old === null && isCertified(salon, row, ctx.app.clock.now()),
    ...{ code: ticketCode(sha256(secret)), given: old !== null, state: old ? 'revoked' : row.state, seq: row.seq },
    ...{ kind_name: kindText(kind?.name ?? '', row), seat: old ? '' : row.seat, holder: maskedName(old?.from_name ?? row.holder_name) },
    salon: { id, title, state, city, venue, address, starts_at: seconds(salon.starts_at), ends_at: seconds(salon.ends_at) },
  };
  return { row, salon, shown };
}

/** A ticket by its secret, as any holder may see it; null: there is none. */
export async function shownTicket(ctx: Ctx, secret: string): Promise<ShownTicket | null> {
  return (await findShown(ctx, secret))?.shown ?? null;
}

/** @throws AppError 404 */
async function ticketBySecret(ctx: Ctx, secret: string) {
  const found = await findShown(ctx, secret);
  if (!found) throw notFound('没有这张门票');
  return found;
}

const TICKET = workerTask<typeof drawTicket>(new URL('./draw-ticket.ts', import.meta.url), 'drawTicket');

/** A ticket as a page to print, with its font embedded. @throws AppError 404 for a secret that is no ticket's; as `Workers.run` */
export async function ticketPdf(ctx: Ctx, secret: string): Promise<{ name: string; data: Uint8Array }> {
  const { shown: ticket } = await ticketBySecret(ctx, secret);
  const paper = paperOf(ticket, `${ctx.app.config.site_url}${ticketPath(secret)}`);
  const data = await drawnFile(ctx, TICKET, paper);
  return { name: `${paper.title}-门票${String(ticket.seq).padStart(3, '0')}.pdf`, data };
}

/** The salon of a ticket for a calendar, where it takes the place of what was there before, or strikes it out. @throws AppError 404 */
export async function ticketCalendar(ctx: Ctx, secret: string): Promise<string> {
  const { row, salon: now_salon, shown: ticket } = await ticketBySecret(ctx, secret);
  const { salon, kind_name, seq, seat } = ticket;
  const is_over = isOver(ticket) || salon.state === 'cancelled';
  const changes = [now_salon.changed_at, row.ended_at, await lastHandover(ctx.db, row.id)];
  const last_s = Math.max(...changes.map(seconds), seconds(row.created_at));
  const site = ctx.app.config.site_url;
  const event = {
    uid: `salon-${salon.id}-${seq}@${new URL(site).hostname}`,
    title: salon.title,
    note: `${kind_name} No.${String(seq).padStart(3, '0')}，${seat && `座位：${seat}，`}${is_over ? OVER_TEXT : ticket.online ? '线上参加，从门票页进入' : '入场请出示门票二维码'}`,
    place: `${salon.city} ${salon.venue} ${salon.address}`.trim(),
    url: `${site}${ticketPath(secret)}`,
    at: new Date(salon.starts_at * 1000),
    ends: new Date(salon.ends_at * 1000),
    all_day: false,
    alarms: [1_440, 120],
    sequence: last_s - seconds(row.created_at) + Number(salon.state === 'cancelled'),
    is_over,
  };
  return calendarText([event], { name: '策猫沙龙', now: ctx.app.clock.now(), cancels: is_over });
}
