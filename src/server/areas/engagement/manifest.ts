import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import {
  collectedItems,
  feedbackReview,
  followed,
  footprintGroups,
  forgetFootprints,
  likeRows,
  reportHideScore,
  reportReview,
  reportRows,
} from '../../modules/engagement/index.ts';
import { joined, paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { engagementEndpoints } from './routes.ts';

export const engagementArea: Manifest = {
  name: 'engagement',
  endpoints: engagementEndpoints,
  settings: [reportHideScore],
  reviewables: [reportReview, feedbackReview],
  personal: {
    files: {
      点赞: likeRows,
      举报与反馈: reportRows,
      收藏: paged(async (ctx, _user_id, at) => (await collectedItems(ctx, { kind: '', ...at })).list),
      关注: joined(
        ...[FOCUS_USER, FOCUS_SHOP].map((type) => paged(async (ctx, _user_id, at) => (await followed(ctx, { type, ...at })).list)),
      ),
      浏览足迹: paged(async (ctx, _user_id, at) => (await footprintGroups(ctx, at)).flatMap((group) => group.list)),
    },
    forget_later: [(ctx) => forgetFootprints(ctx, null)],
  },
};
