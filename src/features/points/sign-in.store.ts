import { map, type ReadableAtom } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { refreshUser } from '#client/refresh-user.ts';
import { toastSuccess } from '#client/toast.ts';
import type { SignInMonth } from '#contract/outputs/points.ts';
import { addDays, addMonths, monthNumber, monthOf, SIGN_IN_TEXTS } from '#contract/signin.ts';

export interface SignInState {
  /** Of the month that is shown; null: nothing was loaded yet. */
  month: SignInMonth | null;
  /** YYYY-M; '' before the first answer. */
  mon: string;
  /** YYYY-M whose days `month` lists: while another is on its way, nothing is known of its days. */
  read: string;
  /** Day that the keys are on. */
  day: string;
  loading: boolean;
  busy: boolean;
  failure: Failure | null;
  /** What went wrong with the last press. */
  refusal: Failure | null;
}

export interface SignInCalendar {
  readonly $state: ReadableAtom<SignInState>;
  actions: {
    open(): Promise<void>;
    /** So many months on; never beyond this one. */
    turn(months: number): Promise<void>;
    /** Moves the keys so many days, into the next month where they end. */
    move(days: number): Promise<void>;
    signIn(): Promise<void>;
    makeUp(day: string): Promise<void>;
  };
}

/** The calendar of the dialog. `reload`: what follows a session that is over (spec 4.3). The newest call wins. */
export function createSignIn(reload: () => void = () => location.reload()): SignInCalendar {
  const $state = map<SignInState>({ month: null, mon: '', read: '', day: '', loading: true, busy: false, failure: null, refusal: null });
  let turn_no = 0;

  function fail(error: unknown): Failure {
    if (error instanceof ApiError && error.code === 2) reload();
    return failureOf(error);
  }

  async function load(mon: string, day: string): Promise<void> {
    const mine = ++turn_no;
    $state.set({ ...$state.get(), mon, day, loading: true, failure: null });
    try {
      const month = await gateway('GET /api/signin', { mon }, SILENT);
      if (mine !== turn_no) return;
      const shown = mon === '' ? monthOf(month.today) : mon;
      $state.set({ ...$state.get(), month, mon: shown, read: shown, day: day === '' ? month.today : day, loading: false });
    } catch (error) {
      if (mine !== turn_no) return;
      $state.set({ ...$state.get(), failure: fail(error), loading: false });
    }
  }

  async function act(work: () => Promise<string>): Promise<void> {
    if ($state.get().busy) return;
    $state.set({ ...$state.get(), busy: true, refusal: null });
    let done: string | null = null;
    try {
      done = await work();
    } catch (error) {
      $state.setKey('refusal', fail(error));
    }
    $state.setKey('busy', false);
    if (done) toastSuccess(done);
    // another tab may have signed in meanwhile: what is shown follows the server
    await Promise.all([load($state.get().mon, $state.get().day), refreshUser()]);
  }

  const today = () => $state.get().month?.today ?? '';
  const isLater = (mon: string) => monthNumber(mon) > monthNumber(monthOf(today()));

  return {
    $state,
    actions: {
      open: () => load('', ''),
      async turn(months) {
        const next = addMonths($state.get().mon, months);
        if (isLater(next)) return;
        const [year = '', month = ''] = next.split('-');
        await load(next, next === monthOf(today()) ? today() : `${year}-${month.padStart(2, '0')}-01`);
      },
      async move(days) {
        const { day, mon } = $state.get();
        const next = addDays(day, days);
        if (monthOf(next) === mon) $state.setKey('day', next);
        else if (!isLater(monthOf(next))) await load(monthOf(next), next);
      },
      signIn: () =>
        act(async () => {
          const { integral } = await gateway('POST /api/signin', {}, SILENT);
          return `${SIGN_IN_TEXTS.done}，+${integral} 积分`;
        }),
      makeUp: (day) =>
        act(async () => {
          await gateway('POST /api/signin/makeup', { day }, SILENT);
          return SIGN_IN_TEXTS.made_up;
        }),
    },
  };
}
