import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import {
  commentLikeRows,
  commentReportRows,
  commentReview,
  commentReviewMode,
  commentsDaily,
  commentWords,
  forgetComments,
  writtenComments,
} from '../../modules/comments/index.ts';
import { paged } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';
import { commentEndpoints } from './routes.ts';
import { commentStaffList } from './staff-list.ts';

/** Comments below works. */
export const commentArea: Manifest = {
  name: 'comment',
  endpoints: commentEndpoints,
  settings: [commentReviewMode, commentWords, commentsDaily],
  reviewables: [commentReview],
  staff_lists: [commentStaffList],
  on: (app) => ({ 'comment.changed': [({ id }) => purgeTags(app, [pageTags.item(id)])] }),
  personal: {
    files: { 评论点赞: commentLikeRows, 评论举报: commentReportRows, 我写的评论: paged(writtenComments) },
    forget_later: [forgetComments],
  },
};
