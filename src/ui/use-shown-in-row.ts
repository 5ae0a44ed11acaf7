import { type RefObject, useEffect } from 'react';

/** Moves a row that is wider than the screen sideways until what is chosen in it is seen. `chosen`: moves again when it changes. */
export function useShownInRow(row: RefObject<HTMLElement | null>, selector: string, chosen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen is read from the row
  useEffect(() => {
    const one = row.current?.querySelector(selector)?.getBoundingClientRect();
    const all = row.current?.getBoundingClientRect();
    if (!row.current || !one || !all || (one.left >= all.left && one.right <= all.right)) return;
    row.current.scrollLeft += one.left - all.left - (all.width - one.width) / 2;
  }, [row, selector, chosen]);
}
