import { map } from 'nanostores';
import { ApiError, type Failure, failureOf, isLost } from '#client/api-error.ts';
import { ASIDE, gateway, SILENT } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { readText, writeText } from '#client/storage.ts';
import { toastSuccess } from '#client/toast.ts';
import {
  CHAT_PAGE,
  type ChatConversation,
  type ChatMessage,
  type ChatPrice,
  type ChatQuote,
  type ChatReaction,
  type ChatRefusal,
} from '#contract/chat.ts';

import { UploadInterrupted } from '#kit/upload/upload-file.ts';
import { draftKey, type Pending, quoteKey, storedQuote, storeUnsent, unsentOf } from './drafts.ts';
import { appendRows, isBehind, prependRows, type TalkRows } from './talk-rows.ts';

export interface TalkState {
  conversation: ChatConversation | null;
  talk: TalkRows;
  /** The first message of the conversation is here. */
  whole: boolean;
  /** Later messages than the last row are not here: the reader looks at a part that they searched for. */
  ahead: boolean;
  /** The message that they came for; 0: the last one. */
  sought: number;
  /** How often one was led to it: the same once more scrolls again. */
  seeks: number;
  loading: 'first' | 'older' | 'newer' | null;
  failure: Failure | null;
  pending: readonly Pending[];
  draft: string;
  /** The message that what is written answers. */
  quote: ChatQuote | null;
  /** Came while the reader looked at something earlier. */
  fresh: number;
  /** Words that are marked. */
  marked: string;
  /** What was taken back on this page, by its number, to be written again. */
  taken: Readonly<Record<number, string>>;
}

const START: TalkState = {
  ...{
    conversation: null,
    talk: { rows: [] },
    whole: false,
    ahead: false,
    sought: 0,
    seeks: 0,
    loading: 'first',
    failure: null,
    pending: [],
    draft: '',
    quote: null,
    fresh: 0,
    marked: '',
    taken: {},
  },
};

export interface TalkInput {
  id: number;
  me: number;
  /** Number of the message to open at; 0: the last. */
  at?: number;
  /** Ids of messages; made by tests themselves. */
  newId?: () => string;
  /** First pause before it is tried again; for tests. */
  again_ms?: number;
}

/** The longest pause between two attempts to send what waits, ms. */
const AGAIN_MOST_MS = 30_000;
/** Rows after the message that is looked for. */
const BEYOND = Math.floor(CHAT_PAGE / 2);

