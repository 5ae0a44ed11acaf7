import { map } from 'nanostores';
import type { PickedItem } from '#contract/publish.ts';
import { pickItem, pickItems } from './publish.api.ts';

export interface ItemPickerState {
  /** The chosen one as far as it is known; null while it is not. */
  chosen: PickedItem | null;
  words: string;
  /** What the words find; null while that is not known. */
  found: { of: string; list: PickedItem[] } | null;
}

const ASK_AFTER_MS = 250;

/** Chooses one item of a kind by the words of its title. */
export function createItemPicker({ kind }: { kind: string }) {
  const $state = map<ItemPickerState>({ chosen: null, words: '', found: null });
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Learns what the form names; who typed nothing sees what there is to choose. */
  async function show(id: number | null): Promise<void> {
    if (id === null) return find('');
    if ($state.get().chosen?.id === id) return;
    const item = await pickItem(kind, id).catch(() => null);
    if (item) $state.setKey('chosen', item);
  }

  function type(words: string): void {
    $state.setKey('words', words);
    clearTimeout(timer);
    timer = setTimeout(() => void find(words.trim()), ASK_AFTER_MS);
  }

  async function find(words: string): Promise<void> {
    const list = await pickItems(kind, words).catch(() => null);
    // an answer to what is no longer asked
    if ($state.get().words.trim() === words) $state.setKey('found', list && { of: words, list });
  }

  function choose(item: PickedItem): void {
    clearTimeout(timer);
    $state.set({ chosen: item, words: '', found: null });
  }

  return { $state, actions: { show, type, choose } };
}
