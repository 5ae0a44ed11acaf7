import { getPriority, setPriority } from 'node:os';
import type { Fault } from './fault.ts';

/** Children run behind everything else: one that had less than this part of the time was not slow but starved. */
const FAIR_PART = 0.5;
/** So many times its limit a piece of work may last on a machine that is busy with other work: a twentieth of a core is enough. */
const PATIENCE = 10;

/** What a piece of work is bounded by. `used_ms`: processor time that it had so far, null where it is unknown. */
export interface ProcessorLimit {
  timeout_ms: number;
  used_ms(): number | null;
  /** `waited_ms` it was waited for. A document's fault if it had the processor, else it starved. */
  onOver(fault: Fault, waited_ms: number): void;
}

/** Ends work that takes too long, and waits for work that hardly got the processor. @returns what ends the watch */
export function limitProcessor({ timeout_ms, used_ms, onOver }: ProcessorLimit): () => void {
  const before_ms = used_ms();
  let waited_ms = 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      waited_ms += ms;
      const now_ms = used_ms();
      const had_ms = before_ms === null || now_ms === null ? timeout_ms : now_ms - before_ms;
      if (had_ms >= timeout_ms * FAIR_PART) onOver('document', waited_ms);
      else if (waited_ms >= timeout_ms * PATIENCE) onOver('starved', waited_ms);
      else wait(timeout_ms / 2);
    }, ms);
  };
  wait(timeout_ms);
  return () => clearTimeout(timer);
}

/** Behind everything that somebody waits for. */
const NICE = 10;

/** Puts this process behind the others. A site that runs behind them already must not ask to come forward: the sandbox refuses that. */
export function lowerPriority(now = getPriority(), set: (nice: number) => void = setPriority): void {
  if (now < NICE) set(NICE);
}
