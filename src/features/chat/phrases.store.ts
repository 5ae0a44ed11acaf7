import { map } from 'nanostores';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { CHAT_NAME_MARK, CHAT_TEXT_MAX, type ChatPhrases } from '#contract/chat.ts';

export interface PhrasesState {
  /** Null: not read yet. */
  phrases: ChatPhrases | null;
  failure: Failure | null;
}

export interface Phrase {
  text: string;
  /** The company whose it is; empty: the reader's own. */
  company: string;
}

/** Own ones first; those that hold the words, in whichever case. */
export function phrasesFor(phrases: ChatPhrases | null, words: string): Phrase[] {
  if (!phrases) return [];
  const own = phrases.list.map((text) => ({ text, company: '' }));
  const theirs = phrases.companies.flatMap(({ name, list }) => list.map((text) => ({ text, company: name })));
  const wanted = words.trim().toLowerCase();
  return [...own, ...theirs].filter(({ text }) => text.toLowerCase().includes(wanted));
}

/** What of a draft asks for a sentence: what follows '/' at its beginning; null: nothing. */
export const phraseWords = (draft: string): string | null => (/^[/／][^\n]*$/.test(draft) ? draft.slice(1) : null);

/** A draft with a sentence in it, the other side named. */
export function withPhrase(draft: string, text: string, name: string): string {
  const before = draft === '' || phraseWords(draft) !== null ? '' : `${draft}\n`;
  return `${before}${text.replaceAll(CHAT_NAME_MARK, name)}`.slice(0, CHAT_TEXT_MAX);
}

/** Sentences that the reader says again and again, one list for all conversations of the page. */
export function createPhrases() {
  const $state = map<PhrasesState>({ phrases: null, failure: null });

  async function load(): Promise<void> {
    try {
      $state.set({ phrases: await gateway('GET /user/chat/phrases', {}, SILENT), failure: null });
    } catch (error) {
      $state.set({ ...$state.get(), failure: failureOf(error) });
    }
  }

  /** Writes the list as it shall be; '' or what is wrong. A list that was changed elsewhere is read again. */
  async function save(list: readonly string[]): Promise<string> {
    const { phrases } = $state.get();
    if (!phrases) return '常用语还没有读到';
    try {
      const next = await gateway('PUT /user/chat/phrases', { edition: phrases.edition, list: [...list] }, SILENT);
      $state.set({ phrases: next, failure: null });
      return '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409) await load();
      return error.msg;
    }
  }

  return { $state, actions: { load, save } };
}

export type Phrases = ReturnType<typeof createPhrases>;
