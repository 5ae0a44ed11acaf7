import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { fetchCsv } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { DOOR_RESULT_TEXT } from '#contract/door.ts';
import type { GuestList, GuestState } from '#contract/organise.ts';
import { GUESTS_PAGE_SIZE, ORGANISE_CALLS } from '#contract/organise.ts';
import { newNonce } from '../door/hash-secret.ts';

export interface GuestsState {
  list: GuestList | null;
  failure: Failure | null;
  state: GuestState;
  keyword: string;
  page: number;
  /** Ticket that an action is under way for. */
  acting: number | null;
  /** Why the last press was in vain. */
  refusal: Failure | null;
}

/** The guests of an own salon, by state and search. */
export function createGuests(id: number) {
  const $state = map<GuestsState>({ list: null, failure: null, state: 'all', keyword: '', page: 1, acting: null, refusal: null });
  let wanted = 0;

  async function load(change: Partial<Pick<GuestsState, 'state' | 'keyword' | 'page'>> = {}): Promise<void> {
    const mine = ++wanted;
    $state.set({ ...$state.get(), ...change });
    const { state, keyword, page } = $state.get();
    try {
      const list = await gateway('GET /salon/organise/guests', { id, ...{ state, keyword, page }, limit: GUESTS_PAGE_SIZE }, SILENT);
      if (mine === wanted) $state.set({ ...$state.get(), list, failure: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (mine === wanted) $state.setKey('failure', failureOf(error));
    }
  }

  /** Runs one change; `refusal` says why it was not done. `work` answers why not, or nothing. */
  async function run(ticket_id: number | null, work: () => Promise<string | null>): Promise<void> {
    $state.set({ ...$state.get(), acting: ticket_id, refusal: null });
    try {
      const why = await work();
      if (why) $state.setKey('refusal', plainFailure(why));
    } catch (error) {
      $state.setKey('refusal', failureOf(error));
    } finally {
      $state.setKey('acting', null);
    }
    await load();
  }

  return {
    $state: $state as ReadableAtom<GuestsState>,
    actions: {
      load: () => load(),
      choose: (state: GuestState) => load({ state, page: 1 }),
      search: (keyword: string) => load({ keyword, page: 1 }),
      goTo: (page: number) => load({ page }),
      check: (ticket_id: number) =>
        run(ticket_id, async () => {
          const { result } = await gateway('POST /salon/organise/check', { id, ticket_id, nonce: newNonce() }, SILENT);
          return result === 'ok' ? null : `没有签到：${DOOR_RESULT_TEXT[result]}`;
        }),
      undo: (ticket_id: number) =>
        run(ticket_id, () => gateway('DELETE /salon/organise/check', { id, ticket_id, nonce: newNonce() }, SILENT).then(() => null)),
      /** @throws ApiError, which the dialog shows */
      refund: async (ticket_id: number, count: number, reason: string) => {
        await gateway('PUT /salon/organise/refund', { id, ticket_id, count, reason }, SILENT).finally(load);
      },
      /** Null: it could not be made, and `refusal` says why. */
      async csv(): Promise<Blob | null> {
        try {
          return await fetchCsv(`${ORGANISE_CALLS.csv}?id=${id}`);
        } catch (error) {
          $state.setKey('refusal', failureOf(error));
          return null;
        }
      },
    },
  };
}
