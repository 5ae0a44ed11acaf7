import { organiseCalls } from '#contract/organise/calls.ts';
import { organiseDoorCalls } from '#contract/organise/door-calls.ts';
import { type Guest, guestStateText } from '#contract/organise.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Endpoint, serve, serveId } from '../../http/endpoint.ts';
import { csvAnswer } from '../../http/file-answer.ts';
import { CSV_START, csvLine } from '../../modules/console/index.ts';
import {
  addGuest,
  askedLabels,
  changeSeat,
  checkInByHand,
  countReached,
  doorLinks,
  doorList,
  endDoorLink,
  guestList,
  guestPieces,
  makeDoorLink,
  noteGuestExport,
  organisedSalon,
  organisedSeats,
  ownRecap,
  refundByOrganiser,
  saveRecap,
  scanOrder,
  scanTicket,
  sentMessages,
  setOnline,
  setSale,
  submitRecap,
  syncScans,
  tellGuests,
  undoCheckIn,
  withdrawRecap,
} from '../../modules/salons/index.ts';
import { recapCards } from '../../views/recap-screen.ts';

const HEAD = '票号 票种 座位 姓名 手机 状态 入场时间 入口 实付（元） 已退（元） 购票时间 订单 原参加者'.split(' ');

const clock = (at_s: number): string => new Date((at_s + 8 * 3_600) * 1000).toISOString().slice(0, 16).replace('T', ' ');

/** One line of the guest list, with a column for each question that is asked. Phones go as text, so that a spreadsheet keeps their digits. */
function guestLine(guest: Guest, asked: readonly string[]): string {
  const others = guest.answers.filter(({ label }) => !asked.includes(label));
  return csvLine([
    guest.seq,
    guest.kind,
    guest.seat,
    guest.name,
    guest.phone,
    guestStateText(guest),
    guest.used_at === null ? null : clock(guest.used_at),
    guest.where,
    guest.paid,
    guest.refunded,
    clock(guest.bought_at),
    guest.order_id,
    guest.former.map(({ name, phone, at }) => `${name} ${phone}（${clock(at)} 转出）`).join('；'),
    ...asked.map((label) => guest.answers.find((one) => one.label === label)?.answer ?? ''),
    others.map(({ label, answer }) => `${label}：${answer}`).join('；'),
  ]);
}

/** The guest list of a salon, piece by piece. Whose it is was asked before. */
export async function* guestsCsv(ctx: Ctx, salon_id: number): AsyncGenerator<string> {
  const asked = await askedLabels(ctx, salon_id);
  yield CSV_START + csvLine([...HEAD, ...asked, '其他回答']);
  for await (const guests of guestPieces(ctx, salon_id)) yield guests.map((guest) => guestLine(guest, asked)).join('');
}

/** What organisers do with the guests of their own salons, and their recaps afterwards. */
export const organiseEndpoints: Endpoint[] = [
  serve(organiseCalls.salon, (ctx, { id }) => organisedSalon(ctx, id)),
  serve(organiseCalls.guests, (ctx, { id, keyword, ...input }) => guestList(ctx, { salon_id: id, search: keyword, ...input })),
  serve(organiseCalls.post_check, (ctx, { id, ...input }) => checkInByHand(ctx, { salon_id: id, ...input })),
  serveId(organiseCalls.delete_check, (ctx, { id, ...input }) => undoCheckIn(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.add, (ctx, { id, ...input }) => addGuest(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.refund, (ctx, { id, ...input }) => refundByOrganiser(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.csv, async (ctx, { id }) => {
    const title = await noteGuestExport(ctx, id);
    return csvAnswer(`来宾名单-${title}.csv`, guestsCsv(ctx, id));
  }),
  serve(organiseCalls.get_message, async (ctx, { id }) => ({
    list: await sentMessages(ctx, id),
    would_reach: { all: await countReached(ctx, id) },
  })),
  serve(organiseCalls.post_message, (ctx, { id, ...input }) => tellGuests(ctx, { salon_id: id, ...input })),
  serveId(organiseCalls.sale, (ctx, { id, on }) => setSale(ctx, { salon_id: id, on })),
  serve(organiseCalls.get_seats, (ctx, { id }) => organisedSeats(ctx, id)),
  serveId(organiseCalls.put_seats, (ctx, { id, ...input }) => changeSeat(ctx, { salon_id: id, ...input })),
  serveId(organiseCalls.online, (ctx, { id, ...input }) => setOnline(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.get_doors, async (ctx, { id }) => ({ list: await doorLinks(ctx, id) })),
  serve(organiseCalls.post_doors, (ctx, { id, ...input }) => makeDoorLink(ctx, { salon_id: id, ...input })),
  serveId(organiseCalls.delete_doors, (ctx, { id, door_id }) => endDoorLink(ctx, { salon_id: id, id: door_id })),
  serve(organiseCalls.get_form, (ctx, { id }) => ownRecap(ctx, id)),
  serve(organiseCalls.post_form, (ctx, { id, edition, ...form }) => saveRecap(ctx, id, form, edition)),
  serve(organiseCalls.put_form, (ctx, { id, ...form }) => submitRecap(ctx, id, form)),
  serveId(organiseCalls.delete_form, (ctx, { id }) => withdrawRecap(ctx, id)),
  serve(organiseCalls.recommend, async (ctx, { id, page, limit }) => ({
    list: await recapCards(ctx, { without: id, page, limit }),
    page,
    limit,
  })),
];

/** Calls of the phones at a door: any holder of a link's token, signed in or not. Its token never stands in an address. */
export const doorEndpoints: Endpoint[] = [
  serve(organiseDoorCalls.list, (ctx, { t }) => doorList(ctx, t)),
  serve(organiseDoorCalls.scan, (ctx, { t, ...scan }) => scanTicket(ctx, { token: t, ...scan })),
  serve(organiseDoorCalls.order, async (ctx, { t, ...input }) => ({ list: await scanOrder(ctx, { token: t, ...input }) })),
  serve(organiseDoorCalls.sync, async (ctx, { t, scans: made }) => ({ list: await syncScans(ctx, { token: t, scans: made }) })),
];
