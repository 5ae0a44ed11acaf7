import type { App } from '../../../app/ctx.ts';
import { createCtx } from '../../../app/ctx.ts';
import { type SearchAct, writeActs } from './write-acts.ts';

const WRITE_MS = 3_000;
const RETRY_MS = 10_000;
/** More waits for nothing: what comes then is dropped and counted. */
const WAITING_MOST = 5_000;
const BATCH = 1_000;

/** What readers of searches did in this process and is not written yet. A killed process loses its last seconds. */
class ActBuffer {
  readonly #app: App;
  #waiting: SearchAct[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;
  #stopped = false;
  /** Since the start. */
  dropped = 0;

  constructor(app: App) {
    this.#app = app;
  }

  add(acts: readonly SearchAct[]): void {
    const taken = acts.slice(0, Math.max(0, WAITING_MOST - this.#waiting.length));
    this.dropped += acts.length - taken.length;
    if (taken.length === 0) return;
    this.#waiting.push(...taken);
    this.#later(this.#stopped ? 0 : WRITE_MS);
  }

  async write(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#writing) await this.#writing;
    if (this.#waiting.length === 0) return;
    this.#writing = this.#writeAll().finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.write();
  }

  async #writeAll(): Promise<void> {
    const ctx = createCtx(this.#app, { kind: 'job', name: 'search.acts' }, 'search.acts');
    try {
      while (this.#waiting.length > 0) {
        const batch = this.#waiting.slice(0, BATCH);
        await writeActs(ctx, batch);
        this.#waiting = this.#waiting.slice(batch.length);
      }
    } catch (error) {
      this.#app.log.warn({ err: error }, 'acts of searches could not be written');
      if (!this.#stopped) this.#later(RETRY_MS);
    }
  }

  #later(wait_ms: number): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => void this.write(), wait_ms);
    this.#timer.unref();
  }
}

const buffers = new WeakMap<App, ActBuffer>();

/** Acts that this process still has to write. */
export function actBuffer(app: App): ActBuffer {
  const buffer = buffers.get(app) ?? new ActBuffer(app);
  buffers.set(app, buffer);
  return buffer;
}

/** Writes what waits. */
export async function writeSearchActs(app: App): Promise<void> {
  await buffers.get(app)?.write();
}

/** Writes what waits, and what comes later at once: the process stops. */
export async function stopSearchActs(app: App): Promise<void> {
  await buffers.get(app)?.stop();
}
