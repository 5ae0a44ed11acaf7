export { askInvoice, askInvoices, invoiceable, invoiceOf, ownInvoices } from './ask-invoice.ts';
export { correctInvoice, correctOwnInvoice, keepInvoice, withdrawInvoice } from './correct-invoice.ts';
export {
  INVOICE_FILE_MAX_BYTES,
  type InvoiceFile,
  invoiceForStaff,
  invoiceOnRefund,
  issueInvoice,
  openInvoice,
  refileInvoice,
  refuseInvoice,
  reverseInvoice,
} from './handle-invoice.ts';
export { invoiceJobs, invoiceNews, mailInvoice } from './mail-invoice.ts';
export { type InvoiceLine, invoiceRows, invoiceSource } from './repo.ts';
