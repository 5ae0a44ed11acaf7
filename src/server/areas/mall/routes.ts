import { mallCalls } from '#contract/mall/calls.ts';
import { csvAnswer } from '../../http/csv-answer.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { ownAddresses, removeAddress, saveAddress } from '../../modules/addresses/index.ts';
import { csvPieces, eachOf } from '../../modules/console/index.ts';
import {
  askReturn,
  cancelByStaff,
  cancelRedemption,
  decideReturn,
  exportWaiting,
  goodsDetail,
  goodsForm,
  importShipped,
  offeredGoods,
  ownRedemption,
  ownRedemptions,
  quoteGoods,
  receiveRedemption,
  redeemGoods,
  redemptionForStaff,
  revealParcel,
  saveGoods,
  shipRedemption,
} from '../../modules/mall/index.ts';

/** What readers do in the mall. */
const readers: Endpoint[] = [
  serve(mallCalls.goods, async (ctx, { kind }) => ({ list: await offeredGoods(ctx, kind ?? null) })),
  serve(mallCalls.detail, (ctx, { id }) => goodsDetail(ctx, id)),
  serve(mallCalls.quote, (ctx, input) => quoteGoods(ctx, input)),
  serve(mallCalls.post_order, (ctx, { idempotency_key, ...input }) => redeemGoods(ctx, { ...input, key: idempotency_key })),
  serve(mallCalls.get_order, (ctx, input) => ownRedemptions(ctx, input)),
  serve(mallCalls.one, (ctx, { id }) => ownRedemption(ctx, id)),
  serve(mallCalls.cancel, (ctx, { id, reason }) => cancelRedemption(ctx, id, reason)),
  serve(mallCalls.receive, (ctx, { id }) => receiveRedemption(ctx, id)),
  serve(mallCalls.giveBack, (ctx, { id, reason }) => askReturn(ctx, id, reason)),
  serve(mallCalls.get_address, async (ctx) => ({ list: await ownAddresses(ctx) })),
  serve(mallCalls.post_address, (ctx, input) => saveAddress(ctx, input)),
  serve(mallCalls.delete_address, async (ctx, { id }) => {
    await removeAddress(ctx, id);
    return null;
  }),
];

/** What staff do: goods, parcels, returns. */
const staff: Endpoint[] = [
  serve(mallCalls.get_form, (ctx, { id }) => goodsForm(ctx, id ?? 0)),
  serve(mallCalls.post_form, async (ctx, { id, ...form }) => ({ id: await saveGoods(ctx, { ...form, id: id ?? 0 }) })),
  serve(mallCalls.staff, (ctx, { id }) => redemptionForStaff(ctx, id)),
  serve(mallCalls.reveal, (ctx, { id, reason }) => revealParcel(ctx, id, reason)),
  serve(mallCalls.ship, async (ctx, { id, ...by }) => {
    await shipRedemption(ctx, id, by);
    return null;
  }),
  serve(mallCalls.stop, async (ctx, { id, reason }) => {
    await cancelByStaff(ctx, id, reason);
    return null;
  }),
  serve(mallCalls.decide, async (ctx, input) => {
    await decideReturn(ctx, input);
    return null;
  }),
  serve(mallCalls.export, async (ctx) => {
    const rows = await exportWaiting(ctx);
    return csvAnswer('待寄出.csv', csvPieces(eachOf(rows)));
  }),
  serve(mallCalls.import, (ctx, { text }) => importShipped(ctx, text)),
];

export const mallEndpoints: Endpoint[] = [...readers, ...staff];
