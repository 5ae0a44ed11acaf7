import { map, type ReadableAtom } from 'nanostores';
import { addressReader, stepTo } from '#client/address.ts';
import { ApiError, type Failure, failureOf, formErrors } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { addMonths, monthOf } from '#contract/signin.ts';
import { dayOf, type PlannerEntry, WORKBENCH_GROUPS, type Workbench, type WorkbenchGroup } from '#contract/workbench.ts';

export type WorkbenchTab = 'board' | 'calendar' | 'feed';
const TABS: readonly WorkbenchTab[] = ['board', 'calendar', 'feed'];

export interface WorkbenchState {
  /** Null: nothing was loaded yet. */
  data: Workbench | null;
  failure: Failure | null;
  tab: WorkbenchTab;
  /** Empty: all groups. */
  group: WorkbenchGroup | '';
  /** YYYY-M that the calendar shows. */
  month: string;
  now_s: number;
}

/** Null: done. Else what is wrong, by field (`form`: with all of it). */
export type Faults = Partial<Record<string, string>> | null;

export interface WorkbenchStore {
  readonly $state: ReadableAtom<WorkbenchState>;
  actions: {
    load(): Promise<void>;
    /** Shows the tab and group that the address names. */
    place(): void;
    choose(change: { tab?: WorkbenchTab; group?: WorkbenchGroup | '' }): void;
    turnMonth(months: number): void;
    save(form: EntryForm): Promise<Faults>;
    done(id: number, done: boolean): Promise<Faults>;
    remove(id: number): Promise<Faults>;
  };
}

/** The reader's board; tab and group stand in the address. */
export function createWorkbench(now: () => number = Date.now): WorkbenchStore {
  const now_s = () => Math.floor(now() / 1_000);
  const $state = map<WorkbenchState>({
    ...{ data: null, failure: null, tab: 'board', group: '', month: monthOf(dayOf(now_s())), now_s: now_s() },
  });
  /** What the address names. */
  const address = addressReader((query) => {
    const tab = TABS.find((one) => one === query.get('tab')) ?? 'board';
    const asked = query.get('group') ?? '';
    const group = Object.hasOwn(WORKBENCH_GROUPS, asked) ? (asked as WorkbenchGroup) : '';
    $state.set({ ...$state.get(), tab, group });
  });
  async function load(): Promise<void> {
    address.read();
    try {
      const data = await gateway('GET /user/workbench', {}, { silent: true });
      $state.set({ ...$state.get(), data, failure: null, now_s: now_s() });
    } catch (error) {
      $state.setKey('failure', failureOf(error));
    }
  }
  async function change(call: () => Promise<unknown>): Promise<Faults> {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return formErrors(error);
    }
    await load();
    return null;
  }
  return {
    $state,
    actions: {
      load,
      place: address.read,
      choose(wanted) {
        address.readFirst();
        const { tab, group } = { ...$state.get(), ...wanted };
        stepTo({ tab: tab === 'board' ? '' : tab, group });
        $state.set({ ...$state.get(), tab, group });
      },
      turnMonth: (months) => $state.setKey('month', addMonths($state.get().month, months)),
      save: (form) => change(() => gateway('POST /user/workbench/entry', form, { silent: true })),
      done: (id, done) => change(() => gateway('PUT /user/workbench/done', { id, done }, { silent: true })),
      remove: (id) => change(() => gateway('DELETE /user/workbench/entry', { id }, { silent: true })),
    },
  };
}

type EntryForm = Pick<PlannerEntry, 'id' | 'title' | 'note' | 'at' | 'link'> & { all_day: boolean };
