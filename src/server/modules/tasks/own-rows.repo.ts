import { ownRows } from '../../db/own-rows.ts';
import { task_claims } from './tables.ts';

// for the package of somebody's data
export const claimRows = ownRows(task_claims, task_claims.user_id, [task_claims.id], { ours: [task_claims.acts] });
