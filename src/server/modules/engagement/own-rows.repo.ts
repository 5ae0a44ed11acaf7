import { ownRows } from '../../db/own-rows.ts';
import { likes, reports } from './tables.ts';

// for the package of somebody's data
export const likeRows = ownRows(likes, likes.user_id, [likes.type, likes.rid]);
export const reportRows = ownRows(reports, reports.user_id, [reports.id], { ours: [reports.reviewable_id] });
