import { map } from 'nanostores';
import { addressReader, stepTo } from '#client/address.ts';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { fetchCsv, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastError } from '#client/toast.ts';
import { FIGURE_MEASURES, FIGURE_RANGES, FIGURES_CSV_CALL, type FigureMeasure, type FigureRange, type Figures } from '#contract/figures.ts';

export interface FiguresState {
  range: FigureRange;
  measure: FigureMeasure;
  /** Null: all works. */
  id: number | null;
  data: Figures | null;
  failure: Failure | null;
  busy: boolean;
}

const USUAL = { range: 30, measure: 'views' } as const;
const NAMES = { days: '按日', works: '按作品', sources: '按来源' } as const;

/** 我的数据: what is looked at, and what came of it. */
export function createFigures() {
  const $state = map<FiguresState>({ ...USUAL, id: null, data: null, failure: null, busy: false });
  let wanted = 0;

  const address = addressReader((query) => {
    const id = Number(query.get('id'));
    const measure = query.get('measure') ?? '';
    $state.set({
      ...$state.get(),
      id: Number.isSafeInteger(id) && id > 0 ? id : null,
      range: FIGURE_RANGES.find((days) => String(days) === query.get('days')) ?? USUAL.range,
      measure: Object.hasOwn(FIGURE_MEASURES, measure) ? (measure as FigureMeasure) : USUAL.measure,
    });
  });

  /** A visitor is sent to sign in and comes back here. */
  function open(): void {
    if (!$session.get()) {
      location.replace(loginUrl());
      return;
    }
    address.read();
    void load();
  }

  async function load(): Promise<void> {
    const mine = ++wanted;
    $state.setKey('busy', true);
    try {
      const { range, measure, id } = $state.get();
      const asked = { days: range, measure, ...(id === null ? {} : { id }) };
      const data = await gateway('GET /user/figures', asked, { silent: true });
      if (mine === wanted) $state.set({ ...$state.get(), data, failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === wanted) $state.setKey('failure', failureOf(error));
    } finally {
      if (mine === wanted) $state.setKey('busy', false);
    }
  }

  function choose(change: Partial<Pick<FiguresState, 'range' | 'measure' | 'id'>>): void {
    address.readFirst();
    $state.set({ ...$state.get(), ...change });
    const { range, measure, id } = $state.get();
    stepTo({ days: range === USUAL.range ? '' : range, measure: measure === USUAL.measure ? '' : measure, id: id ?? '' });
    void load();
  }

  async function save(table: keyof typeof NAMES): Promise<void> {
    const { range, id } = $state.get();
    try {
      const query = new URLSearchParams({ days: String(range), table, ...(id === null ? {} : { id: String(id) }) });
      saveBlob(await fetchCsv(`${FIGURES_CSV_CALL}?${query}`), `数据-${NAMES[table]}-近${range}天.csv`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(error.msg);
    }
  }

  return { $state, actions: { open, load, choose, save } };
}
