import { organiseDoorCalls } from '#contract/organise/door-calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { doorList, scanOrder, scanTicket, syncScans } from '../../modules/salons/index.ts';

/** Calls of the phones at a door: whoever has a link's token, signed in or not. Its token never stands in an address. */
export const doorEndpoints: Endpoint[] = [
  serve(organiseDoorCalls.list, (ctx, { t }) => doorList(ctx, t)),
  serve(organiseDoorCalls.scan, (ctx, { t, ...scan }) => scanTicket(ctx, { token: t, ...scan })),
  serve(organiseDoorCalls.order, async (ctx, { t, ...input }) => ({ list: await scanOrder(ctx, { token: t, ...input }) })),
  serve(organiseDoorCalls.sync, async (ctx, { t, scans: made }) => ({ list: await syncScans(ctx, { token: t, scans: made }) })),
];
