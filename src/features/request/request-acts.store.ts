import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { RequestDetail, RequestView } from '#contract/request.ts';

export interface RequestActsState {
  /** Null: not loaded yet. */
  view: RequestView | null;
  /** Of a request that its page does not show: the asker's own, before staff let it in. */
  detail: RequestDetail | null;
  failure: Failure | null;
  /** It is not visible to this user, or it is not there. */
  missing: boolean;
}

/** Null: done. Else what is to be said. */
type Said = Promise<string | null>;

export interface RequestActs {
  readonly $state: ReadableAtom<RequestActsState>;
  actions: {
    load(): Promise<void>;
    /** The conversation to go to; 'contact': the text seems to hold contact details, and may be sent all the same; else what is wrong. */
    answer(text: string, confirmed: boolean): Promise<{ conversation_id: number } | { contact: true } | { wrong: string }>;
    /** Takes one's own answer back. */
    withdraw(): Said;
    settle(planner_id: number): Said;
    close(reason: string): Said;
    extend(days: number): Said;
    rate(stars: number, text: string): Said;
    report(reason: string): Said;
  };
}

/** What the reader has to do with a request, and may do. `shown`: its page shows it to everybody. */
export function createRequestActs(id: number, shown: boolean): RequestActs {
  const $state = map<RequestActsState>({ view: null, detail: null, failure: null, missing: false });
  async function load(): Promise<void> {
    try {
      const [view, detail] = await Promise.all([
        gateway('GET /receive/request/view', { id }, SILENT),
        shown ? null : gateway('GET /receive/request/detail', { id }, SILENT),
      ]);
      $state.set({ view, detail, failure: null, missing: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) $state.setKey('missing', true);
      else $state.setKey('failure', failureOf(error));
    }
  }
  async function act(call: () => Promise<unknown>, after: () => Promise<void> = load): Said {
    try {
      await call();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.msg;
    }
    await after();
    return null;
  }
  return {
    $state,
    actions: {
      load,
      async answer(text, confirmed) {
        try {
          return await gateway('POST /receive/request/answer', { id, text, confirmed }, SILENT);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          const contact = error.status === 409 && (error.data as { why?: string } | undefined)?.why === 'contact';
          return contact ? { contact: true } : { wrong: error.msg };
        }
      },
      withdraw: () => act(() => gateway('POST /receive/request/withdraw', { id }, SILENT)),
      settle: (planner_id) => act(() => gateway('POST /receive/request/settle', { id, planner_id }, SILENT)),
      close: (reason) => act(() => gateway('POST /receive/request/close', { id, reason }, SILENT)),
      extend: (days) => act(() => gateway('POST /receive/request/extend', { id, days }, SILENT)),
      rate: (stars, text) => act(() => gateway('POST /receive/request/rate', { id, stars, text }, SILENT)),
      report: (reason) =>
        act(
          () => gateway('POST /receive/request/report', { id, reason }, SILENT),
          async () => undefined,
        ),
    },
  };
}
