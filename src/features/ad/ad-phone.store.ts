import { atom, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf, plainFailure } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { AD_BEAT_MS, type AdFilm } from '#contract/ad.ts';

export interface AdPhoneState {
  film: AdFilm | null;
  failure: Failure | null;
  playing: boolean;
  /** What counts, ms. */
  watched_ms: number;
  over: boolean;
}

export interface AdPhone {
  readonly $state: ReadableAtom<AdPhoneState>;
  actions: {
    start(): Promise<void>;
    /** Playing began or went on; `position_ms` says where the player is, now and later. */
    play(position_ms: () => number): void;
    pause(): void;
    /** The player came to its end. */
    end(): Promise<void>;
    dispose(): void;
  };
}

/** The phone that plays an advertisement: reports its position to the server every two seconds; the server counts. */
export function createAdPhone(request_id: string): AdPhone {
  const $state = atom<AdPhoneState>({ film: null, failure: null, playing: false, watched_ms: 0, over: false });
  const set = (change: Partial<AdPhoneState>) => $state.set({ ...$state.get(), ...change });
  let timer: ReturnType<typeof setInterval> | undefined;
  let positionOf = () => 0;

  async function beat(): Promise<void> {
    try {
      const { watched_ms, has_over } = await gateway(
        'POST /ad/AdProfit/beat',
        { request_id, position_ms: Math.round(positionOf()) },
        SILENT,
      );
      set({ watched_ms, over: has_over === 1, failure: null });
      if (has_over === 1) pause();
    } catch (error) {
      // one word that is lost is made good by the next
      if (error instanceof ApiError && error.status === 404) {
        pause();
        set({ failure: failureOf(error) });
      }
    }
  }

  function pause(): void {
    clearInterval(timer);
    set({ playing: false });
  }

  return {
    $state,
    actions: {
      async start() {
        set({ failure: null });
        try {
          const film = await gateway('GET /ad/AdProfit/film', { request_id }, SILENT);
          set({ film, watched_ms: film.watched_ms, over: film.has_over === 1 });
        } catch (error) {
          set({ failure: failureOf(error, '加载失败，请稍后再试') });
        }
      },
      play(position_ms) {
        positionOf = position_ms;
        clearInterval(timer);
        set({ playing: true });
        void beat();
        timer = setInterval(() => void beat(), AD_BEAT_MS);
      },
      pause,
      async end() {
        pause();
        await beat();
        if (!$state.get().over) set({ failure: plainFailure('还没有看完，请从停下的地方继续') });
      },
      dispose: pause,
    },
  };
}
