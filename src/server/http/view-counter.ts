import type { IncomingMessage } from 'node:http';
import { KINDS } from '#contract/kinds.ts';
import { type App, createCtx } from '../kernel/ctx.ts';
import { addItemViews } from '../modules/catalog/index.ts';

const DETAIL_PATHS: ReadonlySet<string> = new Set(Object.values(KINDS).map(({ paths }) => paths.detail));
const ITEM_ID = /[?&]id=(\d{1,15})(?:&|$)/;
const ROBOT = /bot|spider|crawl|slurp|lighthouse|headless/i;
const WRITE_MS = 10_000;
/** More items than this within ten seconds are a crawler: they are written at once. */
const WAITING_MAX = 5_000;

/**
 * Counts reads of detail pages in memory and writes them every ten seconds by one statement, because a cached page costs no query.
 * Robots do not count. A killed process loses at most ten seconds of views.
 */
export class ViewCounter {
  readonly #app: App;
  #waiting = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(app: App) {
    this.#app = app;
    this.#timer = setInterval(() => void this.write(), WRITE_MS);
    this.#timer.unref();
  }

  /** One read of a page; other paths and methods are passed over. */
  saw(req: IncomingMessage, path: string, url: string): void {
    if (!DETAIL_PATHS.has(path) || req.method !== 'GET' || ROBOT.test(req.headers['user-agent'] ?? 'bot')) return;
    const id = Number(ITEM_ID.exec(url)?.[1] ?? 0);
    if (id === 0) return;
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    if (this.#waiting.size > WAITING_MAX) void this.write();
  }

  /** Writes what waits. A failure is logged and the views stay for the next time. */
  async write(): Promise<void> {
    const views = this.#waiting;
    if (views.size === 0) return;
    this.#waiting = new Map();
    try {
      await addItemViews(createCtx(this.#app, { kind: 'job', name: 'views' }, 'views'), views);
    } catch (error) {
      for (const [id, n] of views) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + n);
      this.#app.log.warn({ err: error }, 'views could not be written');
    }
  }

  /** Ends the writing; what waits is written now. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
