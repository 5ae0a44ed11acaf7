import { atom, type ReadableAtom } from 'nanostores';
import { type Failure, plainFailure } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { AD_OVER, AD_POLL_MS, AD_TEXTS, type AdRequest, type AdState } from '#contract/ad.ts';

export interface AdView {
  request: AdRequest;
  /** Of the last answer. */
  status: AdState['status'];
  busy: boolean;
  failure: Failure | null;
  /** 视频未播放完成,您确定要关闭广告吗？ */
  asking: boolean;
}

export interface AdWatching {
  readonly $state: ReadableAtom<AdView>;
  actions: {
    start(): void;
    /** "Finished" was pressed: asks once. */
    finish(): Promise<void>;
    /** Asks first unless it is over. */
    leave(): void;
    stay(): void;
    dispose(): void;
  };
}

/** One showing of an advertisement: polled every three seconds until it is over (spec 4). `onOver`: it was watched; called once. */
export function createAdWatching(request: AdRequest, onOver: () => void): AdWatching {
  const $state = atom<AdView>({ request, status: 1, busy: false, failure: null, asking: false });
  const set = (change: Partial<AdView>) => $state.set({ ...$state.get(), ...change });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  const take = (state: AdState): boolean => {
    if (ended) return true;
    set({ status: state.status });
    if (state.has_over === 0) return false;
    ended = true;
    clearTimeout(timer);
    onOver();
    return true;
  };

  const poll = () => {
    timer = setTimeout(async () => {
      // errors are ignored, the next poll comes; a request that ended is not asked about again
      const state = await gateway('GET /ad/AdProfit/checkHasOver', { request_id: request.request_id }, SILENT).catch(() => null);
      if (ended || (state && take(state))) return;
      if (state?.status === 3) return set({ failure: plainFailure(state.msg) });
      poll();
    }, AD_POLL_MS);
  };

  return {
    $state,
    actions: {
      start: poll,
      async finish() {
        if ($state.get().busy) return;
        set({ busy: true, failure: null });
        const state = await gateway('GET /ad/AdProfit/checkHasOver', { request_id: request.request_id }, SILENT).catch(() => null);
        if (state && take(state)) return;
        set({ busy: false, failure: plainFailure(state?.status === 3 ? state.msg : AD_TEXTS.not_over) });
      },
      leave() {
        if ($state.get().status === AD_OVER) return;
        set({ asking: true });
      },
      stay: () => set({ asking: false }),
      dispose() {
        ended = true;
        clearTimeout(timer);
      },
    },
  };
}
