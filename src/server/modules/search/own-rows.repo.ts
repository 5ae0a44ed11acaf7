import { ownRows } from '../../db/own-rows.ts';
import { search_wishes } from './tables.ts';

// for the package of somebody's data
export const wishRows = ownRows(search_wishes, search_wishes.user_id, [search_wishes.id], { ours: [search_wishes.answered_by] });
