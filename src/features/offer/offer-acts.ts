import * as api from './offer.api.ts';

/** What the two sides of an offer do; each throws ApiError with what is to be said. */
export const offerActs = {
  withdraw: api.postWithdraw,
  short: api.postShort,
  decline: api.postDecline,
  agree: api.postAgree,
  report: api.postReport,
  done: api.postDone,
  cancel: api.postCancel,
  dispute: api.postDispute,
  rate: api.postRating,
  versions: api.fetchVersions,
} as const;

/** A page of 我的报价. */
export const loadOwnOffers = api.fetchOwnOffers;
/** Own works that may stand beside an offer. */
export const loadOwnWorks = api.fetchOwnWorks;
