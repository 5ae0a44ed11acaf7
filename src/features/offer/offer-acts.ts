import { gateway, SILENT } from '#client/gateway.ts';
import { type Criterion, type MarkedOffer, OFFER_REASON_MAX, type OfferForm, type OfferTab, type StageAct } from '#contract/offer.ts';
import { askReason, type ReasonWish } from '#kit/ask-reason.tsx';

/** A stage as it is typed; `price` in yuan. */
export interface PlannedStage {
  title: string;
  price: number;
}

/** What the two sides of an offer do; each throws ApiError with what is to be said. */
export const offerActs = {
  send: (id: number, form: OfferForm) => gateway('POST /demand/offer', { ...form, id }, SILENT),
  withdraw: (id: number) => gateway('POST /demand/offer/withdraw', { id }, SILENT),
  short: (id: number, on: boolean) => gateway('POST /demand/offer/short', { id, on: on ? 1 : 0 }, SILENT),
  decline: (id: number, reason: string) => gateway('POST /demand/offer/decline', { id, reason }, SILENT),
  agree: (id: number, version: number, reason: string) => gateway('POST /demand/offer/agree', { id, version, reason }, SILENT),
  report: (id: number, reason: string) => gateway('POST /demand/offer/report', { id, reason }, SILENT),
  done: (id: number) => gateway('POST /demand/agreement/done', { id }, SILENT),
  cancel: (id: number, reason: string) => gateway('POST /demand/agreement/cancel', { id, reason }, SILENT),
  dispute: (id: number, reason: string) => gateway('POST /demand/agreement/dispute', { id, reason }, SILENT),
  ask: (id: number, text: string) => gateway('POST /demand/tender/ask', { id, text }, SILENT),
  answer: (id: number, text: string, publishes: boolean) =>
    gateway('POST /demand/tender/answer', { id, text, publishes: publishes ? 1 : 0 }, SILENT),
  add: (id: number, text: string) => gateway('POST /demand/tender/add', { id, text }, SILENT),
  criteria: (id: number, criteria: Criterion[]) => gateway('POST /demand/tender/criteria', { id, criteria }, SILENT),
  judge: (id: number, mobile: string) => gateway('POST /demand/tender/judge', { id, mobile }, SILENT),
  release: (id: number, user_id: number, reason: string) => gateway('POST /demand/tender/release', { id, user_id, reason }, SILENT),
  mark: (id: number, sheet: MarkedOffer[], hands_in: boolean) =>
    gateway('POST /demand/tender/mark', { id, sheet, hands_in: hands_in ? 1 : 0 }, SILENT),
  plan: (id: number, stages: PlannedStage[]) => gateway('POST /demand/agreement/stages', { id, stages }, SILENT),
  stage: (id: number, act: StageAct, reason: string) => gateway('POST /demand/agreement/stage', { id, act, reason }, SILENT),
  rate: (id: number, stars: number, text: string) => gateway('POST /demand/agreement/rate', { id, stars, text }, SILENT),
  versions: async (id: number) => (await gateway('GET /demand/offer/versions', { id })).list,
} as const;

/** A page of 我的报价. */
export const loadOwnOffers = (tab: OfferTab, page: number) => gateway('GET /demand/offer/mine', { tab, page, limit: 10 }, SILENT);
/** Own works that may stand beside an offer. */
export const loadOwnWorks = async () => (await gateway('GET /user/publish/mine', { tab: 'published', page: 1, limit: 50 }, SILENT)).list;

/** Asks before something is done; why, where there are reasons to offer. True: it was done. */
export async function askFirst(ask: ReasonWish & { run(reason: string): Promise<unknown> }): Promise<boolean> {
  return (await askReason({ back: '再想想', ...(ask.reasons ? { max: OFFER_REASON_MAX } : {}), ...ask })) !== null;
}

/** Takes an own offer back. True: it was done. */
export const askWithdraw = (id: number, noun: string): Promise<boolean> => {
  const about = `撤回后发布者看不到这份${noun}；截止前可以重新提交。`;
  return askFirst({ title: `撤回${noun}`, about, verb: `撤回${noun}`, run: () => offerActs.withdraw(id) });
};
