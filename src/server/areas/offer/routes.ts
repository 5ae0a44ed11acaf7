import { offerCalls } from '#contract/offer/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { sendFile } from '../../http/send-file.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import {
  addToTender,
  agreedBudgets,
  agreeOffer,
  answerTender,
  askTender,
  cancelAgreement,
  confirmDone,
  declineOffer,
  disputeAgreement,
  inviteToOffer,
  makeOffer,
  moveStage,
  offerBoard,
  offerPanel,
  offerVersions,
  openOfferFile,
  ownOffers,
  payStage,
  planStages,
  rateAgreement,
  reportOffer,
  shortList,
  withdrawOffer,
} from '../../modules/offers/index.ts';
import { ratingList } from '../../modules/ratings/index.ts';
import { fittingPeopleOf } from '../../views/fitting-people.ts';

export const offerEndpoints: Endpoint[] = [
  serve(offerCalls.board, (ctx, { id }) => offerBoard(ctx, id)),
  serve(offerCalls.panel, (ctx, { id }) => offerPanel(ctx, id)),
  serve(offerCalls.offer, async (ctx, { id, ...form }) => ({ id: await makeOffer(ctx, { ...form, demand_id: id }) })),
  serve(offerCalls.ask, async (ctx, { id, text }) => {
    await askTender(ctx, id, text);
    return null;
  }),
  serve(offerCalls.answer, async (ctx, { id, text, publishes }) => {
    await answerTender(ctx, id, { text, publishes });
    return null;
  }),
  serve(offerCalls.add, async (ctx, { id, text }) => {
    await addToTender(ctx, id, text);
    return null;
  }),
  serve(offerCalls.budgets, (ctx, input) => agreedBudgets(ctx, input)),
  serve(offerCalls.fitting, (ctx, { id }) => fittingPeopleOf(ctx, id)),
  serve(offerCalls.invite, (ctx, { id, user_id }) => inviteToOffer(ctx, { demand_id: id, user_id })),
  serve(offerCalls.versions, async (ctx, { id }) => ({ list: await offerVersions(ctx, id) })),
  serve(offerCalls.mine, (ctx, input) => ownOffers(ctx, input)),
  serve(offerCalls.withdraw, async (ctx, { id }) => {
    await withdrawOffer(ctx, id);
    return null;
  }),
  serve(offerCalls.short, async (ctx, { id, on }) => {
    await shortList(ctx, id, on);
    return null;
  }),
  serve(offerCalls.decline, async (ctx, input) => {
    await declineOffer(ctx, input.id, input.reason);
    return null;
  }),
  serve(offerCalls.agree, async (ctx, { id, version }) => ({ id: await agreeOffer(ctx, id, version) })),
  serve(offerCalls.report, async (ctx, input) => {
    await reportOffer(ctx, input.id, input.reason);
    return null;
  }),
  serve(offerCalls.file, async (ctx, input, c) => {
    const { name, size_bytes, bytes } = await openOfferFile(ctx, input);
    const headers = {
      'content-type': 'application/octet-stream',
      'content-disposition': contentDisposition(name),
      'cache-control': 'private, no-store',
    };
    return sendFile(c, { size_bytes, headers, read: () => Promise.resolve(bytes) }, ctx.log);
  }),
  serve(offerCalls.stages, async (ctx, { id, stages }) => {
    await planStages(ctx, id, stages);
    return null;
  }),
  serve(offerCalls.stage_pay, (ctx, input) => payStage(ctx, input)),
  serve(offerCalls.stage_act, async (ctx, { id, act }) => {
    await moveStage(ctx, id, act);
    return null;
  }),
  serve(offerCalls.done, async (ctx, { id }) => {
    await confirmDone(ctx, id);
    return null;
  }),
  serve(offerCalls.cancel, async (ctx, input) => {
    await cancelAgreement(ctx, input.id, input.reason);
    return null;
  }),
  serve(offerCalls.dispute, async (ctx, input) => {
    await disputeAgreement(ctx, input.id, input.reason);
    return null;
  }),
  serve(offerCalls.rate, (ctx, { id, ...said }) => rateAgreement(ctx, id, said)),
  serve(offerCalls.list, (ctx, { id, page, limit }) => ratingList(ctx, { user_id: id, page, limit })),
];
