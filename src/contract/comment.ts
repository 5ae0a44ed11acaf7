/** Comments below works: what everybody reads, and what readers do. Times are unix seconds. */
export type { CommentList, CommentMarks, CommentRow, CommentThread, ReplyList, WrittenComment } from './outputs/comment.ts';

/** Key of every kind whose works may be commented on. */
export const COMMENT_KINDS = ['article'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

export const COMMENT_MAX = 1_000;
export const COMMENT_REASON_MAX = 200;
/** For so long after writing its writer may set a comment right, s. */
export const COMMENT_EDIT_S = 900;
/** Comments a page, and replies shown below each before somebody asks for more. */
export const COMMENT_PAGE = 10;
export const REPLIES_SHOWN = 2;
export const REPLY_PAGE = 20;

export const COMMENT_STATES = { shown: '显示', held: '等待审核', hidden: '已隐藏', deleted: '作者已删除' } as const;
export type CommentState = keyof typeof COMMENT_STATES;

export const COMMENT_SORTS = { hot: '最热', new: '最新' } as const;
export type CommentSort = keyof typeof COMMENT_SORTS;

export const REPORT_REASONS = ['广告或引流', '人身攻击', '违法违规', '与内容无关', '泄露隐私'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const COMMENT_CALLS = {
  list: '/comment/index/list',
  replies: '/comment/index/replies',
  thread: '/comment/index/thread',
  marks: '/comment/index/marks',
  write: '/comment/index/add',
  remove: '/comment/index/delete',
  like: '/comment/index/like',
  report: '/comment/index/report',
} as const;

/** Where a comment stands on the page of its work. */
export const commentAnchor = (id: number): string => `comment-${id}`;
