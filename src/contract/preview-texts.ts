/** What the ends of a preview say, word for word as specified (spec 8). */
export const PREVIEW_TEXTS = {
  first: '已经是第一页了',
  last: '已经是最后一页了',
} as const;

/** `unit`: 页, or 张 of pictures. */
export const lockedEndText = (pages: number, unit: string): string => `本案共计${pages}${unit}，解锁后查看全部内容`;
