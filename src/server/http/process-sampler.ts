import { hostname } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type App, createCtx } from '../app/ctx.ts';
import type { Pool } from '../db/pool.ts';
import { keepSample, type ProcessFigures, TIME_CLASSES_MS } from '../modules/operations/index.ts';
import type { LoopWatch } from './loop-watch.ts';
import { pageCacheOf } from './page-cache.ts';

const WRITE_MS = 5 * 60_000;
/** How often the pool is looked at: waiting lasts less than a sample. */
const LOOK_MS = 2_000;
const SLOW_KEPT = 20;

/** Records what this process did, a row every five minutes, for the console. A killed process loses what it had not written. */
export class ProcessSampler {
  readonly #app: App;
  readonly #pool: Pool;
  readonly #watch: LoopWatch;
  readonly #loop = monitorEventLoopDelay({ resolution: 20 });
  readonly #timers: NodeJS.Timeout[];
  #areas: ProcessFigures['areas'] = {};
  #cache: ProcessFigures['cache'];
  #waiting = 0;
  #since_ms = performance.now();

  constructor(app: App, pool: Pool, watch: LoopWatch) {
    this.#app = app;
    this.#pool = pool;
    this.#watch = watch;
    this.#cache = this.#cacheNow();
    this.#loop.enable();
    this.#watch.start();
    this.#timers = [setInterval(() => void this.write(), WRITE_MS), setInterval(() => this.look(), LOOK_MS)];
    for (const timer of this.#timers) timer.unref();
  }

  /** An answer that was finished. */
  answered(area: string, status: number, ms: number): void {
    const figures = this.#areas[area] ?? { count: 0, errors: 0, times: new Array<number>(TIME_CLASSES_MS.length + 1).fill(0) };
    this.#areas[area] = figures;
    figures.count++;
    if (status >= 500) figures.errors++;
    const fits = TIME_CLASSES_MS.findIndex((top) => ms <= top);
    const at = fits === -1 ? TIME_CLASSES_MS.length : fits;
    figures.times[at] = (figures.times[at] ?? 0) + 1;
  }

  /** How many wait for a connection now. */
  look(): void {
    this.#waiting = Math.max(this.#waiting, this.#pool.counts().waiting);
  }

  /** Writes a row and begins again. A failure is logged, and this row is lost: it is a hint. */
  async write(): Promise<void> {
    const figures = this.#take();
    const ctx = createCtx(this.#app, { kind: 'job', name: 'samples' }, 'samples');
    const sample = { process: `${hostname()}:${process.pid}`, figures, slow: this.#pool.slow.list(SLOW_KEPT) };
    await keepSample(ctx, sample).catch((error: unknown) => this.#app.log.warn({ err: error }, 'a sample could not be written'));
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#loop.disable();
    this.#watch.stop();
  }

  #take(): ProcessFigures {
    this.look();
    const now_ms = performance.now();
    const cache = this.#cacheNow();
    const before = this.#cache;
    const figures: ProcessFigures = {
      stalls: this.#watch.take(),
      seconds: Math.max(1, Math.round((now_ms - this.#since_ms) / 1_000)),
      areas: this.#areas,
      cache: { hit: cache.hit - before.hit, stale: cache.stale - before.stale, miss: cache.miss - before.miss },
      loop_p99_ms: Math.round(this.#loop.percentile(99) / 1e5) / 10,
      memory_mb: Math.round(process.memoryUsage.rss() / 1024 ** 2),
      pool: { ...this.#pool.counts(), waiting: this.#waiting },
    };
    this.#areas = {};
    this.#cache = cache;
    this.#waiting = 0;
    this.#since_ms = now_ms;
    this.#loop.reset();
    return figures;
  }

  #cacheNow(): ProcessFigures['cache'] {
    const { hit, stale, miss } = pageCacheOf(this.#app).counters;
    return { hit, stale, miss };
  }
}
