import { stepTo } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { INCOME_RANGES, type IncomeRange } from '#contract/bills.ts';
import type { ClaimResult } from '#contract/claim.ts';
import type { InvoiceWish } from '#contract/invoice-wish.ts';
import { saveCsv } from '#kit/console/save-csv.ts';
import { createScreen } from '#kit/console/screen.store.ts';
import { fetchIncomeCsv, fetchInvoiceFile, fetchProof, fetchRunsCsv, type InvoicePaper, postInvoiceFile, postProof } from './bills.api.ts';

export function createBillRunsScreen() {
  const screen = createScreen(() => gateway('GET /admin/bill/runs', {}, { silent: true }).then(({ list }) => list));
  return { $state: screen.$state, actions: { ...screen.actions, save: () => saveCsv('对账结果', fetchRunsCsv) } };
}

/** Hands a file to the browser, or says why there is none. */
async function save(work: () => Promise<Blob>, name: string, failed: string): Promise<void> {
  try {
    saveBlob(await work(), name);
  } catch (error) {
    toastError(error instanceof ApiError ? error.msg : failed);
  }
}

/** Income of the range that the address names. */
export function createIncomeScreen() {
  const range = (): IncomeRange => {
    const asked = new URLSearchParams(location.search).get('range');
    return INCOME_RANGES.find((days) => String(days) === asked) ?? 30;
  };
  const screen = createScreen(() => gateway('GET /admin/income', { range: range() }, { silent: true }), { by_address: true });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      async choose(days: IncomeRange) {
        stepTo({ range: days });
        await screen.actions.load();
      },
      save: () => saveCsv(`收入-近${range()}天`, () => fetchIncomeCsv(range())),
    },
  };
}

/** The claim that the address names, and what staff do with it. */
export function createClaimScreen() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => gateway('GET /admin/claim', { id: id() }, { silent: true }));
  const done = (work: () => Promise<unknown>) =>
    screen.actions.act(async () => {
      await work();
      toastSuccess('已记录');
    });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      answer: (reason: string) => done(() => gateway('POST /admin/claim/answer', { id: id(), reason }, { silent: true })),
      end: (result: ClaimResult, reason: string) =>
        done(() => gateway('POST /admin/claim/end', { id: id(), result, reason }, { silent: true })),
      putFile: (file: File) => done(() => postProof(id(), file)),
      save: (n: number) => save(() => fetchProof(id(), n), screen.$state.get().data?.files[n] ?? '材料', '下载失败，请稍后再试'),
    },
  };
}

/** The invoice that the address names, and what staff do with it. */
export function createInvoiceScreen() {
  const id = () => Number(new URLSearchParams(location.search).get('id'));
  const screen = createScreen(() => gateway('GET /admin/invoice', { id: id() }, { silent: true }));
  const done = (text: string, work: () => Promise<unknown>) =>
    screen.actions.act(async () => {
      await work();
      toastSuccess(text);
    });
  return {
    $state: screen.$state,
    actions: {
      ...screen.actions,
      refuse: (reason: string) => done('已记录', () => gateway('POST /admin/invoice/refuse', { id: id(), reason }, { silent: true })),
      correct: (wish: InvoiceWish, reason: string) =>
        done('已提交', () => gateway('POST /admin/invoice/correct', { id: id(), ...wish, reason }, { silent: true })),
      keep: (reason: string) => done('已记录', () => gateway('POST /admin/invoice/keep', { id: id(), reason }, { silent: true })),
      putFile: (paper: InvoicePaper) =>
        done(paper.reason === undefined ? (paper.red ? '已红冲' : '已开票') : '已更正', () => postInvoiceFile(id(), paper)),
      save: (red: boolean) =>
        save(
          () => fetchInvoiceFile(id(), red),
          `${red ? '红字发票' : '发票'}-${screen.$state.get().data?.orderid ?? ''}.pdf`,
          '下载失败，请稍后再试',
        ),
    },
  };
}
