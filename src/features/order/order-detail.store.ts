import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed } from '#client/session.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { InvoiceWish } from '#contract/invoice-wish.ts';
import { ORDER_CALLS, type OrderDetail } from '#contract/order.ts';
import { openPurchase } from './purchase.ts';

export interface OrderDetailState {
  order: OrderDetail | null;
  failure: Failure | null;
  /** Whole percent while the file arrives; null: it does not. */
  percent: number | null;
}

export interface OrderDetailStore {
  readonly $state: ReadableAtom<OrderDetailState>;
  actions: {
    load(): Promise<void>;
    /** Opens the purchase modal, for paying the open order or for buying again. */
    pay(): Promise<void>;
    download(): Promise<void>;
    /** Asks for the money back. Null: done; else what was wrong. */
    refund(reason: string): Promise<string | null>;
    /** Takes the request that waits for staff back. Null: done; else what was wrong. */
    withdrawRefund(): Promise<string | null>;
    /** Asks for an invoice. Null: done; else what was wrong. */
    invoice(wish: InvoiceWish): Promise<string | null>;
    /** Has the issued one reversed and made again. Null: done; else what was wrong. */
    correctInvoice(id: number, wish: InvoiceWish, reason: string): Promise<string | null>;
    withdraw(id: number): Promise<string | null>;
    saveInvoice(id: number, red: boolean): Promise<void>;
  };
}

/** One order of the reader's own. */
export function createOrderDetail(orderid: string): OrderDetailStore {
  const $state = atom<OrderDetailState>({ order: null, failure: null, percent: null });
  const set = (change: Partial<OrderDetailState>) => $state.set({ ...$state.get(), ...change });

  const load = async () => {
    set({ failure: null });
    try {
      set({ order: await gateway('GET /api/order/detail', { orderid }, SILENT) });
    } catch (error) {
      set({ failure: failureOf(error, '加载失败，请稍后再试') });
    }
  };
  const unlessDismissed = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      if (!(error instanceof LoginDismissed)) throw error;
    }
  };

  /** Does it, says so and loads again. Null: done; else what was wrong. */
  const act = async (work: () => Promise<string>): Promise<string | null> => {
    try {
      toastSuccess(await work());
    } catch (error) {
      if (error instanceof ApiError) return error.msg;
      throw error;
    }
    await load();
    return null;
  };

  return {
    $state,
    actions: {
      load,
      refund: (reason) =>
        act(async () =>
          (await gateway('POST /api/order/refund', { orderid, reason }, SILENT)).outcome === 'refunded'
            ? '已退款，款项将原路退回'
            : '已提交，工作人员会尽快处理',
        ),
      withdrawRefund: () => act(() => gateway('DELETE /api/order/refund', { orderid }, SILENT).then(() => '退款申请已撤回')),
      invoice: (wish) =>
        act(() => gateway('POST /api/order/invoice', { orderid, ...wish }, SILENT).then(() => '已申请，开出后可在这里下载')),
      correctInvoice: (id, wish, reason) =>
        act(() =>
          gateway('POST /api/order/invoice/correct', { id, ...wish, reason }, SILENT).then(() => '已申请换开，原发票红冲后开出新发票'),
        ),
      withdraw: (id) => act(() => gateway('DELETE /api/order/invoice', { id }, SILENT).then(() => '已撤回')),
      async saveInvoice(id, red) {
        try {
          saveBlob(await invoiceFile(id, red), `${red ? '红字发票' : '发票'}-${orderid}.pdf`);
        } catch (error) {
          toastError(error instanceof ApiError ? error.msg : '下载失败，请稍后再试');
        }
      },
      async pay() {
        const { order } = $state.get();
        if (!order) return;
        if (order.pay_href !== '') return location.assign(order.pay_href);
        await unlessDismissed(openPurchase(order.subject_id, () => void load()));
        await load();
      },
      async download() {
        const { order } = $state.get();
        if (!order) return;
        set({ percent: 0 });
        const { downloadItem } = await import('../download/download.ts');
        await unlessDismissed(downloadItem(order.subject_id, { onProgress: (percent) => set({ percent }) }));
        set({ percent: null });
      },
    },
  };
}

const invoiceFile = (id: number, red: boolean) =>
  fetchFile(`${ORDER_CALLS.invoice_file}?id=${id}&red=${red ? 1 : 0}`, 'application/pdf', '下载失败，请稍后再试');
