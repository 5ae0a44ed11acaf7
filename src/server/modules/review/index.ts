export { decideReview, decideTarget } from './decide-review.ts';
export { listReviews, openReviews, openTargets, reviewPages } from './list-reviews.ts';
export { openReview, reviewOf, settleReview, withdrawReview } from './open-review.ts';
export { revealReview } from './reveal-review.ts';
export { type Decision, deskActions, type ReviewAction, type Reviewable, registerPeopleRules, registerReviewable } from './reviewable.ts';
