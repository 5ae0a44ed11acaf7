import { map } from 'nanostores';
import { addressPage, addressQuery, writeAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import { DEMAND_ACT_TEXT, DEMAND_TABS, type DemandAct, type DemandTab, type OwnDemandList } from '#contract/demand.ts';
import { actOnDemand, dropDraft, fetchMine } from './demand.api.ts';

export interface MyDemandState {
  tab: DemandTab;
  list: OwnDemandList | null;
  failure: { message: string; request_id: string } | null;
  busy: boolean;
  /** Id of the row that an action is under way for. */
  acting: number | null;
}

/** 我的需求: own demands by tab. */
export function createMyDemand() {
  const $state = map<MyDemandState>({ tab: 'all', list: null, failure: null, busy: false, acting: null });
  let wanted = 0;

  /** Opens what the address names. A visitor is sent to sign in and comes back here. */
  function open(): void {
    if (!$session.get()) {
      location.replace(loginUrl());
      return;
    }
    const query = addressQuery();
    const tab = query.get('tab') ?? 'all';
    $state.setKey('tab', tab in DEMAND_TABS ? (tab as DemandTab) : 'all');
    void load(addressPage(query));
  }

  function goToPage(page: number): Promise<void> {
    const { tab } = $state.get();
    writeAddress({ tab: tab === 'all' ? '' : tab, page });
    return load(page);
  }

  function chooseTab(tab: DemandTab): void {
    $state.setKey('tab', tab);
    void goToPage(1);
  }

  async function load(page = $state.get().list?.page ?? 1): Promise<void> {
    const mine = ++wanted;
    $state.setKey('busy', true);
    try {
      const list = await fetchMine($state.get().tab, page);
      if (mine !== wanted) return;
      const last = Math.max(1, Math.ceil(list.total / list.limit));
      if (page > last) return await goToPage(last);
      $state.set({ ...$state.get(), list, failure: null });
    } catch (error) {
      if (mine !== wanted) return;
      if (!(error instanceof ApiError)) throw error;
      $state.setKey('failure', { message: error.msg, request_id: error.request_id });
    } finally {
      if (mine === wanted) $state.setKey('busy', false);
    }
  }

  async function run(id: number, work: () => Promise<unknown>, done: string): Promise<void> {
    $state.setKey('acting', id);
    try {
      await work();
      toastSuccess(done);
    } catch (error) {
      // the gateway caller has shown it; the list tells what is true now
      if (!(error instanceof ApiError)) throw error;
    } finally {
      $state.setKey('acting', null);
      await load();
    }
  }

  const act = (id: number, name: DemandAct, why: string) => run(id, () => actOnDemand(id, name, why), `已${DEMAND_ACT_TEXT[name]}`);
  const drop = (id: number) => run(id, () => dropDraft(id), '删除成功');

  return { $state, actions: { open, goToPage, chooseTab, load, act, drop } };
}
