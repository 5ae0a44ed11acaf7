export { commentReview, forgetComments, hideComment, showComment } from './judge-comments.ts';
export { commentLikeRows, commentReportRows } from './own-rows.repo.ts';
export { commentList, commentMarks, commentsOf, commentThread, commentTotals, replyList, writtenComments } from './read-comments.ts';
export { type CommentLine, commentSource } from './repo.ts';
export { commentReviewMode, commentsDaily, commentWords } from './settings.ts';
export { deleteComment, likeComment, reportComment, writeComment } from './write-comment.ts';
