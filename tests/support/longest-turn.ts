import { LoopWatch } from '#server/http/loop-watch.ts';

/** From here on others notice (loop-watch.ts). */
export const STALL_MS = 50;

/** The longest turn of the event loop while this runs, ms: the least of five: code is compiled in the first, and a busy machine holds any. */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5 && least >= STALL_MS; run++) {
    const watch = new LoopWatch();
    watch.start();
    await work();
    watch.look();
    watch.stop();
    least = Math.min(least, Math.max(0, ...watch.take().map(({ ms }) => ms)));
  }
  return least;
}
