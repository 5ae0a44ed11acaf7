import { ownRows } from '../../db/own-rows.ts';
import { union_rights } from './tables.ts';

// for the package of somebody's data
export const unionRightRows = ownRows(union_rights, union_rights.user_id, [union_rights.id], {
  ours: [union_rights.request_no, union_rights.attempts, union_rights.next_try_at, union_rights.last_error],
});
