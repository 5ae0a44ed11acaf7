import type { Invoice } from '#contract/order.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import type { InvoiceRow } from './repo.ts';

const seconds = (at: Date | null) => (at ? unixSeconds(at) : 0);

export function invoiceDto(row: InvoiceRow): Invoice {
  const { id, invoice_no, orderid, holder, title, tax_no, mail, content, status, reason, number, red_number } = row;
  return {
    id,
    invoice_no,
    orderid,
    holder,
    title,
    tax_no,
    mail,
    content,
    price: row.amount_fen / 100,
    status,
    reason,
    number,
    red_number,
    has_file: row.file_key !== '',
    has_red_file: row.red_file_key !== '',
    created_at: seconds(row.created_at),
    issued_at: seconds(row.issued_at),
    red_at: seconds(row.red_at),
    correction: row.correction,
    replaces_id: row.replaces_id ?? 0,
    past_files: row.past_files.map(({ file_key: _, ...past }) => past),
  };
}
