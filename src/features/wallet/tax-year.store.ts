import { atom } from 'nanostores';
import { followAddress, stepTo } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { toastError } from '#client/toast.ts';
import type { TaxYearStatement } from '#contract/outputs/wallet.ts';
import { shanghaiDay } from '#ui/time-text.ts';

interface TaxYearState {
  page: TaxYearStatement | null;
  failure: Failure | null;
}

/** What was paid out in the year that the address names; this one where it names none. */
export function createTaxYear() {
  const $state = atom<TaxYearState>({ page: null, failure: null });
  const asked = () => Number(new URLSearchParams(location.search).get('year')) || Number(shanghaiDay().slice(0, 4));
  let turn = 0;
  async function load(): Promise<void> {
    const mine = ++turn;
    try {
      const page = await gateway('GET /user/withdrawal/year', { year: asked() }, SILENT);
      if (mine === turn) $state.set({ page, failure: null });
    } catch (error) {
      const failure = failureOf(error);
      if (mine === turn) $state.set({ page: null, failure });
    }
  }
  return {
    $state,
    actions: {
      async open() {
        followAddress(() => void load());
        await load();
      },
      async choose(year: number) {
        stepTo({ year });
        await load();
      },
      async save() {
        const year = asked();
        try {
          saveBlob(await fetchFile(`/user/withdrawal/year/pdf?year=${year}`, 'application/pdf', '下载失败'), `年度提现对账单-${year}.pdf`);
        } catch (error) {
          toastError(error instanceof ApiError ? error.msg : '下载失败，请稍后再试');
        }
      },
    },
  };
}
