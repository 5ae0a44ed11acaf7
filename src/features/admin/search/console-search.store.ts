import { atom, type ReadableAtom } from 'nanostores';
import { type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { ConsoleFound } from '#contract/admin.ts';
import type { ConsoleScreen } from '#contract/areas/area.ts';
import { rolesMay } from '#contract/staff.ts';

/** As much of a screen as a jump to it needs. */
export type JumpScreen = Pick<ConsoleScreen, 'title' | 'route' | 'verb' | 'group'>;

export interface ConsoleSearchState {
  /** Which dialog is open. */
  open: 'search' | 'keys' | null;
  words: string;
  /** What `found` answers; another text was not looked for yet. */
  asked: string;
  found: ConsoleFound[];
  busy: boolean;
  failure: Failure | null;
}

export interface ConsoleSearchStore {
  readonly $state: ReadableAtom<ConsoleSearchState>;
  actions: {
    open(what: 'search' | 'keys'): void;
    close(): void;
    type(words: string): void;
    search(): Promise<void>;
  };
}

const JUMPS_MOST = 6;

/** Screens whose name holds the words, of those that the roles may open. */
export function jumpsFor(screens: readonly JumpScreen[], roles: readonly string[], words: string): JumpScreen[] {
  const text = words.trim().toLowerCase();
  if (text === '') return [];
  return screens.filter(({ title, verb }) => title.toLowerCase().includes(text) && rolesMay(roles, verb)).slice(0, JUMPS_MOST);
}

/** Nothing is asked while somebody types: every search is a row of the audit log. */
export function createConsoleSearch(
  find: (words: string) => Promise<ConsoleFound[]> = (words: string) =>
    gateway('POST /admin/search', { words }, SILENT).then(({ list }) => list),
): ConsoleSearchStore {
  const $state = atom<ConsoleSearchState>({ open: null, words: '', asked: '', found: [], busy: false, failure: null });
  const set = (patch: Partial<ConsoleSearchState>) => $state.set({ ...$state.get(), ...patch });
  let turn = 0;
  return {
    $state,
    actions: {
      open: (open) => set({ open }),
      close: () => set({ open: null }),
      type(words) {
        turn += 1;
        set({ words, asked: '', found: [], busy: false, failure: null });
      },
      async search() {
        const words = $state.get().words.trim();
        if (words === '') return;
        const mine = ++turn;
        set({ busy: true, failure: null });
        try {
          const found = await find(words);
          if (mine === turn) set({ asked: words, found, busy: false });
        } catch (error) {
          const failure = failureOf(error);
          if (mine === turn) set({ busy: false, failure });
        }
      },
    },
  };
}
