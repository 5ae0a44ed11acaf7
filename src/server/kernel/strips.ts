import { setImmediate as othersTurn } from 'node:timers/promises';

/** A strip keeps the event loop at most so long, and then by the work of one more. */
const STRIP_MS = 10;

/** `list` in order; whatever else the process has to do runs in between, so that long work is not felt. */
export async function* inStrips<T>(list: Iterable<T>): AsyncGenerator<T> {
  let began_ms = performance.now();
  for (const one of list) {
    if (performance.now() - began_ms > STRIP_MS) {
      await othersTurn();
      began_ms = performance.now();
    }
    yield one;
  }
}

/** `list` in parts of `size`, in order; whatever else the process has to do runs between two of them. */
export async function* inParts<T>(list: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) {
    if (at > 0) await othersTurn();
    yield list.slice(at, at + size);
  }
}
