import { getPriority, setPriority } from 'node:os';

/** Behind everything that somebody waits for. */
const NICE = 10;

/** Puts this process behind the others, in a worker on Linux that thread. A site that runs behind them must not ask to come forward: the sandbox refuses it. */
export function lowerPriority(now = getPriority(), set: (nice: number) => void = setPriority): void {
  if (now < NICE) set(NICE);
}
