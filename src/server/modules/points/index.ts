export { expirePoints, tellEndingPoints } from './expire-points.ts';
export { grantPoints, isGranted, type PointGrant } from './grant-points.ts';
export { pointJobs } from './jobs.ts';
export { pointSums } from './point-sums.ts';
export { pointLotRows, pointUseRows } from './repo.ts';
export { pointsValidDays } from './settings.ts';
export { type PointRefund, type PointSpending, refundPoints, spendPoints } from './spend-points.ts';
export { changePoints, provePoints } from './staff-points.ts';
