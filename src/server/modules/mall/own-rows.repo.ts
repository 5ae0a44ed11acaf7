import { ownRows } from '../../db/own-rows.ts';
import { mall_redemptions } from './tables.ts';

// for the package of somebody's data
export const redemptionRows = ownRows(mall_redemptions, mall_redemptions.user_id, [mall_redemptions.id], { ours: [mall_redemptions.key] });
