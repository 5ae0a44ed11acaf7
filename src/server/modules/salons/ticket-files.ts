import { type ShownTicket, TICKET_STATE_TEXT, ticketPath } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { drawnFile } from '../../app/in-worker.ts';
import { calendarText } from '../../kernel/calendar-text.ts';
import { shanghaiTimeText } from '../../kernel/clock.ts';
import { workerTask } from '../../kernel/workers.ts';
import type { drawTicket } from './draw-ticket.ts';
import { ticketBySecret } from './own-tickets.ts';

const TICKET = workerTask<typeof drawTicket>(new URL('./draw-ticket.ts', import.meta.url), 'drawTicket');

const when = ({ salon }: ShownTicket): string =>
  `${shanghaiTimeText(new Date(salon.starts_at * 1000))} 至 ${shanghaiTimeText(new Date(salon.ends_at * 1000)).slice(-5)}`;

/** A ticket as a page to print, with its font embedded. @throws AppError 404 for a secret that is no ticket's; as `Workers.run` */
export async function ticketPdf(ctx: Ctx, secret: string): Promise<{ name: string; data: Uint8Array }> {
  const ticket = await ticketBySecret(ctx, secret);
  const { title, city, venue, address } = ticket.salon;
  const no = String(ticket.seq).padStart(3, '0');
  const data = await drawnFile(ctx, TICKET, {
    ...{ title, when: when(ticket), place: `${city} ${venue}`, address },
    proof: `${ctx.app.config.site_url}${ticketPath(secret)}`,
    holder: `${ticket.kind_name} · No.${no} · ${ticket.holder}`,
    state: TICKET_STATE_TEXT[ticket.state],
  });
  return { name: `${title}-门票${no}.pdf`, data };
}

/** The salon of a ticket for a calendar. @throws AppError 404 */
export async function ticketCalendar(ctx: Ctx, secret: string): Promise<string> {
  const { salon, kind_name, seq } = await ticketBySecret(ctx, secret);
  const site = ctx.app.config.site_url;
  const event = {
    uid: `salon-${salon.id}-${seq}@${new URL(site).hostname}`,
    title: salon.title,
    note: `${kind_name} No.${String(seq).padStart(3, '0')}，入场请出示门票二维码`,
    place: `${salon.city} ${salon.venue} ${salon.address}`.trim(),
    url: `${site}${ticketPath(secret)}`,
    at: new Date(salon.starts_at * 1000),
    ends: new Date(salon.ends_at * 1000),
    all_day: false,
    alarms: [1_440, 120],
  };
  return calendarText([event], { name: '策猫沙龙', now: ctx.app.clock.now() });
}
