import { stepTo } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { fetchCsv, fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { XLSX_TYPE } from '#contract/admin.ts';
import { saveCsv } from '#kit/console/save-csv.ts';
import { createScreen } from '#kit/console/screen.store.ts';

/** The month or the days that the address names. */
export function createBooksScreen() {
  const asked = () => {
    const query = new URLSearchParams(location.search);
    return { month: query.get('month') ?? '', from: query.get('from') ?? '', to: query.get('to') ?? '' };
  };
  const screen = createScreen(() => gateway('GET /admin/books', asked(), { silent: true }), { by_address: true });
  const month = () => screen.$state.get().data?.month ?? '';
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      async choose(time: { month?: string; from?: string; to?: string }) {
        stepTo({ month: '', from: '', to: '', ...time });
        await screen.actions.load();
      },
      close: (explained: string) =>
        screen.actions.act(() => gateway('POST /admin/books/close', { month: month(), explained }, { silent: true })),
      match: () =>
        screen.actions.act(async () => {
          await gateway('POST /admin/books/bills', { month: month() }, { silent: true });
          toastSuccess('已开始在后台逐日核对，完成后刷新本页');
        }),
      remit: (amount: number, voucher: string) =>
        screen.actions.act(() => gateway('POST /admin/tax/remit', { amount, voucher }, { silent: true })),
      async saveTax(quarter: string) {
        try {
          saveBlob(await fetchFile(`/admin/tax/report?quarter=${quarter}`, XLSX_TYPE, '导出失败，请稍后再试'), `个税申报-${quarter}.xlsx`);
        } catch (error) {
          toastError(error instanceof ApiError ? error.msg : '导出失败，请稍后再试');
        }
      },
      /** Of the time that is shown: the address may name the next one already. */
      save: () => {
        const { from = '', to = '' } = screen.$state.get().data ?? {};
        const shown = new URLSearchParams(month() === '' ? { from, to } : { month: month() });
        return saveCsv(`财务月结-${month() || '自选日期'}`, () => fetchCsv(`/admin/books/export?${shown}`));
      },
    },
  };
}

export type BooksActions = ReturnType<typeof createBooksScreen>['actions'];
