import { getPriority, setPriority } from 'node:os';

/** Behind everything that somebody waits for. */
const NICE = 10;

/** Puts this process behind the others. A site that runs behind them already must not ask to come forward: the sandbox refuses that. */
export function lowerPriority(now = getPriority(), set: (nice: number) => void = setPriority): void {
  if (now < NICE) set(NICE);
}
