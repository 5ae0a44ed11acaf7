import { ownRows } from '../../db/own-rows.ts';
import { point_lots, point_uses } from './tables.ts';

// for the package of somebody's data
export const pointLotRows = ownRows(point_lots, point_lots.user_id, [point_lots.id], { ours: [point_lots.key] });
export const pointUseRows = ownRows(point_uses, point_uses.user_id, [point_uses.id], { ours: [point_uses.key] });
