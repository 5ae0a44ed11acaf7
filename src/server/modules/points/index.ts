export { expirePoints, tellEndingPoints } from './expire-points.ts';
export { grantPoints, type PointGrant } from './grant-points.ts';
export { isGranted } from './is-granted.ts';
export { pointJobs } from './jobs.ts';
export { pointSums } from './point-sums.ts';
export { provePoints } from './prove-points.ts';
export { pointsValidDays } from './settings.ts';
export { type PointRefund, type PointSpending, refundPoints, spendPoints } from './spend-points.ts';
export { changePoints } from './staff-points.ts';
