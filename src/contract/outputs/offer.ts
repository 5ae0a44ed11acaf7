import { z } from 'zod';
import {
  AGREEMENT_STATES,
  type AgreementState,
  JUDGE_STATES,
  type JudgeState,
  OFFER_STATES,
  type OfferState,
  STAGE_ACTS,
  STAGE_STATES,
  type StageState,
} from '#contract/offer.ts';
import { RATING_SUBJECTS, type RatingSubject } from '#contract/rating.ts';

const offerState = z.enum(Object.keys(OFFER_STATES) as [OfferState, ...OfferState[]]);
const agreementState = z.enum(Object.keys(AGREEMENT_STATES) as [AgreementState, ...AgreementState[]]);
const sum = z.strictObject({ count: z.int(), mean: z.number() });
const price = z.number().nullable();

const person = z.strictObject({
  /** 0: who bids for a tender that is not opened. */
  id: z.int(),
  nickname: z.string(),
  headimgurl: z.string(),
  rating: sum,
  /** Verified users. */
  certified: z.boolean(),
});
export type OfferPerson = z.infer<typeof person>;

const offerFileViewOutput = z.strictObject({
  /** Its place in the version, from 0. */
  no: z.int(),
  name: z.string(),
  size_bytes: z.int(),
  /** Signed for its reader for an hour or two. */
  url: z.string(),
});
export type OfferFileView = z.infer<typeof offerFileViewOutput>;

const offerWorkOutput = z.strictObject({ id: z.int(), title: z.string(), cover_src: z.string(), path: z.string() });
/** A work that stands beside an offer; `path` is empty once it is not shown any more. */
export type OfferWork = z.infer<typeof offerWorkOutput>;

const version = z.strictObject({
  no: z.int(),
  sealed: z.boolean(),
  price,
  price_max: price,
  days: z.int(),
  text: z.string(),
  files: z.array(offerFileViewOutput),
  works: z.array(offerWorkOutput),
  /** SHA-256 of the sealed text, hex; empty: it never was sealed. */
  seal_hash: z.string(),
  created_at: z.int(),
});
/** One version of an offer, as its two readers see it. While it is sealed all but time and hash is absent. */
export type OfferVersion = z.infer<typeof version>;

const offer = z.strictObject({
  id: z.int(),
  demand_id: z.int(),
  state: offerState,
  state_text: z.string(),
  short_listed: z.boolean(),
  /** Why it was declined or the agreement ended. */
  reason: z.string(),
  person,
  /** What counts. */
  now: version,
  versions_num: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  /** The owner has seen what counts. */
  seen: z.boolean(),
  can_change: z.boolean(),
  can_withdraw: z.boolean(),
  /** The owner may short-list, decline or agree. */
  can_decide: z.boolean(),
  /** Of the maker's purse it binds now, yuan; to the owner once it is opened. */
  deposit: z.number(),
});
/** An offer for the owner of the demand, or for who made it. */
export type Offer = z.infer<typeof offer>;

const said = z.strictObject({ stars: z.int(), text: z.string() }).nullable();

const stage = z.strictObject({
  id: z.int(),
  title: z.string(),
  price: z.number(),
  state: z.enum(Object.keys(STAGE_STATES) as [StageState, ...StageState[]]),
  state_text: z.string(),
  /** Of a delivered one: when it is released by itself; 0: it is not. */
  release_at: z.int(),
  can_pay: z.boolean(),
  /** What its reader may do beside that. */
  acts: z.array(z.enum(STAGE_ACTS)),
});
/** A part of an agreement that is paid through us. */
export type AgreementStage = z.infer<typeof stage>;

const agreement = z.strictObject({
  id: z.int(),
  agree_no: z.string(),
  demand_id: z.int(),
  state: agreementState,
  state_text: z.string(),
  price: z.number(),
  price_max: price,
  /** The reader published the demand. */
  is_owner: z.boolean(),
  other: person,
  own_done: z.boolean(),
  other_done: z.boolean(),
  /** Of a dispute or cancellation; `by_me`: the reader's. */
  reason: z.string(),
  by_me: z.boolean(),
  answer: z.string(),
  created_at: z.int(),
  ended_at: z.int(),
  can_done: z.boolean(),
  can_cancel: z.boolean(),
  can_dispute: z.boolean(),
  rating: z.strictObject({ given: said, received: said, can_rate: z.boolean() }),
  stages: z.array(stage),
  /** Of the price, yuan: paid and held, and what may still be put into stages. */
  held: z.number(),
  open: z.number(),
  can_plan: z.boolean(),
  /** What of a stage is paid out, in percent. */
  share_percent: z.number(),
  /** Bound of who does the work, yuan. */
  deposit: z.number(),
});
/** What two agreed on, for one of them. */
export type Agreement = z.infer<typeof agreement>;

