import { map } from 'nanostores';
import { addressPage, addressQuery, writeAddress } from '#client/address.ts';
import { ApiError } from '#client/api-error.ts';
import { $session, loginUrl } from '#client/session.ts';
import { toastSuccess } from '#client/toast.ts';
import type { OwnSalonList, OwnTicketList, SalonAct } from '#contract/salon.ts';
import { dropSalon, fetchOrganised, fetchTickets, leaveList, putAct, putRefund } from './salon.api.ts';

export const SALON_TABS = { tickets: '我的门票', organised: '我举办的' } as const;
export type SalonTab = keyof typeof SALON_TABS;

export interface MySalonState {
  tab: SalonTab;
  tickets: OwnTicketList | null;
  organised: OwnSalonList | null;
  failure: { message: string; request_id: string } | null;
  busy: boolean;
}

/** 我的沙龙: own tickets, and salons that the reader organises. */
export function createMySalon() {
  const $state = map<MySalonState>({ tab: 'tickets', tickets: null, organised: null, failure: null, busy: false });
  let wanted = 0;

  /** Opens what the address names. A visitor is sent to sign in and comes back here. */
  function open(): void {
    if (!$session.get()) {
      location.replace(loginUrl());
      return;
    }
    const query = addressQuery();
    $state.setKey('tab', query.get('tab') === 'organised' ? 'organised' : 'tickets');
    void load(addressPage(query));
  }

  async function load(page = 1): Promise<void> {
    const mine = ++wanted;
    $state.set({ ...$state.get(), busy: true, failure: null });
    try {
      if ($state.get().tab === 'tickets') {
        const tickets = await fetchTickets(page);
        if (mine === wanted) $state.setKey('tickets', tickets);
      } else {
        const organised = await fetchOrganised(page);
        if (mine === wanted) $state.setKey('organised', organised);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === wanted) $state.setKey('failure', { message: error.msg, request_id: error.request_id });
    } finally {
      if (mine === wanted) $state.setKey('busy', false);
    }
  }

  function goTo(tab: SalonTab, page: number): Promise<void> {
    writeAddress({ tab: tab === 'tickets' ? '' : tab, page });
    $state.setKey('tab', tab);
    return load(page);
  }

  async function run(work: () => Promise<unknown>, done: string): Promise<void> {
    $state.setKey('busy', true);
    try {
      await work();
      toastSuccess(done);
    } catch (error) {
      // the gateway caller has shown it; the list tells what is true now
      if (!(error instanceof ApiError)) throw error;
    } finally {
      const { tab, tickets, organised } = $state.get();
      await load((tab === 'tickets' ? tickets?.page : organised?.page) ?? 1);
    }
  }

  return {
    $state,
    actions: {
      open,
      load,
      goTo,
      refund: (id: number) => run(() => putRefund(id), '已退票'),
      leave: (id: number) => run(() => leaveList(id), '已退出候补'),
      act: (id: number, act: SalonAct, why: string) => run(() => putAct(id, act, why), act === 'cancel' ? '沙龙已取消' : '已撤回'),
      drop: (id: number) => run(() => dropSalon(id), '删除成功'),
    },
  };
}
