import { ownRows } from '../../db/own-rows.ts';
import { addresses } from './tables.ts';

// for the package of somebody's data
export const addressRows = ownRows(addresses, addresses.user_id, [addresses.id]);