const refusal = z
  .strictObject({
    code: z.enum(['own', 'closed', 'late', 'certified', 'member', 'bidding', 'declined', 'limit', 'agreed', 'deposit']),
    /** For people. */
    text: z.string(),
    /** Where it can be changed; empty: nowhere. */
    href: z.string(),
  })
  .nullable();
/** Why somebody cannot offer now. */
export type OfferRefusal = NonNullable<z.infer<typeof refusal>>;

const sealLineOutput = z.strictObject({
  /** Running number of the tender, in the order of arrival. */
  no: z.int(),
  hash: z.string(),
  created_at: z.int(),
  /** waiting: not opened yet; opened; withdrawn or replaced before the deadline, and never opened. */
  state: z.enum(['waiting', 'opened', 'replaced', 'withdrawn', 'failed']),
});
/** A sealed offer in the public record. */
export type SealLine = z.infer<typeof sealLineOutput>;

const tenderNote = z.strictObject({
  /** From 1, in the order of publishing. */
  no: z.int(),
  /** Empty: the owner added it by themselves. */
  question: z.string(),
  text: z.string(),
  /** SHA-256, hex, of lines: the hash before it, number, question, text, ISO time. */
  hash: z.string(),
  at: z.int(),
});
/** What all bidders read of a tender beside its notice. */
export type TenderNote = z.infer<typeof tenderNote>;

const openQuestion = z.strictObject({
  id: z.int(),
  question: z.string(),
  /** False: it was declined, for the reason. */
  waits: z.boolean(),
  reason: z.string(),
  at: z.int(),
});
export type OpenQuestion = z.infer<typeof openQuestion>;

const judgeState = z.enum(Object.keys(JUDGE_STATES) as [JudgeState, ...JudgeState[]]);
const markedOffer = z.strictObject({ offer_id: z.int(), marks: z.array(z.int().nullable()), word: z.string() });

const scoring = z.strictObject({
  criteria: z.array(z.strictObject({ title: z.string(), weight: z.int() })),
  /** The owner may change criteria, or ask and release judges. */
  can_set: z.boolean(),
  can_ask: z.boolean(),
  /** Of the owner; others count them. */
  judges: z.array(z.strictObject({ user_id: z.int(), nickname: z.string(), state: judgeState, state_text: z.string() })),
  judges_num: z.int(),
  waiting_num: z.int(),
  /** Of a judge: what they gave so far. */
  own: z.strictObject({ user_id: z.int(), state: judgeState, can_mark: z.boolean(), sheet: z.array(markedOffer) }).nullable(),
  /** For owner and judges, once all have handed in; best first. */
  table: z
    .array(
      z.strictObject({
        offer_id: z.int(),
        nickname: z.string(),
        /** Weighted, of 100: the mean of all judges, and how far apart the two extremes are. */
        mean: z.number(),
        spread: z.number(),
        /** Means of each criterion. */
        by_criterion: z.array(z.number()),
        by_judge: z.array(z.strictObject({ nickname: z.string(), total: z.number(), word: z.string() })),
      }),
    )
    .nullable(),
  /** Its reader may have the minutes. */
  has_minutes: z.boolean(),
});
/** How the offers of a tender are judged, for one reader. */
export type TenderScoring = z.infer<typeof scoring>;

export const offerBoardOutput = z.strictObject({
  demand_id: z.int(),
  offer_num: z.int(),
  is_tender: z.boolean(),
  /** When sealed offers are opened; 0: nothing is sealed. */
  opens_at: z.int(),
  opened_at: z.int(),
  /** Any client can seal to it, not open: X25519, SPKI, base64url; empty: no offer yet. */
  public_key: z.string(),
  seals: z.array(sealLineOutput),
  notes: z.array(tenderNote),
});
/** GET, for everybody: how many offers there are; of a tender what was sealed and when it was opened. */
export type OfferBoard = z.infer<typeof offerBoardOutput>;

