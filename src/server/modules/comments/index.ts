export { commentReview, forgetComments, hideComment, showComment } from './judge-comments.ts';
export { commentList, commentMarks, commentsOf, commentThread, commentTotals, replyList, writtenComments } from './read-comments.ts';
export { type CommentLine, commentLikeRows, commentReportRows, commentSource } from './repo.ts';
export { commentReviewMode, commentsDaily, commentWords } from './settings.ts';
export { deleteComment, editComment, likeComment, reportComment, setAside, writeComment } from './write-comment.ts';
