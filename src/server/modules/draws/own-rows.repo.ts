import { ownRows } from '../../db/own-rows.ts';
import { draws } from './tables.ts';

// for the package of somebody's data
export const drawRows = ownRows(draws, draws.user_id, [draws.id]);