/** What agreements were about; `count` 0: too few to say. Yuan. */
export const budgetHintOutput = z.strictObject({ count: z.int(), low: z.number(), high: z.number() });
export type BudgetHint = z.infer<typeof budgetHintOutput>;

export const fittingOutput = z.strictObject({
  list: z.array(z.strictObject({ person, work: z.strictObject({ title: z.string(), path: z.string() }), invited: z.boolean() })),
  /** Invitations that this demand has left. */
  left: z.int(),
});
export type FittingPeople = z.infer<typeof fittingOutput>;

export const offerPanelOutput = z.strictObject({
  demand_id: z.int(),
  title: z.string(),
  is_owner: z.boolean(),
  is_tender: z.boolean(),
  offer_num: z.int(),
  refusal,
  /** Offers for other demands that may still be made today. */
  left_today: z.int(),
  limit_today: z.int(),
  own: offer.nullable(),
  /** Of the owner, best first; of a judge once they are opened. */
  offers: z.array(offer),
  agreement: agreement.nullable(),
  closes_at: z.int(),
  opens_at: z.int(),
  /** Why the demand's attachments stay closed for the reader; null: they may open them. */
  documents_refusal: refusal,
  /** Of a tender: as on its board. */
  notes: z.array(tenderNote),
  /** Of its owner those that wait, of others their own that are not published. */
  questions: z.array(openQuestion),
  /** Of a tender. */
  scoring: scoring.nullable(),
  /** What a bidder's purse has to cover, and what of it is missing for the reader, yuan. */
  deposit: z.number(),
  deposit_short: z.number(),
});
/** GET, for a signed-in reader: what of a demand's offers concerns them. */
export type OfferPanel = z.infer<typeof offerPanelOutput>;

export const purseOutput = z.strictObject({
  /** Yuan: all there is, what own offers bind, and what can be taken back. */
  amount: z.number(),
  bound: z.number(),
  free: z.number(),
  balance: z.number(),
  /** What binds it. `until`: when its tender ends; 0: it was chosen, until the work is done. */
  offers: z.array(z.strictObject({ id: z.int(), title: z.string(), path: z.string(), deposit: z.number(), until: z.int() })),
});
/** GET /user/purse: a bidder's purse of deposits. */
export type Purse = z.infer<typeof purseOutput>;

export const offerVersionsOutput = z.strictObject({ list: z.array(version) });

const ownOfferRowOutput = z.strictObject({
  id: z.int(),
  demand: z.strictObject({ id: z.int(), title: z.string(), path: z.string(), state_text: z.string(), closes_at: z.int() }),
  is_tender: z.boolean(),
  state: offerState,
  state_text: z.string(),
  price,
  price_max: price,
  sealed: z.boolean(),
  short_listed: z.boolean(),
  reason: z.string(),
  updated_at: z.int(),
  /** What is waited for, for people; empty: nothing. */
  asks: z.string(),
  agreement: agreement.nullable(),
  can_withdraw: z.boolean(),
});
/** A row of 我的报价. */
export type OwnOfferRow = z.infer<typeof ownOfferRowOutput>;

export const ownOffersOutput = z.strictObject({
  list: z.array(ownOfferRowOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  counts: z.strictObject({ open: z.int(), agreed: z.int(), ended: z.int() }),
});
export type OwnOffers = z.infer<typeof ownOffersOutput>;

const ratingRowOutput = z.strictObject({
  id: z.int(),
  stars: z.int(),
  text: z.string(),
  subject: z.enum(Object.keys(RATING_SUBJECTS) as [RatingSubject, ...RatingSubject[]]),
  from: z.strictObject({ id: z.int(), nickname: z.string(), headimgurl: z.string() }),
  created_at: z.int(),
});
/** A rating that is shown. */
export type RatingRow = z.infer<typeof ratingRowOutput>;

export const ratingListOutput = z.strictObject({
  list: z.array(ratingRowOutput),
  total: z.int(),
  page: z.int(),
  limit: z.int(),
  sum,
});
export type RatingList = z.infer<typeof ratingListOutput>;
