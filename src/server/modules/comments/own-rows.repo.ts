import { ownRows } from '../../db/own-rows.ts';
import { comment_likes, comment_reports } from './tables.ts';

// for the package of somebody's data
export const commentLikeRows = ownRows(comment_likes, comment_likes.user_id, [comment_likes.comment_id]);
export const commentReportRows = ownRows(comment_reports, comment_reports.user_id, [comment_reports.comment_id]);
