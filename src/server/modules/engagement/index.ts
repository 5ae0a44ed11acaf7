export { engagementJobs, footprintGroups, forgetFootprints, itemTools, leaveFootprint, shareContent, viewerFlags } from './item-tools.ts';
export { collectedItems, collectsSince, followed, followersOf, followState, marksMade, marksStanding } from './own-marks.ts';
export { likeRows, reportRows } from './repo.ts';
export { type ReportInput, reportContent, sendFeedback } from './report-content.ts';
export { feedbackReview } from './reports/feedback-review.ts';
export { reportReview, reportsHide } from './reports/report-review.ts';
export { reportHideScore, setCollected, setFollowed, setLiked, toggleLike } from './toggle-mark.ts';
