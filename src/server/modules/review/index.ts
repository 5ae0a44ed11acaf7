export { decideReview, decideTarget, openReview, reviewOf, settleReview, withdrawReview } from './decide-review.ts';
export { listReviews, openReviews, openTargets, revealReview, reviewPages } from './list-reviews.ts';
export {
  type Decision,
  deskActions,
  passOrSendBack,
  type ReviewAction,
  type Reviewable,
  registerPeopleRules,
  registerReviewable,
} from './reviewable.ts';
