/** Points: what they are given and spent for, and their statement. Times are unix seconds. */

/** Every reason by its name in the ledger, as the statement says it. */
export const POINT_REASONS = {
  signin: '每日签到',
  task: '完成任务',
  profile: '完善个人信息',
  invite: '邀请好友',
  activity: '参与活动',
  gift: '平台赠送',
  staff_give: '客服补发',
  staff_take: '客服扣除',
  redeem: '积分兑换',
  redeem_back: '兑换取消或退货，积分退回',
  points_expired: '积分到期',
} as const;
export type PointReason = keyof typeof POINT_REASONS;

/** Points of the profile supplement (spec 9), once an account: `grantPoints` with `profilePointsKey`. */
export const PROFILE_POINTS = 20;
export const profilePointsKey = (user_id: number): string => `profile:${user_id}`;

/** A line of a user's points as staff see it, and who wrote it. */
export const STAFF_POINTS_MAX = 100_000;

export const POINT_CALLS = {
  statement: '/user/integral/statement',
  csv: '/user/integral/csv',
} as const;
