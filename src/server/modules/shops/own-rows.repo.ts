import { ownRows } from '../../db/own-rows.ts';
import { shops } from './tables.ts';

// for the package of somebody's data
export const shopRows = ownRows(shops, shops.owner_id, [shops.id], { ours: [shops.logo_key, shops.cover_key] });
