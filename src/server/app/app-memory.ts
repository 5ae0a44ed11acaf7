import { LRUCache } from 'lru-cache';
import type { App } from './ctx.ts';

/**
 * An LRU cache with a TTL by the application's clock, separate for each application. A hint, never the truth: every process has its own.
 */
export class AppMemory<K extends string | number, V> {
  readonly #all = new WeakMap<App, LRUCache<K, { value: V; until_ms: number }>>();
  readonly #limits: LRUCache.Options<K, { value: V; until_ms: number }, unknown>;
  readonly #ttl_ms: number;

  /** `bytes_of` with `max_bytes`: a bound for large values beside the one for their number. */
  constructor({ max, ttl_ms, ...sizes }: { max: number; ttl_ms: number; max_bytes?: number; bytes_of?: (value: V) => number }) {
    const { max_bytes, bytes_of } = sizes;
    this.#limits = max_bytes && bytes_of ? { max, maxSize: max_bytes, sizeCalculation: ({ value }) => bytes_of(value) || 1 } : { max };
    this.#ttl_ms = ttl_ms;
  }

  get(app: App, key: K): V | undefined {
    const kept = this.#all.get(app)?.get(key);
    const left_ms = (kept?.until_ms ?? 0) - app.clock.now().getTime();
    // more than all of its time is left: the clock was set back
    return kept && left_ms > 0 && left_ms <= this.#ttl_ms ? kept.value : undefined;
  }

  set(app: App, key: K, value: V): void {
    const kept = this.#all.get(app) ?? new LRUCache(this.#limits);
    this.#all.set(app, kept);
    kept.set(key, { value, until_ms: app.clock.now().getTime() + this.#ttl_ms });
  }

  /** Caches a promise, so that concurrent callers share it; a failure, or an answer that is not `worth` keeping, is dropped. */
  share<T>(
    this: AppMemory<K, Promise<T>>,
    app: App,
    key: K,
    ask: () => Promise<T>,
    worth: (answer: T) => boolean = () => true,
  ): Promise<T> {
    const known = this.get(app, key);
    if (known) return known;
    const asked = ask();
    this.set(app, key, asked);
    const drop = () => {
      if (this.get(app, key) === asked) this.delete(app, key);
    };
    asked.then((answer) => {
      if (!worth(answer)) drop();
    }, drop);
    return asked;
  }

  delete(app: App, key: K): void {
    this.#all.get(app)?.delete(key);
  }

  clear(app: App): void {
    this.#all.delete(app);
  }
}
