/** What a press on like or collect is answered with, word for word as specified (spec 8). */
export const MARK_TEXTS = {
  liked: '点赞成功',
  unliked: '取消点赞成功',
  collected: '收藏成功',
  uncollected: '取消收藏成功',
} as const;
