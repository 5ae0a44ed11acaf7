import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { toastSuccess } from '#client/toast.ts';
import type { AssistantConversation } from '#contract/assistant.ts';

export interface ConversationsState {
  list: readonly AssistantConversation[];
  next: string;
  q: string;
  load: 'loading' | 'more' | 'ready' | 'failed';
  failure: Failure | null;
  /** The one that was thrown away last, and can be taken back. */
  removed: AssistantConversation | null;
}

/** The reader's conversations: searched, renamed, pinned, thrown away and taken back. */
export function createConversations() {
  const $state = map<ConversationsState>({ list: [], next: '', q: '', load: 'loading', failure: null, removed: null });
  const set = (change: Partial<ConversationsState>) => $state.set({ ...$state.get(), ...change });
  let asked = 0;

  async function read(q: string, after: string): Promise<void> {
    const turn = ++asked;
    set({ q, load: after === '' ? 'loading' : 'more', failure: null });
    try {
      const page = await gateway('GET /assistant/index/conversations', { q, after }, { silent: true });
      // what was typed meanwhile is asked for already
      if (turn !== asked) return;
      set({ list: after === '' ? page.list : [...$state.get().list, ...page.list], next: page.next, load: 'ready' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (turn === asked) set({ load: 'failed', failure: failureOf(error) });
    }
  }

  return {
    $state,
    actions: {
      load: () => read($state.get().q, ''),
      more: () => read($state.get().q, $state.get().next),
      search: (q: string) => read(q, ''),
      /** @returns what is wrong, or null */
      async rename(id: number, title: string): Promise<string | null> {
        try {
          await gateway('PUT /assistant/index/rename', { id, title }, { silent: true });
          set({ list: $state.get().list.map((one) => (one.id === id ? { ...one, title: title.trim() } : one)) });
          return null;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return error.msg;
        }
      },
      async pin({ id, pinned }: AssistantConversation): Promise<void> {
        try {
          await gateway('PUT /assistant/index/pin', { id, pinned: pinned === 1 ? 0 : 1 });
          toastSuccess(pinned === 1 ? '已取消置顶' : '已置顶');
          await read($state.get().q, '');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      },
      async remove(one: AssistantConversation): Promise<boolean> {
        try {
          await gateway('DELETE /assistant/index/remove', { id: one.id });
          set({ list: $state.get().list.filter(({ id }) => id !== one.id), removed: one });
          return true;
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          return false;
        }
      },
      async restore(): Promise<void> {
        const { removed, q } = $state.get();
        if (!removed) return;
        try {
          await gateway('POST /assistant/index/restore', { id: removed.id });
          set({ removed: null });
          toastSuccess('已恢复');
          await read(q, '');
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      },
    },
  };
}

export type Conversations = ReturnType<typeof createConversations>;
