import { organiseCalls } from '#contract/organise/calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import {
  checkInByHand,
  countReached,
  doorLinks,
  endDoorLink,
  guestList,
  makeDoorLink,
  noteGuestExport,
  organisedSalon,
  ownRecap,
  saveRecap,
  sentMessages,
  setSale,
  submitRecap,
  tellGuests,
  undoCheckIn,
  withdrawRecap,
} from '../../modules/salons/index.ts';
import { recapCards } from '../../views/recap-screen.ts';
import { guestsCsv } from './guests-csv.ts';

/** What organisers do with the guests of their own salons, and what they tell of them afterwards. */
export const organiseEndpoints: Endpoint[] = [
  serve(organiseCalls.salon, (ctx, { id }) => organisedSalon(ctx, id)),
  serve(organiseCalls.guests, (ctx, { id, keyword, ...input }) => guestList(ctx, { salon_id: id, search: keyword, ...input })),
  serve(organiseCalls.post_check, (ctx, { id, ...input }) => checkInByHand(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.delete_check, async (ctx, { id, ...input }) => {
    await undoCheckIn(ctx, { salon_id: id, ...input });
    return { id };
  }),
  serve(organiseCalls.csv, async (ctx, { id }) => {
    const title = await noteGuestExport(ctx, id);
    return csvAnswer(`来宾名单-${title}.csv`, guestsCsv(ctx, id));
  }),
  serve(organiseCalls.get_message, async (ctx, { id }) => ({
    list: await sentMessages(ctx, id),
    would_reach: await countReached(ctx, id),
  })),
  serve(organiseCalls.post_message, (ctx, { id, ...input }) => tellGuests(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.sale, async (ctx, { id, on }) => {
    await setSale(ctx, { salon_id: id, on });
    return { id };
  }),
  serve(organiseCalls.get_doors, async (ctx, { id }) => ({ list: await doorLinks(ctx, id) })),
  serve(organiseCalls.post_doors, (ctx, { id, ...input }) => makeDoorLink(ctx, { salon_id: id, ...input })),
  serve(organiseCalls.delete_doors, async (ctx, { id, door_id }) => {
    await endDoorLink(ctx, { salon_id: id, id: door_id });
    return { id };
  }),
  serve(organiseCalls.get_form, (ctx, { id }) => ownRecap(ctx, id)),
  serve(organiseCalls.post_form, (ctx, { id, edition, ...form }) => saveRecap(ctx, id, form, edition)),
  serve(organiseCalls.put_form, (ctx, { id, ...form }) => submitRecap(ctx, id, form)),
  serve(organiseCalls.delete_form, async (ctx, { id }) => {
    await withdrawRecap(ctx, id);
    return { id };
  }),
  serve(organiseCalls.recommend, async (ctx, { id, page, limit }) => ({
    list: await recapCards(ctx, { without: id, page, limit }),
    page,
    limit,
  })),
];
