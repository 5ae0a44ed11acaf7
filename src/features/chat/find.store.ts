import { map } from 'nanostores';
import { ApiError } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { Talk } from './talk.store.ts';

export interface FindState {
  open: boolean;
  /** What was looked for; empty: nothing yet. */
  q: string;
  /** Numbers of messages that hold it, the newest first. */
  seqs: readonly number[];
  /** Earlier messages may hold it too. */
  more: boolean;
  /** Which of them is shown. */
  at: number;
  busy: boolean;
  wrong: string;
}

const CLOSED: FindState = { open: false, q: '', seqs: [], more: false, at: 0, busy: false, wrong: '' };

/** Looking for words in the conversation that is open. */
export function createFind(talk: Talk) {
  const $state = map<FindState>(CLOSED);
  const set = (change: Partial<FindState>) => $state.set({ ...$state.get(), ...change });
  let asked = 0;

  async function read(q: string): Promise<boolean> {
    const run = ++asked;
    set({ busy: true, wrong: '' });
    try {
      const { seqs, more } = await gateway('GET /user/chat/find', { id: talk.id, q }, SILENT);
      if (run !== asked) return false;
      // where one stands stays, whatever was said or taken back meanwhile
      const { q: before, seqs: known, at } = $state.get();
      const stood = before === q ? seqs.indexOf(known[at] ?? 0) : -1;
      set({ q, seqs, more, at: Math.max(0, stood), busy: false });
      talk.actions.mark(q);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (run === asked) set({ busy: false, wrong: error.msg });
      return false;
    }
  }

  function show(at: number): void {
    const { seqs } = $state.get();
    const next = (at + seqs.length) % Math.max(1, seqs.length);
    const seq = seqs[next];
    if (seq === undefined) return;
    set({ at: next });
    void talk.actions.seek(seq);
  }

  return {
    $state,
    actions: {
      open: () => set({ open: true }),
      close(): void {
        asked++;
        $state.set(CLOSED);
        talk.actions.mark('');
      },
      /** Shows the newest place of new words, or of the same words the next one: `by` 1 is earlier, -1 later; round and round. */
      async go(words: string, by: 1 | -1): Promise<void> {
        const q = words.trim();
        const { q: before, at, busy } = $state.get();
        if (q === '' || busy) return;
        if (q === before) return show(at + by);
        if (await read(q)) show(0);
      },
      /** Something was said or taken back since. */
      async again(): Promise<void> {
        const { q } = $state.get();
        if (q !== '') await read(q);
      },
    },
  };
}

export type Find = ReturnType<typeof createFind>;
