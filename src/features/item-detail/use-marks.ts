import { useStore } from '@nanostores/react';
import { collectMark, likeMark, marks } from '../engagement/engagement.store.ts';
import { readPageState } from './page-state.ts';
import { useItem } from './use-item.ts';

const NONE: Record<string, boolean> = {};

/** One mark of the reader's on the item with its counter. */
export interface ShownMark {
  on: boolean;
  count: number;
}

/**
 * What the reader collected and liked, with counters. The server's number includes this reader when the detail was asked; it moves by one
 * with the press (spec 4) and is never seen without this reader's own, which a counter written a little later may still miss.
 */
export function useMarks(drawn: { collect_num: number; like_num: number }): { collect: ShownMark; like: ShownMark } {
  const { detail } = useItem();
  const marked = useStore(marks.$state, { ssr: () => NONE });
  const known = typeof document !== 'undefined';
  const mark = (name: (type: number, id: number) => string, typeOf: () => number, num: number, own: 0 | 1) => {
    const on = known && marked[name(typeOf(), readPageState().id)] === true;
    return { on, count: Math.max(0, num - own) + (on ? 1 : 0) };
  };
  const { collect_num, like_num, is_collect, is_like } = detail ?? { ...drawn, is_collect: 0 as const, is_like: 0 as const };
  return {
    collect: mark(collectMark, () => readPageState().kind.types.collect ?? 0, collect_num, is_collect),
    like: mark(likeMark, () => readPageState().like_type, like_num, is_like),
  };
}
