import type { Guest } from '#contract/organise.ts';
import { TICKET_STATE_TEXT } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import { guestPieces } from '../../modules/salons/index.ts';

const HEAD = ['票号', '票种', '姓名', '手机', '状态', '入场时间', '入口', '实付（元）', '购票时间', '订单', '报名问题'];

const clock = (at_s: number): string => new Date((at_s + 8 * 3_600) * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** One line of the guest list. Phones go as text, so that a spreadsheet keeps their digits. */
export function guestLine(guest: Guest): string {
  return csvLine([
    guest.seq,
    guest.kind,
    guest.name,
    guest.phone,
    TICKET_STATE_TEXT[guest.state],
    guest.used_at === null ? null : clock(guest.used_at),
    guest.where,
    guest.paid,
    clock(guest.bought_at),
    guest.order_id,
    guest.answers.map(({ label, answer }) => `${label}：${answer}`).join('；'),
  ]);
}

/** The guest list of a salon, piece by piece. Whose it is was asked before. */
export async function* guestsCsv(ctx: Ctx, salon_id: number): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEAD);
  for await (const guests of guestPieces(ctx, salon_id)) yield guests.map(guestLine).join('');
}
