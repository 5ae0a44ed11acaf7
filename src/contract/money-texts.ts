/** What several screens and the server say about buying, word for word as specified (spec 8); the texts of one area stand in its own file. */
export const MONEY_TEXTS = {
  place_failed: '下单失败，请稍后重试',
  coins_short: '猫币余额不足',
  redeemed: '兑换成功',
  used: '使用成功',
  unlocked: '解锁成功',
} as const;
