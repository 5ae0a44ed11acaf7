import type { IncomingMessage } from 'node:http';
import type { LoopStall } from '../modules/operations/index.ts';

const TICK_MS = 20;
/** From here on others notice that nothing of theirs ran. */
const STALL_MS = 50;
/** A stream or a download that has been open for longer waits: it is not what worked. */
const OPEN_MS = 5_000;
const NAMED_MAX = 3;
const KEPT = 10;

/** A request under way. Its name is a pattern of ours: what a signed link says reaches no table. */
interface WatchedCall {
  name: string;
  began_ms: number;
}

interface LoopClock {
  now_ms(): number;
  /** What this thread's processor worked: a machine that is busy elsewhere holds nothing here. */
  cpu_ms(): number;
}

const machine: LoopClock = {
  now_ms: () => performance.now(),
  cpu_ms: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
};

/**
 * Notices when one turn of the event loop lasts, and names the requests that were under way in it. Of several it cannot know which
 * one it was, unless the listener itself measured it.
 */
export class LoopWatch {
  readonly #clock: LoopClock;
  readonly #told: (stall: LoopStall) => void;
  readonly #open = new Set<WatchedCall>();
  #ended: WatchedCall[] = [];
  #measured: WatchedCall[] = [];
  #stalls: LoopStall[] = [];
  #last: { now_ms: number; cpu_ms: number };
  #timer: NodeJS.Timeout | undefined;

  constructor(told: (stall: LoopStall) => void = () => undefined, clock: LoopClock = machine) {
    this.#told = told;
    this.#clock = clock;
    this.#last = this.#read();
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), TICK_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  began(name: string): WatchedCall {
    const call = { name, began_ms: this.#clock.now_ms() };
    this.#open.add(call);
    return call;
  }

  ended(call: WatchedCall): void {
    if (this.#open.delete(call)) this.#ended.push(call);
  }

  /** Runs what is done at once for a request, and remembers it when that took long. */
  measure(call: WatchedCall, work: () => void): void {
    const began_ms = this.#clock.now_ms();
    work();
    if (this.#clock.now_ms() - began_ms >= STALL_MS) this.#measured.push(call);
  }

  /** Called by a timer: what lies between two calls beyond the timer's own time was one long turn, or several. */
  look(): void {
    const before = this.#last;
    const now = this.#read();
    const held_ms = Math.min(now.now_ms - before.now_ms - TICK_MS, now.cpu_ms - before.cpu_ms);
    if (held_ms >= STALL_MS) {
      const near = [...this.#ended, ...this.#open].filter(({ began_ms }) => before.now_ms - began_ms < OPEN_MS);
      const working = this.#measured.length > 0 ? this.#measured : near;
      const calls = [...new Set(working.map(({ name }) => name))].slice(0, NAMED_MAX);
      const stall = { ms: Math.round(held_ms), calls };
      this.#stalls = [...this.#stalls, stall].toSorted((one, other) => other.ms - one.ms).slice(0, KEPT);
      this.#told(stall);
    }
    this.#ended = [];
    this.#measured = [];
    this.#last = now;
  }

  /** The longest since the last time, the longest first. */
  take(): LoopStall[] {
    const stalls = this.#stalls;
    this.#stalls = [];
    return stalls;
  }

  #read(): { now_ms: number; cpu_ms: number } {
    return { now_ms: this.#clock.now_ms(), cpu_ms: this.#clock.cpu_ms() };
  }
}

const WORD = /^[a-zA-Z]{1,24}$/;

/** A page by its first words: numbers, signatures and what a stranger invents stay out. */
export function pageName(method: string | undefined, path: string): string {
  const words = path.slice(0, 100).split('/').slice(1, 3);
  return `${method === 'HEAD' ? 'HEAD' : 'GET'} /${words.map((word) => (WORD.test(word) ? word : '…')).join('/')}`;
}

const calls = new WeakMap<IncomingMessage, WatchedCall>();

/** The call that this request becomes; the gateway gives it its name. */
export function watchRequest(req: IncomingMessage, call: WatchedCall): void {
  calls.set(req, call);
}

export function nameRequest(req: IncomingMessage | undefined, name: string): void {
  const call = req && calls.get(req);
  if (call) call.name = name;
}
