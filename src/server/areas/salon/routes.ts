import { KIND, salonCalls } from '#contract/salon/calls.ts';
import { type Endpoint, serve, serveId } from '../../http/endpoint.ts';
import { icsAnswer, pdfAnswer } from '../../http/file-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import {
  actOnSalon,
  attendancePdf,
  boughtTickets,
  changeHolder,
  comingSalons,
  computeTickets,
  deleteSalonDraft,
  holdAgain,
  joinWaiting,
  leaveWaiting,
  orderTickets,
  ownSalon,
  ownSalons,
  ownTickets,
  priceList,
  refundTicket,
  saveSalon,
  submitSalon,
  ticketCalendar,
  ticketPdf,
} from '../../modules/salons/index.ts';
import { relatedItems } from '../../views/item-screen.ts';

const publicCalls: Endpoint[] = [
  serve(salonCalls.detail, (ctx, { id }) => readDetail(ctx, KIND, id)),
  serve(salonCalls.related, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, KIND, { id, page, limit })),
    page,
    limit,
  })),
  serve(salonCalls.recent, async (ctx, { city }) => {
    const near = city === '' ? [] : await comingSalons(ctx, { city, limit: 1 });
    const [next] = near.length > 0 ? near : await comingSalons(ctx, { city: '', limit: 1 });
    return next ? { id: next.id, title: next.title, city: next.city, starts_at: next.starts_at } : null;
  }),
];

const buyCalls: Endpoint[] = [
  serve(salonCalls.pricelist, (ctx, { id }) => priceList(ctx, id)),
  serve(salonCalls.compute, (ctx, input) => computeTickets(ctx, input)),
  serve(salonCalls.order, (ctx, { idempotency_key, ...input }) =>
    orderTickets(ctx, { ...input, ...(idempotency_key ? { idempotency_key } : {}) }),
  ),
  serve(salonCalls.bought, (ctx, { orderid }) => boughtTickets(ctx, orderid)),
  serve(salonCalls.tickets, (ctx, input) => ownTickets(ctx, input)),
  serve(salonCalls.refund, (ctx, { id }) => refundTicket(ctx, id)),
  serve(salonCalls.holder, (ctx, input) => changeHolder(ctx, input)),
  serve(salonCalls.pdf, async (ctx, { s }) => pdfAnswer(await ticketPdf(ctx, s))),
  serve(salonCalls.certificate, async (ctx, { s }) => pdfAnswer(await attendancePdf(ctx, s))),
  serve(salonCalls.ics, async (ctx, { s }) => icsAnswer('salon.ics', await ticketCalendar(ctx, s))),
  serve(salonCalls.post_waiting, (ctx, input) => joinWaiting(ctx, input)),
  serveId(salonCalls.delete_waiting, (ctx, { id }) => leaveWaiting(ctx, id)),
];

const organiserCalls: Endpoint[] = [
  serve(salonCalls.get_form, (ctx, { id }) => ownSalon(ctx, id)),
  serve(salonCalls.put_form, (ctx, { id, draft_key, edition, ...form }) => saveSalon(ctx, { id, draft_key, edition, form })),
  serve(salonCalls.post_form, (ctx, { id, draft_key, edition, ...form }) => submitSalon(ctx, { id, draft_key, edition, form })),
  serve(salonCalls.mine, (ctx, input) => ownSalons(ctx, input)),
  serve(salonCalls.act, (ctx, input) => actOnSalon(ctx, input)),
  serve(salonCalls.again, (ctx, input) => holdAgain(ctx, input)),
  serveId(salonCalls.draft, (ctx, { id }) => deleteSalonDraft(ctx, id)),
];

export const salonEndpoints: Endpoint[] = [...publicCalls, ...buyCalls, ...organiserCalls];
