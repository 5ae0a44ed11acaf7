import { constants } from 'node:os';

/** Whose fault an end is: the document's ends the document, the machine's is tried again, at once or when it is less busy (`starved`). */
export type Fault = 'document' | 'machine' | 'starved';

/** Exit code of a child that something unforeseen in a document ended. */
export const BROKEN_EXIT = 70;

/** How a process ends by its own doing: abort, traps, faults of memory, too much processor time, too large a file. */
const OWN_SIGNALS = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS', 'SIGXCPU', 'SIGXFSZ'] as const;
const OWN_NUMBERS = new Set<number>(OWN_SIGNALS.map((name) => constants.signals[name]));

/** What a process did not do itself was done to it: by a person, or by a machine without memory. */
export function faultOf(code: number | null, signal: NodeJS.Signals | null): Fault {
  // shells and the isolation end with 128 + the signal that ended their child
  const number = signal ? constants.signals[signal] : (code ?? 0) - 128;
  return code === BROKEN_EXIT || OWN_NUMBERS.has(number) ? 'document' : 'machine';
}
