import { setTimeout as wait } from 'node:timers/promises';

export interface Pace {
  /** So many are under way at the most. */
  at_once: number;
  /** Between one beginning and the next; 0: none. */
  every_ms: number;
}

/** Does `work` for each, in order of beginning. Resolves when all have ended; `work` must not reject. */
export async function paced<T>(list: readonly T[], { at_once, every_ms }: Pace, work: (one: T) => Promise<void>): Promise<void> {
  const under_way = new Set<Promise<void>>();
  for (const one of list) {
    if (under_way.size >= at_once) await Promise.race(under_way);
    const begun: Promise<void> = work(one).finally(() => under_way.delete(begun));
    under_way.add(begun);
    if (every_ms > 0) await wait(every_ms);
  }
  await Promise.all(under_way);
}
