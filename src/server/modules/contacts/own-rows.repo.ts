import { ownRows } from '../../db/own-rows.ts';
import { contact_unlocks } from './tables.ts';

// for the package of somebody's data
export const unlockRows = ownRows(contact_unlocks, contact_unlocks.user_id, [contact_unlocks.id]);
