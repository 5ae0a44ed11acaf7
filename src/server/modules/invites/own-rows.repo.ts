import { ownRows } from '../../db/own-rows.ts';
import { invites } from './tables.ts';

// for the package of somebody's data
export const inviteRows = ownRows(invites, invites.invitor_id, [invites.id], {
  ours: [invites.user_id, invites.flags, invites.cleared_at, invites.order_id],
});
