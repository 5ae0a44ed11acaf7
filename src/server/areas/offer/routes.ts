import { offerCalls } from '#contract/offer/calls.ts';
import { type Endpoint, serve, serveDone } from '../../http/endpoint.ts';
import { ownFileHeaders, pdfAnswer } from '../../http/file-answer.ts';
import { sendFile } from '../../http/send-file.ts';
import {
  addToTender,
  agreedBudgets,
  agreeOffer,
  answerTender,
  askJudge,
  askTender,
  cancelAgreement,
  confirmDone,
  declineOffer,
  disputeAgreement,
  fillPurse,
  inviteToOffer,
  makeOffer,
  markOffers,
  moveStage,
  offerBoard,
  offerPanel,
  offerVersions,
  openOfferFile,
  ownOffers,
  ownPurse,
  payStage,
  planStages,
  rateAgreement,
  releaseJudge,
  reportOffer,
  setCriteria,
  shortList,
  takeFromPurse,
  tenderMinutes,
  withdrawOffer,
} from '../../modules/offers/index.ts';
import { ratingList } from '../../modules/ratings/index.ts';
import { fittingPeopleOf } from '../../views/fitting-people.ts';

export const offerEndpoints: Endpoint[] = [
  serve(offerCalls.board, (ctx, { id }) => offerBoard(ctx, id)),
  serve(offerCalls.panel, (ctx, { id }) => offerPanel(ctx, id)),
  serve(offerCalls.offer, async (ctx, { id, ...form }) => ({ id: await makeOffer(ctx, { ...form, demand_id: id }) })),
  serveDone(offerCalls.ask, (ctx, { id, text }) => askTender(ctx, id, text)),
  serveDone(offerCalls.answer, (ctx, { id, text, publishes }) => answerTender(ctx, id, { text, publishes })),
  serveDone(offerCalls.add, (ctx, { id, text }) => addToTender(ctx, id, text)),
  serveDone(offerCalls.criteria, (ctx, { id, criteria }) => setCriteria(ctx, id, criteria)),
  serveDone(offerCalls.judge, (ctx, { id, mobile }) => askJudge(ctx, id, mobile)),
  serveDone(offerCalls.release, (ctx, { id, ...of }) => releaseJudge(ctx, { demand_id: id, ...of })),
  serveDone(offerCalls.mark, (ctx, { id, ...of }) => markOffers(ctx, id, of)),
  serve(offerCalls.minutes, async (ctx, { id }) => pdfAnswer(await tenderMinutes(ctx, id))),
  serve(offerCalls.budgets, (ctx, input) => agreedBudgets(ctx, input)),
  serve(offerCalls.fitting, (ctx, { id }) => fittingPeopleOf(ctx, id)),
  serve(offerCalls.invite, (ctx, { id, user_id }) => inviteToOffer(ctx, { demand_id: id, user_id })),
  serve(offerCalls.versions, async (ctx, { id }) => ({ list: await offerVersions(ctx, id) })),
  serve(offerCalls.mine, (ctx, input) => ownOffers(ctx, input)),
  serveDone(offerCalls.withdraw, (ctx, { id }) => withdrawOffer(ctx, id)),
  serveDone(offerCalls.short, (ctx, { id, on }) => shortList(ctx, id, on)),
  serveDone(offerCalls.decline, (ctx, input) => declineOffer(ctx, input.id, input.reason)),
  serve(offerCalls.agree, async (ctx, { id, version, reason }) => ({ id: await agreeOffer(ctx, id, version, reason) })),
  serveDone(offerCalls.report, (ctx, input) => reportOffer(ctx, input.id, input.reason)),
  serve(offerCalls.file, async (ctx, input, c) => {
    const { name, size_bytes, bytes } = await openOfferFile(ctx, input);
    const headers = ownFileHeaders(name, 'application/octet-stream');
    return sendFile(c, { size_bytes, headers, read: () => Promise.resolve(bytes) }, ctx.log);
  }),
  serveDone(offerCalls.stages, (ctx, { id, stages }) => planStages(ctx, id, stages)),
  serve(offerCalls.stage_pay, (ctx, input) => payStage(ctx, input)),
  serveDone(offerCalls.stage_act, (ctx, { id, act, reason }) => moveStage(ctx, id, act, reason)),
  serveDone(offerCalls.done, (ctx, { id }) => confirmDone(ctx, id)),
  serveDone(offerCalls.cancel, (ctx, input) => cancelAgreement(ctx, input.id, input.reason)),
  serveDone(offerCalls.dispute, (ctx, input) => disputeAgreement(ctx, input.id, input.reason)),
  serve(offerCalls.rate, (ctx, { id, ...said }) => rateAgreement(ctx, id, said)),
  serve(offerCalls.purse, (ctx) => ownPurse(ctx)),
  serveDone(offerCalls.purse_fill, (ctx, input) => fillPurse(ctx, input.amount, input.idempotency_key)),
  serveDone(offerCalls.purse_take, (ctx, input) => takeFromPurse(ctx, input.amount, input.idempotency_key)),
  serve(offerCalls.list, (ctx, { id, page, limit }) => ratingList(ctx, { user_id: id, page, limit })),
];
