export { followState } from './follow-state.ts';
export { footprintGroups, forgetFootprints, leaveFootprint } from './footprints.ts';
export { collectedItems, followedUsers } from './own-marks.ts';
export { type ReportInput, reportContent, sendFeedback } from './report-content.ts';
export { reportReview } from './reports/report-review.ts';
export { reportHideScore } from './settings.ts';
export { shareContent } from './share-content.ts';
export { setCollected, setFollowed, toggleLike } from './toggle-mark.ts';
export { viewerFlags } from './viewer-flags.ts';
