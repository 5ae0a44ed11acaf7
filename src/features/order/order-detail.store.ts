import { atom, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { LoginDismissed } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { ORDER_CALLS, type OrderDetail } from '#contract/order.ts';
import { actAndSay, type InvoiceActs, invoiceActs } from './invoice-acts.ts';
import { openPurchase } from './purchase.ts';

export interface OrderDetailState {
  order: OrderDetail | null;
  failure: Failure | null;
  /** Whole percent while the file arrives; null: it does not. */
  percent: number | null;
  /** The receipt is being made. */
  saving: boolean;
}

export interface OrderDetailStore {
  readonly $state: ReadableAtom<OrderDetailState>;
  actions: {
    load(): Promise<void>;
    /** Opens the purchase modal, for paying the open order or for buying again. */
    pay(): Promise<void>;
    download(): Promise<void>;
    /** Hands the receipt to the browser's downloads, as a PDF. */
    saveReceipt(): Promise<void>;
    /** Asks for the money back. Null: done; else what was wrong. */
    refund(reason: string, to_balance: boolean): Promise<string | null>;
    /** Takes the request that waits for staff back. Null: done; else what was wrong. */
    withdrawRefund(): Promise<string | null>;
  } & InvoiceActs;
}

/** One order of the reader's own. */
export function createOrderDetail(orderid: string): OrderDetailStore {
  const $state = atom<OrderDetailState>({ order: null, failure: null, percent: null, saving: false });
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

  const act = (work: () => Promise<string>) => actAndSay(work, load);

  return {
    $state,
    actions: {
      load,
      refund: (reason, to_balance) =>
        act(async () =>
          (await gateway('POST /api/order/refund', { orderid, reason, to_balance }, SILENT)).outcome === 'refunded'
            ? to_balance
              ? '已退款，款项已退到余额'
              : '已退款，款项将原路退回'
            : '已提交，工作人员会尽快处理',
        ),
      withdrawRefund: () => act(() => gateway('DELETE /api/order/refund', { orderid }, SILENT).then(() => '退款申请已撤回')),
      ...invoiceActs(orderid, load),
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
      async saveReceipt() {
        set({ saving: true });
        try {
          const file = `${ORDER_CALLS.receipt}?orderid=${encodeURIComponent(orderid)}`;
          saveBlob(await fetchFile(file, 'application/pdf', '凭证没有取到，请稍后再试'), `购买凭证-${orderid}.pdf`);
        } catch (error) {
          toastError(failureOf(error, '凭证没有取到，请稍后再试').message);
        }
        set({ saving: false });
      },
    },
  };
}
