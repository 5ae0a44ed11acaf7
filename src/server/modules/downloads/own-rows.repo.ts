import { ownRows } from '../../db/own-rows.ts';
import { download_receipts } from './tables.ts';

// for the package of somebody's data
export const downloadRows = ownRows(download_receipts, download_receipts.user_id, [download_receipts.id]);
