import { ownRows } from '../../db/own-rows.ts';
import { grants } from './tables.ts';

// for the package of somebody's data
export const grantRows = ownRows(grants, grants.user_id, [grants.id], { ours: [grants.source_id] });
