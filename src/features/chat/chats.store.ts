import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { $session, updateUser } from '#client/session.ts';
import { followStream } from '#client/stream.ts';
import { CHAT_CALLS, type ChatChange, type ChatConversation } from '#contract/chat.ts';
import { type Asking, openTalk } from './ask-in-chat.ts';
import { conversationsWithUnsent } from './drafts.ts';
import { createTalk, type Talk } from './talk.store.ts';

export interface ChatsState {
  list: readonly ChatConversation[];
  next: string;
  /** Words of a name; empty: all. */
  q: string;
  /** Those alone of which something is unread. */
  unread: boolean;
  loading: boolean;
  failure: Failure | null;
  /** The conversation that is open. */
  talk: Talk | null;
  /** How often one was opened: the same at another message is drawn once more. */
  opened: number;
}

/** The last that moved stands first; one that is not in the part that is loaded joins at its place, of unread ones alone only where it is. */
export function withChange(list: readonly ChatConversation[], one: ChatConversation, unread = false): ChatConversation[] {
  const others = list.filter(({ id }) => id !== one.id);
  if (one.last_seq === 0 || (unread && one.unread === 0 && others.length === list.length)) return [...list];
  const at = others.findIndex(({ last_time }) => last_time <= one.last_time);
  return at < 0 ? [...others, one] : others.toSpliced(at, 0, one);
}

/** The reader's conversations, and the one that is open. */
export function createChats({ me }: { me: number }) {
  const $state = map<ChatsState>({ list: [], next: '', q: '', unread: false, loading: true, failure: null, talk: null, opened: 0 });
  const set = (change: Partial<ChatsState>) => $state.set({ ...$state.get(), ...change });
  let asked = 0;
  let stop: (() => void) | null = null;
  let over = false;

  async function load(more = false): Promise<void> {
    const run = ++asked;
    const { q, unread, next, list } = $state.get();
    set({ loading: true, failure: null });
    try {
      const page = await gateway('GET /user/chat/list', { after: more ? next : '', q, unread: unread ? 1 : 0 }, SILENT);
      if (run !== asked) return;
      const known = new Set(page.list.map(({ id }) => id));
      set({ list: more ? [...list.filter(({ id }) => !known.has(id)), ...page.list] : page.list, next: page.next, loading: false });
    } catch (error) {
      if (run !== asked) return;
      set({ loading: false, failure: failureOf(error) });
    }
  }

  function tellNum(num: number): void {
    const user = $session.get()?.user;
    if (user && user.chat_num !== num) updateUser({ ...user, chat_num: num });
  }

  function hear({ conversation, num }: ChatChange): void {
    tellNum(num);
    const { list, q, unread, talk } = $state.get();
    if (q === '') set({ list: withChange(list, conversation, unread) });
    if (talk?.id === conversation.id) talk.actions.hear(conversation);
  }

  /** One stream a browser says which conversation to look at; what was said is read after the last row, and nowhere else. */
  async function follow(): Promise<void> {
    try {
      const { num, seq } = await gateway('GET /user/chat/num', {}, ASIDE);
      if (over) return;
      tellNum(num);
      stop = followStream<ChatChange>({ path: CHAT_CALLS.stream, after: seq, onEvent: ({ data }) => hear(data), onLinked: sendLeft });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTimeout(() => !over && void follow(), 5_000);
    }
  }

  /** Catches up after a sleeping tab or a lost connection. */
  const look = () => {
    sendLeft();
    if (document.visibilityState === 'hidden') return;
    void $state.get().talk?.actions.catchUp();
    $state.get().talk?.actions.seen();
  };

  /** Of conversations that are not on the screen, what waits is sent by one each. */
  const senders = new Map<number, Talk>();
  function leave(id: number | null | undefined): void {
    const sender = senders.get(id ?? 0);
    sender?.actions.close();
    senders.delete(id ?? 0);
  }

  /** What waits for the line, also in conversations that are not on the screen. */
  function sendLeft(): void {
    const { talk } = $state.get();
    void talk?.actions.flush();
    for (const id of conversationsWithUnsent(me)) {
      if (id === talk?.id) continue;
      const sender = senders.get(id) ?? createTalk({ id, me });
      senders.set(id, sender);
      void sender.actions.flush();
    }
  }

  /** `at`: the message to show; 0: where one stands, or the last. */
  function select(id: number | null, at = 0): void {
    const before = $state.get().talk;
    if (before?.id === id && at === 0) return;
    before?.actions.close();
    leave(id);
    const talk = id === null ? null : createTalk({ id, me, at });
    set({ talk, opened: $state.get().opened + 1 });
    void talk?.actions.open();
    sendLeft();
  }

  return {
    $state,
    actions: {
      load,
      select,
      find(q: string): void {
        set({ q });
        void load();
      },
      showUnread(unread: boolean): void {
        set({ unread });
        void load();
      },
      /** Opens the talk about something. @throws ApiError with the message for the user */
      async ask(asking: Asking): Promise<number> {
        const { id } = await openTalk(asking);
        select(id);
        return id;
      },
      begin(): () => void {
        over = false;
        void load();
        void follow();
        sendLeft();
        document.addEventListener('visibilitychange', look);
        globalThis.addEventListener('online', look);
        return () => {
          over = true;
          stop?.();
          document.removeEventListener('visibilitychange', look);
          globalThis.removeEventListener('online', look);
          for (const id of [...senders.keys()]) leave(id);
          $state.get().talk?.actions.close();
        };
      },
    },
  };
}

export type Chats = ReturnType<typeof createChats>;
