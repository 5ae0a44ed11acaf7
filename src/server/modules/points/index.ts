export { expirePoints, pointJobs, tellEndingPoints } from './expire-points.ts';
export { pointLotRows, pointUseRows } from './repo.ts';
export { pointsValidDays } from './settings.ts';
export {
  grantPoints,
  isGranted,
  type PointGrant,
  type PointRefund,
  type PointSpending,
  pointSums,
  refundPoints,
  spendPoints,
} from './spend-points.ts';
export { changePoints, provePoints } from './staff-points.ts';
