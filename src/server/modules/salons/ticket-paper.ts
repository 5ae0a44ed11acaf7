import { type ShownTicket, TICKET_STATE_TEXT } from '#contract/salon.ts';
import { whenText } from '#contract/salon-time.ts';

export const OVER_TEXT = '这张门票不能再使用。';
export const isOver = ({ state }: ShownTicket): boolean => state !== 'valid' && state !== 'used';

/** What it is to its holder. */
export const ticketWord = ({ state, given }: Pick<ShownTicket, 'state' | 'given'>): string => (given ? '已转让' : TICKET_STATE_TEXT[state]);

/** What stands on a printed ticket: all that its page says, with the code that is typed where no camera reads. `proof`: the address in the QR. */
export function paperOf(ticket: ShownTicket, proof: string) {
  const { title, city, venue, address, starts_at, ends_at } = ticket.salon;
  const state = ticketWord(ticket);
  return {
    ...{ title, when: whenText(starts_at, ends_at), place: `${city} ${venue}`, address, proof },
    holder: `${ticket.kind_name} · No.${String(ticket.seq).padStart(3, '0')} · ${ticket.holder}`,
    seat: ticket.seat,
    state: isOver(ticket) ? state : `票码 ${ticket.code} · ${state}`,
    note: isOver(ticket)
      ? OVER_TEXT
      : ticket.online
        ? '线上参加：扫码打开门票页，开始前从那里进入线上会场。'
        : '入场时请出示二维码。一张票一个座位；换人参加请让购票人在“我的沙龙”转让。',
  };
}
