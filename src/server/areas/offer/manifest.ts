import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import {
  disputeReview,
  findOpened,
  followMove,
  offerJobs,
  offerReview,
  offersBidding,
  offersMember,
  offersPlain,
  offerWorkbench,
  tellEdited,
  tellExtended,
} from '../../modules/offers/index.ts';
import { ratingJobs } from '../../modules/ratings/index.ts';
import type { Manifest } from '../manifest.ts';
import { offerEndpoints } from './routes.ts';
import { offerLists } from './staff-lists.ts';

/** Offers for demands, tenders, agreements and what both sides say of each other. */
export const offerArea: Manifest = {
  name: 'offer',
  endpoints: offerEndpoints,
  jobs: (app) => [...offerJobs(app), ...ratingJobs(app)],
  settings: [offersPlain, offersMember, offersBidding],
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
};