/** One conversation on the screen. */
export function createTalk({ id, me, at = 0, newId = newKey, again_ms = 2_000 }: TalkInput) {
  const draft_key = draftKey(me, id);
  const quote_key = quoteKey(me, id);
  const $state = map<TalkState>({
    ...{ ...START, sought: at, draft: readText(draft_key) ?? '', quote: storedQuote(me, id) },
    pending: unsentOf(me, id).map(asLeft),
  });
  const set = (change: Partial<TalkState>) => {
    $state.set({ ...$state.get(), ...change });
    if (change.pending) storeUnsent(me, id, change.pending.filter(isStored));
  };
  let catching = false;
  let again = false;
  let at_end = at === 0;
  let told_read = 0;
  let closed = false;
  let flushing = false;
  let pause_ms = again_ms;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function open(): Promise<void> {
    set({ loading: 'first', failure: null });
    const { sought } = $state.get();
    try {
      const [conversation, page] = await Promise.all([
        gateway('GET /user/chat/conversation', { id }, SILENT),
        gateway('GET /user/chat/before', { id, before: sought === 0 ? 0 : sought + BEYOND }, SILENT),
      ]);
      if (closed) return;
      const talk: TalkRows = { rows: page.list };
      const { pending } = $state.get();
      const there = new Set(page.list.map(({ client_id }) => client_id));
      set({
        ...{ conversation, talk, whole: (page.list[0]?.seq ?? 1) === 1, ahead: sought > 0 && isBehind(talk, page.last_seq), loading: null },
        pending: pending.filter(({ client_id }) => !there.has(client_id)),
      });
      told_read = conversation.read_seq;
      markRead();
      if (isBehind(talk, page.last_seq)) void catchUp();
      void flush();
    } catch (error) {
      set({ loading: null, failure: failureOf(error) });
    }
  }

  /** A page before the first row. Resolves once it stands there. */
  async function older(): Promise<void> {
    const { talk, loading, whole } = $state.get();
    const first = talk.rows[0]?.seq;
    if (loading !== null || whole || first === undefined) return;
    set({ loading: 'older' });
    try {
      const page = await gateway('GET /user/chat/before', { id, before: first }, SILENT);
      const next = prependRows($state.get().talk, page.list);
      set({ talk: next, whole: (next.rows[0]?.seq ?? 1) === 1, loading: null });
    } catch (error) {
      failureOf(error);
      set({ loading: null });
    }
  }

  /** A page after the last row of a part in the middle. Resolves once it stands there. */
  async function newer(): Promise<void> {
    const { talk, loading, ahead } = $state.get();
    const last = talk.rows.at(-1)?.seq;
    if (loading !== null || !ahead || last === undefined) return;
    set({ loading: 'newer' });
    try {
      const { events } = await gateway('GET /user/chat/messages', { id, after: last }, ASIDE);
      const { conversation, talk: now } = $state.get();
      const next = appendRows(
        now,
        events.map(({ data }) => data),
      );
      set({ talk: next, loading: null, ahead: events.length > 0 && isBehind(next, conversation?.last_seq ?? 0) });
      // what was said since is read on from here
      if (!$state.get().ahead) await catchUp();
    } catch (error) {
      failureOf(error);
      set({ loading: null });
    }
  }

  /** From a part in the middle to the last message. */
  async function latest(): Promise<void> {
    at_end = true;
    set({ sought: 0, fresh: 0 });
    await open();
  }

  /** To one message: where it is not here, the part around it is read, as for one that was searched for. */
  async function seek(seq: number): Promise<void> {
    at_end = false;
    set({ sought: seq, seeks: $state.get().seeks + 1 });
    const first = $state.get().talk.rows[0]?.seq ?? 0;
    if (seq < first || isBehind($state.get().talk, seq)) await open();
  }

  /** Reads on after the last row until nothing is left: the one way in which messages arrive. */
  async function catchUp(): Promise<void> {
    if ($state.get().loading === 'first' || $state.get().ahead) return;
    if (catching) {
      again = true;
      return;
    }
    catching = true;
    try {
      do {
        again = false;
        const after = $state.get().talk.rows.at(-1)?.seq ?? 0;
        const { events } = await gateway('GET /user/chat/messages', { id, after }, ASIDE);
        if (closed) return;
        take(events.map(({ data }) => data));
        if (events.length > 0) again = true;
      } while (again);
    } catch (error) {
      // the next notice, focus or minute looks again
      if (!(error instanceof ApiError)) throw error;
    } finally {
      catching = false;
    }
  }

  function take(came: readonly ChatMessage[]): void {
    const before = $state.get();
    const talk = appendRows(before.talk, came);
    if (talk === before.talk) return;
    const added = talk.rows.slice(before.talk.rows.length);
    const mine = new Set(added.map(({ client_id }) => client_id).filter((one) => one !== ''));
    const others = added.filter(({ from, event }) => from !== me && event?.reaction === undefined).length;
    set({
      talk,
      whole: before.whole || (talk.rows[0]?.seq ?? 1) === 1,
      pending: before.pending.filter(({ client_id }) => !mine.has(client_id)),
      fresh: at_end ? 0 : before.fresh + others,
    });
    markRead();
  }

  /** Whether the reader looks at the last message: then what comes is read. */
  function lookAt(end: boolean): void {
    at_end = end;
    if (end && $state.get().fresh > 0) set({ fresh: 0 });
    if (end) markRead();
  }

  function markRead(): void {
    const last = $state.get().talk.rows.at(-1)?.seq ?? 0;
    if (!at_end || $state.get().ahead || last <= told_read || (typeof document !== 'undefined' && document.visibilityState === 'hidden'))
      return;
    told_read = last;
    gateway('PUT /user/chat/read', { id, seq: last }, ASIDE).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      told_read = 0;
    });
  }

  const change = (client_id: string, part: Partial<Pending>) =>
    set({ pending: $state.get().pending.map((one) => (one.client_id === client_id ? { ...one, ...part } : one)) });

  async function transmit(one: Pending, confirmed = false): Promise<void> {
    const { client_id, type, text, file_id, item_id, resume_id, price, wave } = one;
    const quote = one.quote?.seq ?? 0;
    change(client_id, { state: 'sending', why: '' });
    try {
      const sent = await gateway(
        'POST /user/chat/send',
        { id, client_id, type, text, file_id, item_id, resume_id, price, wave, quote, confirmed },
        SILENT,
      );
      if ($state.get().ahead) return await latest();
      take([sent]);
      // others wrote meanwhile: the rest comes in order
      if (isBehind($state.get().talk, sent.seq)) await catchUp();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusal = (error.data as { why?: ChatRefusal } | null)?.why;
      // whether it arrived is not known: sent again under its own id it is the same message
      if (isLost(error)) change(client_id, asWaiting(one));
      else if (refusal === 'contact') change(client_id, { state: 'asks', why: error.msg });
      else
        change(client_id, {
          state: 'failed',
          why: error.msg,
          final: error.status === 400 || error.status === 404 || refusal === 'blocked',
        });
    }
  }

  /** Bytes that the line did not take; gone with the page. */
  const stores = new Map<string, () => Promise<number>>();

  /** Whether its bytes are stored: where the line was away they are sent now, before the message. */
  async function storedNow({ client_id }: Pending): Promise<boolean> {
    const store = stores.get(client_id);
    if (!store) return true;
    change(client_id, { state: 'uploading', why: '' });
    try {
      change(client_id, { file_id: await store() });
      stores.delete(client_id);
      return find(client_id) !== undefined;
    } catch (error) {
      const one = find(client_id);
      if (!(error instanceof Error)) throw error;
      if (error instanceof UploadInterrupted) change(client_id, asWaiting(one as Pending));
      else {
        stores.delete(client_id);
        change(client_id, { state: 'failed', why: error.message || '文件上传失败', final: true });
      }
      return false;
    }
  }

  /** Sends what waits, one after the other and in its order; again after a pause while no answer comes. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    if (flushing) return;
    flushing = true;
    try {
      for (;;) {
        const one = nextOf($state.get().pending);
        if (!one) {
          pause_ms = again_ms;
          return;
        }
        if (await storedNow(one)) await transmit(find(one.client_id) ?? one);
        if (find(one.client_id)?.state === 'waiting') break;
      }
      // what waits behind it waits for the same
      set({ pending: $state.get().pending.map((one) => (one.state === 'waiting' ? asWaiting(one) : one)) });
      if (closed) return;
      timer = setTimeout(() => void flush(), pause_ms);
      pause_ms = Math.min(AGAIN_MOST_MS, pause_ms * 2);
    } finally {
      flushing = false;
    }
  }

  /** In the order in which it was said: behind what waits. */
  async function queue(one: Pending): Promise<void> {
    change(one.client_id, { state: 'waiting' });
    await flush();
  }

  function add(part: Partial<Pending> & Pick<Pending, 'type'>): Pending {
    const one: Pending = {
      ...{
        client_id: newId(),
        text: '',
        file_id: 0,
        item_id: 0,
        price: null,
        quote: $state.get().quote,
        label: '',
        state: 'sending',
        why: '',
        final: false,
      },
      ...part,
    };
    set({ pending: [...$state.get().pending, one] });
    setQuote(null);
    return one;
  }

  function setQuote(quote: ChatQuote | null): void {
    set({ quote });
    writeText(quote_key, quote && JSON.stringify(quote));
  }

  function setDraft(draft: string): void {
    set({ draft });
    writeText(draft_key, draft === '' ? null : draft);
  }

  /** Sends what is written. */
  async function say(): Promise<void> {
    const text = $state.get().draft.trim();
    if (text === '') return;
    setDraft('');
    await queue(add({ type: 'text', text }));
  }

  const find = (client_id: string) => $state.get().pending.find((one) => one.client_id === client_id);
  function drop(client_id: string): void {
    stores.delete(client_id);
    set({ pending: $state.get().pending.filter((one) => one.client_id !== client_id) });
  }

  async function withConversation(work: Promise<unknown>, done: string): Promise<void> {
    try {
      await work;
      set({ conversation: await gateway('GET /user/chat/conversation', { id }, SILENT) });
      toastSuccess(done);
    } catch (error) {
      // the gateway caller has shown it
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async function act(work: Promise<ChatMessage>): Promise<void> {
    try {
      const row = await work;
      if ($state.get().ahead) return await latest();
      take([row]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    await catchUp();
  }

  return {
    id,
    $state,
    actions: {
      open,
      older,
      newer,
      latest,
      catchUp,
      lookAt,
      /** The reader is back: what they look at is read. */
      seen: markRead,
      seek,
      mark: (marked: string) => set({ marked }),
      setDraft,
      setQuote,
      say,
      flush,
      sendWork: (item_id: number, label: string) => queue(add({ type: 'work', item_id, label })),
      sendResume: (resume_id: number, label: string) => queue(add({ type: 'resume', resume_id, label })),
      sendPrice: (price: ChatPrice) => queue(add({ type: 'price', price, label: price.title })),
      /** A file whose bytes are still to be stored: `store` resolves with its number. */
      async sendFile(type: 'picture' | 'file' | 'voice', label: string, store: () => Promise<number>, wave = ''): Promise<void> {
        const one = add({ type, label, wave, state: 'uploading' });
        stores.set(one.client_id, store);
        if (await storedNow(one)) await queue(one);
        else await flush();
      },
      async retry(client_id: string, confirmed = false): Promise<void> {
        const one = find(client_id);
        if (one) await transmit(one, confirmed);
      },
      /** Takes something unsent away; a text goes back to where it is written. */
      discard(client_id: string): void {
        const one = find(client_id);
        drop(client_id);
        if (one?.type !== 'text' || $state.get().draft !== '') return;
        setDraft(one.text);
        setQuote(one.quote);
      },
      settle: (seq: number, how: 'accept' | 'decline' | 'withdraw') => act(gateway('POST /user/chat/settle', { id, seq, act: how })),
      react: (seq: number, reaction: ChatReaction) => act(gateway('POST /user/chat/react', { id, seq, reaction })),
      async recall(seq: number): Promise<void> {
        const row = () => $state.get().talk.rows.find((one) => one.seq === seq);
        const text = row()?.text ?? '';
        await act(gateway('POST /user/chat/recall', { id, seq }));
        if (text !== '' && row()?.state === 'recalled') set({ taken: { ...$state.get().taken, [seq]: text } });
      },
      /** Puts what was taken back behind what is being written. */
      rewrite: (seq: number) => setDraft([$state.get().draft, $state.get().taken[seq]].filter(Boolean).join('\n')),
      mute: (muted: boolean) =>
        withConversation(gateway('PUT /user/chat/mute', { id, muted: muted ? 1 : 0 }), muted ? '已开启免打扰' : '已关闭免打扰'),
      block: (blocked: boolean) =>
        withConversation(gateway('PUT /user/chat/block', { id, blocked: blocked ? 1 : 0 }), blocked ? '已屏蔽对方' : '已解除屏蔽'),
      /** What a notice says of the conversation; what is missing is read. */
      hear(conversation: ChatConversation): void {
        if ($state.get().conversation) set({ conversation });
        if (isBehind($state.get().talk, conversation.last_seq)) void catchUp();
      },
      close(): void {
        closed = true;
        clearTimeout(timer);
      },
    },
  };
}

/** Files go as they were chosen: one waits for the bytes of those before it, words do not. */
const nextOf = (pending: readonly Pending[]) =>
  pending.find(({ state, type }, at) => state === 'waiting' && (type !== 'file' || !pending.slice(0, at).some(isSending)));
const isSending = ({ state }: Pending) => state === 'uploading';

/** What is still in this browser when the page is left; bytes that were not stored are not. */
const isStored = ({ type, file_id, state }: Pending): boolean =>
  state !== 'uploading' && (file_id > 0 || !['picture', 'file', 'voice'].includes(type));

/** What a page before this one left: what it had sent waits for an answer again. */
const asLeft = (one: Pending): Pending => (one.state === 'sending' ? asWaiting(one) : one);

/** What no answer has come for, in the words of whose line it is. */
function asWaiting(one: Pending): Pending {
  const online = globalThis.navigator?.onLine !== false;
  return { ...one, state: 'waiting', why: online ? '没有收到回应，正在自动重试' : '网络不通，恢复后自动发送' };
}

export type Talk = ReturnType<typeof createTalk>;
