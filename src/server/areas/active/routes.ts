import { activeCalls } from '#contract/active/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { campaignForm, saveCampaign } from '../../modules/campaigns/index.ts';
import {
  closeRound,
  draw,
  drawChance,
  drawChances,
  openRound,
  ownPrizes,
  prizeForStaff,
  publishedDraws,
  publishedRounds,
  revealAddress,
  roundForm,
  saveAddress,
  shipPrize,
} from '../../modules/draws/index.ts';

export const activeEndpoints: Endpoint[] = [
  serve(activeCalls.chance, (ctx, { orderid }) => drawChance(ctx, orderid)),
  serve(activeCalls.draw, (ctx, { orderid, seed }) => draw(ctx, { orderid, user_seed: seed })),
  serve(activeCalls.address, async (ctx, input) => {
    await saveAddress(ctx, input);
    return null;
  }),
  serve(activeCalls.mine, async (ctx) => ({ list: await ownPrizes(ctx), chances: await drawChances(ctx) })),
  serve(activeCalls.rounds, async (ctx) => ({ list: await publishedRounds(ctx) })),
  serve(activeCalls.draws, (ctx, input) => publishedDraws(ctx, input)),
  serve(activeCalls.get_admin_form, (ctx, { id }) => roundForm(ctx, id ?? null)),
  serve(activeCalls.post_admin_form, async (ctx, form) => ({ id: await openRound(ctx, form) })),
  serve(activeCalls.close, async (ctx, { id, reason }) => {
    await closeRound(ctx, id, reason);
    return null;
  }),
  serve(activeCalls.prize, (ctx, { id }) => prizeForStaff(ctx, id)),
  serve(activeCalls.reveal, (ctx, { id, reason }) => revealAddress(ctx, id, reason)),
  serve(activeCalls.ship, async (ctx, { id, note }) => {
    await shipPrize(ctx, id, note);
    return null;
  }),
  serve(activeCalls.get_admin_form2, (ctx, { id }) => campaignForm(ctx, id)),
  serve(activeCalls.post_admin_form2, async (ctx, { id, ...form }) => ({ id: await saveCampaign(ctx, { ...form, id: id ?? 0 }) })),
];
