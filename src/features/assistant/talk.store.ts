import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway } from '#client/gateway.ts';
import { newKey } from '#client/new-key.ts';
import { followStream } from '#client/stream.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import {
  ASSISTANT_CALLS,
  type AssistantAsk,
  type AssistantConversation,
  type AssistantEvent,
  type AssistantInstructions,
  type AssistantStanding,
  type AssistantTurn,
  isOpen,
} from '#contract/assistant.ts';
import { copyText } from '#contract/assistant-text.ts';
import type { ExportFormat, ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import { paperPath } from '#contract/paper.ts';
import { copy } from '#kit/copy.ts';
import { branchOf } from './branches.ts';
import { saveExport } from './save-export.ts';

export interface TalkState {
  conversation: AssistantConversation | null;
  /** Of all branches; `branches.ts` says which of them are seen. */
  turns: readonly AssistantTurn[];
  /** A turn of the branch that is seen; null: the newest. */
  at: number | null;
  load: 'none' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  standing: AssistantStanding | null;
  asking: boolean;
  /** Why the last question was not taken; by field where it names one. */
  refusal: Failure | null;
}

export interface TalkHooks {
  /** The free ones are used: whether to go on for coins. */
  askCoins(price_max: number): Promise<boolean>;
  /** Not enough coins. @returns whether they have enough now */
  askTopUp(): Promise<boolean>;
  /** A question began a conversation. */
  onBegun?(id: number): void;
}

interface AskMore {
  input?: ToolInput;
  /** The turn at whose place it is asked. */
  beside?: number;
  /** The turn whose answer goes on. */
  continues?: number;
  /** Of whose works alone. */
  company_id?: number | undefined;
  /** Read already. */
  files?: readonly number[];
}

const START: TalkState = {
  conversation: null,
  turns: [],
  at: null,
  load: 'none',
  failure: null,
  standing: null,
  asking: false,
  refusal: null,
};

const postAsk = (ask: AssistantAsk): Promise<AssistantTurn> =>
  gateway('POST /assistant/index/ask', { ...ask, pay: ask.pay ? 1 : 0 }, { silent: true });

/** One conversation with the assistant, or none yet: `tool` empty for questions in words. `post`: what asks in place of a question of its own. */
export function createAssistantTalk({ tool, hooks, post = postAsk }: { tool: ToolKey | ''; hooks: TalkHooks; post?: typeof postAsk }) {
  const $state = map<TalkState>(START);
  const set = (change: Partial<TalkState>) => $state.set({ ...$state.get(), ...change });
  const following = new Map<number, () => void>();
  let closed = false;
  let opened = 0;
  /** The question that was not taken yet: the same again after a lost answer is the same one. */
  let asked = { wish: '', key: '' };

  function follow({ id, state, text }: AssistantTurn): void {
    if (!isOpen(state) || following.has(id) || closed) return;
    const end = followStream<AssistantEvent>({
      path: `${ASSISTANT_CALLS.stream}?id=${id}`,
      after: text.length,
      onEvent({ data }) {
        set({ turns: withEvent($state.get().turns, id, data) });
        if (!data.turn) return;
        following.get(id)?.();
        following.delete(id);
        void loadStanding();
      },
    });
    following.set(id, end);
  }

  function leave(): void {
    for (const end of following.values()) end();
    following.clear();
  }

  async function loadStanding(): Promise<void> {
    try {
      const standing = await gateway('GET /assistant/index/standing', {}, { silent: true });
      if (!closed) set({ standing });
    } catch (error) {
      // shown by the next question, which asks again
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** Opens a conversation at the branch of a turn; null: a new one, and the newest branch. */
  async function open(id: number | null, at: number | null = null): Promise<void> {
    leave();
    opened++;
    if (id === null) return set({ conversation: null, turns: [], at: null, load: 'none', failure: null, refusal: null });
    const turn = opened;
    set({ conversation: null, turns: [], at, load: 'loading', failure: null, refusal: null });
    try {
      const { conversation, turns } = await gateway('GET /assistant/index/conversation', { id }, { silent: true });
      if (turn !== opened) return;
      set({ conversation, turns, load: 'ready' });
      for (const turn of turns) follow(turn);
    } catch (error) {
      if (turn === opened) set({ load: 'failed', failure: failureOf(error) });
    }
  }

  /** Reads what other tabs asked meanwhile; what is seen stays. */
  async function refresh(): Promise<void> {
    const id = $state.get().conversation?.id;
    const turn = opened;
    if (id === undefined || $state.get().asking) return;
    try {
      const read = await gateway('GET /assistant/index/conversation', { id }, { silent: true });
      if (turn !== opened || closed) return;
      const at = $state.get().at ?? branchOf($state.get().turns, null).at(-1)?.id ?? null;
      // one that is written here is as far as its stream, and one that another goes on with is not read any more
      const newest = read.turns.reduce((most, one) => Math.max(most, one.id), 0);
      const own = $state.get().turns.filter((one) => following.has(one.id) || one.id > newest);
      const turns = own.reduce(withTurn, read.turns);
      set({ turns, at });
      for (const one of turns) follow(one);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async function send(ask: AssistantAsk): Promise<AssistantTurn | null> {
    try {
      return await post(ask);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const price_max = (error.data as { price_max?: number } | null)?.price_max ?? 0;
      if (error.code === 3 && price_max > 0 && !ask.pay) return (await hooks.askCoins(price_max)) ? send({ ...ask, pay: true }) : null;
      if (error.code === 8 && (await hooks.askTopUp())) return send(ask);
      set({ refusal: failureOf(error) });
      return null;
    }
  }

  /** Asks at the end of the branch that is seen, or beside a turn of it. @returns whether it was taken */
  async function ask(question: string, { input = {}, beside = 0, continues, files = [], company_id }: AskMore = {}): Promise<boolean> {
    if ($state.get().asking) return false;
    set({ asking: true, refusal: null });
    const { conversation, turns, at } = $state.get();
    const conversation_id = conversation?.id ?? 0;
    const after = beside > 0 || continues !== undefined || tool !== '' ? 0 : (branchOf(turns, at).at(-1)?.id ?? 0);
    const place = { conversation_id, after, beside, continues };
    const wish = JSON.stringify([conversation_id, beside, continues, question, input, files, company_id]);
    if (asked.wish !== wish) asked = { wish, key: newKey() };
    const turn = await send({ key: asked.key, ...place, tool, question, input, files: [...files], company_id, pay: false });
    set({ asking: false });
    if (!turn) return false;
    asked = { wish: '', key: '' };
    // another conversation was opened meanwhile
    if ($state.get().conversation?.id !== conversation?.id) return true;
    const begun = { id: turn.conversation_id, title: turn.question, tool, last_time: turn.time, pinned: 0 as const };
    const others = $state.get().turns.filter(({ id }) => id !== continues);
    set({ turns: withTurn(others, turn), at: turn.id, conversation: conversation ?? begun, load: 'ready' });
    if (conversation_id === 0) hooks.onBegun?.(turn.conversation_id);
    follow(turn);
    void loadStanding();
    return true;
  }

  async function change(work: Promise<AssistantTurn>): Promise<boolean> {
    try {
      set({ turns: withTurn($state.get().turns, await work) });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return false;
    }
  }

  return {
    $state,
    actions: {
      open,
      refresh,
      loadStanding,
      ask,
      /** Shows the branch of a turn. */
      show: (at: number) => set({ at }),
      async stop(id: number): Promise<void> {
        try {
          const turn = await gateway('POST /assistant/index/stop', { id });
          // one that runs ends by its own event, with the last words
          if (!isOpen(turn.state)) set({ turns: withTurn($state.get().turns, turn) });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      },
      async edit(id: number, text: string): Promise<boolean> {
        const kept = await change(gateway('PUT /assistant/index/edit', { id, text }, { silent: true }));
        if (kept) toastSuccess(text === '' ? '已恢复原来的回答' : '已保存');
        else toastError('保存失败，请稍后再试');
        return kept;
      },
      async vote(id: number, vote: -1 | 0 | 1, note = ''): Promise<void> {
        if ((await change(gateway('PUT /assistant/index/vote', { id, vote, note }))) && vote !== 0) toastSuccess('谢谢您的评价');
      },
      copy: (turn: AssistantTurn) => copy(copyText(turn.text, turn.mark), `已复制，注明“${turn.mark}”`, '请选中文字后复制'),
      /** Opens the document that was made of a result. */
      async makePaper(answer_id: number): Promise<void> {
        try {
          location.assign(paperPath((await gateway('POST /paper/make', { answer_id })).id));
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
        }
      },
      save: (turn: AssistantTurn, format: ExportFormat): Promise<void> =>
        saveExport(ASSISTANT_CALLS.export, { id: turn.id, title: turn.question }, format),
      /** @throws ApiError with what is wrong */
      async instruct({ text, active }: AssistantInstructions): Promise<void> {
        const instructions = await gateway('PUT /assistant/index/instructions', { text, active }, { silent: true });
        const { standing } = $state.get();
        if (standing) set({ standing: { ...standing, instructions } });
      },
      /** The branch that ends with a turn, whole. */
      saveTalk: ({ id }: AssistantTurn): Promise<void> =>
        saveExport(ASSISTANT_CALLS.export, { id, title: $state.get().conversation?.title ?? '' }, 'docx', '&whole=1'),
      close(): void {
        closed = true;
        leave();
      },
    },
  };
}

/** Turns with what came of one of them. What was received before, or leaves a gap, changes nothing: the last event brings the whole. */
export function withEvent(turns: readonly AssistantTurn[], id: number, event: AssistantEvent): readonly AssistantTurn[] {
  return turns.map((turn) => {
    if (turn.id !== id) return turn;
    if (event.turn) return event.turn;
    if (event.from > turn.text.length) return turn;
    return { ...turn, state: event.state, sources: event.sources, text: turn.text.slice(0, event.from) + event.text };
  });
}

/** Turns with one of them as it stands now; at the end where it is new. */
export function withTurn(turns: readonly AssistantTurn[], turn: AssistantTurn): readonly AssistantTurn[] {
  return turns.some(({ id }) => id === turn.id) ? turns.map((one) => (one.id === turn.id ? turn : one)) : [...turns, turn];
}

export type AssistantTalkStore = ReturnType<typeof createAssistantTalk>;
