import { activeCalls } from '#contract/active/calls.ts';
import { type Endpoint, serve, serveDone } from '../../http/endpoint.ts';
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
  serveDone(activeCalls.address, (ctx, input) => saveAddress(ctx, input)),
  serve(activeCalls.mine, async (ctx) => ({ list: await ownPrizes(ctx), chances: await drawChances(ctx) })),
  serve(activeCalls.rounds, async (ctx) => ({ list: await publishedRounds(ctx) })),
  serve(activeCalls.draws, (ctx, input) => publishedDraws(ctx, input)),
  serve(activeCalls.get_admin_form, (ctx, { id }) => roundForm(ctx, id ?? null)),
  serve(activeCalls.post_admin_form, async (ctx, form) => ({ id: await openRound(ctx, form) })),
  serveDone(activeCalls.close, (ctx, { id, reason }) => closeRound(ctx, id, reason)),
  serve(activeCalls.prize, (ctx, { id }) => prizeForStaff(ctx, id)),
  serve(activeCalls.reveal, (ctx, { id, reason }) => revealAddress(ctx, id, reason)),
  serveDone(activeCalls.ship, (ctx, { id, note }) => shipPrize(ctx, id, note)),
  serve(activeCalls.get_admin_form2, (ctx, { id }) => campaignForm(ctx, id)),
  serve(activeCalls.post_admin_form2, async (ctx, { id, ...form }) => ({ id: await saveCampaign(ctx, { ...form, id: id ?? 0 }) })),
];
