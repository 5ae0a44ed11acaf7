import { map, type ReadableAtom } from 'nanostores';
import { addressReader, stepTo } from '#client/address.ts';
import { type Failure, failureOf } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import type { WalletStatementLine } from '#contract/outputs/wallet.ts';
import type { LineWay, WalletStatement } from '#contract/wallet.ts';
import { csvAddress, fetchStatement, type LineFilter } from './wallet.api.ts';

const WAYS: readonly LineWay[] = ['all', 'in', 'out'];

export interface StatementState {
  month: string;
  way: LineWay;
  lines: WalletStatementLine[];
  /** Null: nothing was loaded yet. */
  sums: Pick<WalletStatement, 'sum_in' | 'sum_out' | 'total'> | null;
  /** Where the next page begins; 0: there is none. */
  next: number;
  loading: boolean;
  failure: Failure | null;
}

export interface Statement {
  readonly $state: ReadableAtom<StatementState>;
  actions: {
    /** Loads what the address names: `month` and `way`. */
    open(): Promise<void>;
    choose(change: Partial<Pick<StatementState, 'month' | 'way'>>): Promise<void>;
    more(): Promise<void>;
    reload(): Promise<void>;
    /** Everything that the filters find, as a file. @throws ApiError */
    save(name: string): Promise<void>;
  };
}

/** Lines of one account with its filters; further lines join those that are there. The newest call wins. */
export function createStatement(account: LineFilter['account']): Statement {
  const $state = map<StatementState>({ month: '', way: 'all', lines: [], sums: null, next: 0, loading: true, failure: null });
  let turn = 0;

  const address = addressReader((query) => {
    const month = query.get('month') ?? '';
    const way = WAYS.find((one) => one === query.get('way')) ?? 'all';
    $state.set({ ...$state.get(), month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : '', way });
  });

  async function load(before: number): Promise<void> {
    const mine = ++turn;
    const { month, way } = $state.get();
    $state.set({ ...$state.get(), loading: true, failure: null });
    try {
      const { list, next, sum_in, sum_out, total } = await fetchStatement({ account, month, way }, before);
      if (mine !== turn) return;
      const lines = before === 0 ? list : [...$state.get().lines, ...list];
      $state.set({ ...$state.get(), lines, next, sums: { sum_in, sum_out, total }, loading: false });
    } catch (error) {
      if (mine !== turn) return;
      $state.set({ ...$state.get(), failure: failureOf(error, '加载失败，请稍后再试'), loading: false });
    }
  }

  return {
    $state,
    actions: {
      open() {
        address.read();
        return load(0);
      },
      choose(change) {
        address.readFirst();
        $state.set({ ...$state.get(), ...change });
        const { month, way } = $state.get();
        stepTo({ month, way: way === 'all' ? '' : way });
        return load(0);
      },
      more: () => load($state.get().next),
      reload: () => load(0),
      async save(name) {
        const { month, way } = $state.get();
        saveBlob(await fetchCsv(csvAddress({ account, month, way })), `${name}${month && `-${month}`}.csv`);
      },
    },
  };
}
