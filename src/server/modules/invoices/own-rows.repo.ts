import { ownRows } from '../../db/own-rows.ts';
import { invoices } from './tables.ts';

// for the package of somebody's data
export const invoiceRows = ownRows(invoices, invoices.user_id, [invoices.id], {
  ours: [invoices.file_key, invoices.red_file_key, invoices.past_files],
});
