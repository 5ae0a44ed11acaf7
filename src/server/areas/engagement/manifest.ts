import { engagementCalls } from '#contract/engagement/calls.ts';
import { FOCUS_SHOP, FOCUS_USER } from '#contract/focus.ts';
import { MARK_TEXTS } from '#contract/mark-texts.ts';
import { serve } from '../../http/endpoint.ts';
import { said } from '../../http/said.ts';
import {
  collectedItems,
  engagementJobs,
  feedbackReview,
  followed,
  followState,
  footprintGroups,
  forgetFootprints,
  itemTools,
  likeRows,
  reportContent,
  reportHideScore,
  reportReview,
  reportRows,
  sendFeedback,
  setCollected,
  setFollowed,
  shareContent,
  toggleLike,
} from '../../modules/engagement/index.ts';
import { joined, paged } from '../../modules/privacy/index.ts';
import { noteCollected } from '../../modules/search/index.ts';
import type { Manifest } from '../manifest.ts';

export const engagementEndpoints = [
  serve(engagementCalls.detail, (ctx, input) => itemTools(ctx, input)),
  serve(engagementCalls.post_collect, async (ctx, input, c) => {
    const done = await setCollected(ctx, { ...input, on: true });
    noteCollected(ctx, input.rid);
    return said(c, MARK_TEXTS.collected, done);
  }),
  serve(engagementCalls.delete_collect, async (ctx, input, c) =>
    said(c, MARK_TEXTS.uncollected, await setCollected(ctx, { ...input, on: false })),
  ),
  serve(engagementCalls.get_focus, (ctx, { rid, type }) => followState(ctx, { rid, type })),
  serve(engagementCalls.post_focus, async (ctx, input, c) => said(c, '关注成功', await setFollowed(ctx, { ...input, on: true }))),
  serve(engagementCalls.delete_focus, async (ctx, input, c) => said(c, '取消关注成功', await setFollowed(ctx, { ...input, on: false }))),
  serve(engagementCalls.zan, async (ctx, { data_id, type }, c) => {
    const result = await toggleLike(ctx, { rid: data_id, type });
    return said(c, result.zan === 1 ? MARK_TEXTS.liked : MARK_TEXTS.unliked, result);
  }),
  serve(engagementCalls.report, async (ctx, input, c) => {
    await reportContent(ctx, input);
    return said(c, '举报成功');
  }),
  serve(engagementCalls.feedback, async (ctx, input, c) => {
    await sendFeedback(ctx, input);
    return said(c, '反馈成功');
  }),
  serve(engagementCalls.share, (ctx, input) => shareContent(ctx, input)),
];

export const engagementArea: Manifest = {
  name: 'engagement',
  endpoints: engagementEndpoints,
  jobs: engagementJobs,
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
