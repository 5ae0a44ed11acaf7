import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import {
  askedRows,
  disputeReview,
  exportedAgreements,
  exportedOffers,
  findOpened,
  followMove,
  forgetOffers,
  invitationRows,
  judgeRows,
  offerJobs,
  offerReview,
  offersBidding,
  offersMember,
  offersPlain,
  offerWorkbench,
  runningAgreements,
  stageReleaseDays,
  stageShare,
  stageSubject,
  tellEdited,
  tellExtended,
} from '../../modules/offers/index.ts';
import { blocked, joined, paged } from '../../modules/privacy/index.ts';
import { forgetRatings, givenRatings, ratingJobs } from '../../modules/ratings/index.ts';
import type { Manifest } from '../manifest.ts';
import { offerEndpoints } from './routes.ts';
import { offerLists } from './staff-lists.ts';

/** Offers for demands, tenders, agreements and what both sides say of each other. */
export const offerArea: Manifest = {
  name: 'offer',
  endpoints: offerEndpoints,
  jobs: (app) => [...offerJobs(app), ...ratingJobs(app)],
  settings: [offersPlain, offersMember, offersBidding, stageShare, stageReleaseDays],
  subjects: [stageSubject],
  staff_lists: offerLists,
  workbench: offerWorkbench,
  opened_tenders: findOpened,
  reviewables: [offerReview, disputeReview],
  on: (app, ctx) => ({
    'offers.changed': [({ demand_id }) => purgeTags(app, [pageTags.item(demand_id)])],
    'demand.edited': [(edit) => tellEdited(ctx, edit)],
    'demand.extended': [({ demand_id }) => tellExtended(ctx, demand_id)],
    'demand.moved': [(move) => followMove(ctx, move)],
  }),
  personal: {
    files: {
      我的报价: joined(...(['open', 'agreed', 'ended'] as const).map((tab) => paged((ctx, _user_id, at) => exportedOffers(ctx, tab, at)))),
      收到的报价邀请: invitationRows,
      向招标的提问: askedRows,
      我的评标: judgeRows,
      需求合作: paged((ctx, _user_id, at) => exportedAgreements(ctx, at)),
      我写的评价: paged(givenRatings),
    },
    blockers: async (ctx, user_id) =>
      blocked(
        await runningAgreements(ctx, user_id),
        (n) => `有 ${n} 项合作还没有结束，请先完成或取消`,
        '/personalCenter/myOffer?tab=agreed',
      ),
    forget: [forgetOffers, forgetRatings],
  },
};
