import { ApiError } from '#client/api-error.ts';
import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { InvoiceWish } from '#contract/invoice-wish.ts';
import { ORDER_CALLS, type OwnInvoiceable, type OwnInvoices } from '#contract/order.ts';
import { askSure } from '#kit/ask-sure.tsx';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { amountText } from '#ui/price-text.ts';

/** What can be invoiced, and what was asked for. */
export const INVOICE_TABS = ['open', 'asked'] as const;
export type InvoiceTab = (typeof INVOICE_TABS)[number];

export const loadInvoices = ({ tab, page }: OwnListQuery): Promise<OwnInvoiceable | OwnInvoices> =>
  gateway(tab === 'open' ? 'GET /api/order/invoiceable' : 'GET /api/order/invoices', { page, limit: 10 }, SILENT);

export interface InvoiceActs {
  /** Asks for an invoice. Null: done; else what was wrong. */
  invoice(wish: InvoiceWish): Promise<string | null>;
  /** Has the issued one reversed and made again. Null: done; else what was wrong. */
  correctInvoice(id: number, wish: InvoiceWish, reason: string): Promise<string | null>;
  withdraw(id: number): Promise<string | null>;
  saveInvoice(id: number, red: boolean): Promise<void>;
}

/** Does it, says so and loads again. Null: done; else what was wrong. */
export async function actAndSay(work: () => Promise<string>, load: () => Promise<void>): Promise<string | null> {
  try {
    toastSuccess(await work());
  } catch (error) {
    if (error instanceof ApiError) return error.msg;
    throw error;
  }
  await load();
  return null;
}

/** Asks for an invoice of each order that may have one, once the reader is sure. */
export async function askAll(wish: InvoiceWish, { total, price }: OwnInvoiceable, load: () => Promise<void>): Promise<void> {
  const about = `抬头：${wish.title}。共 ¥${amountText(price)}，每笔订单一张；开出前可以逐张撤回。`;
  if (!(await askSure({ title: `为 ${total} 笔订单各申请一张发票？`, about, verb: '全部申请' }))) return;
  const refused = await actAndSay(async () => {
    const { count, left } = await gateway('POST /api/order/invoices', wish, SILENT);
    return left > 0 ? `已申请 ${count} 张，还有 ${left} 笔可以再申请` : `已申请 ${count} 张`;
  }, load);
  if (refused !== null) toastError(refused);
}

/** What a buyer does about the invoices of one order; `load` shows what became of it. */
export function invoiceActs(orderid: string, load: () => Promise<void>): InvoiceActs {
  const act = (work: () => Promise<string>) => actAndSay(work, load);
  return {
    invoice: (wish) => act(() => gateway('POST /api/order/invoice', { orderid, ...wish }, SILENT).then(() => '已申请，开出后可在这里下载')),
    correctInvoice: (id, wish, reason) =>
      act(() =>
        gateway('POST /api/order/invoice/correct', { id, ...wish, reason }, SILENT).then(() => '已申请换开，原发票红冲后开出新发票'),
      ),
    withdraw: (id) => act(() => gateway('DELETE /api/order/invoice', { id }, SILENT).then(() => '已撤回')),
    async saveInvoice(id, red) {
      try {
        const file = `${ORDER_CALLS.invoice_file}?id=${id}&red=${red ? 1 : 0}`;
        saveBlob(await fetchFile(file, 'application/pdf', '下载失败，请稍后再试'), `${red ? '红字发票' : '发票'}-${orderid}.pdf`);
      } catch (error) {
        toastError(error instanceof ApiError ? error.msg : '下载失败，请稍后再试');
      }
    },
  };
}
