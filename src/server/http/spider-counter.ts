import type { IncomingMessage, ServerResponse } from 'node:http';
import { KINDS } from '#contract/kinds.ts';
import { type App, createCtx } from '../app/ctx.ts';
import { countSpiders, type SpiderVisits, spiderOf } from '../modules/seo/index.ts';

const KIND_OF_PATH: ReadonlyMap<string, number> = new Map(
  Object.values(KINDS).flatMap(({ code, paths }) => [paths.list, paths.detail].map((path): [string, number] => [path, code])),
);
const WRITE_MS = 10_000;
/** Different paths that wait: robots can be sent anywhere. */
const PATHS_MOST = 1_000;
const PATH_MAX = 200;

/** A page that is not there: said by its status, or by leading to the page for what is missing. */
const isMiss = (res: ServerResponse) =>
  res.statusCode === 404 || res.statusCode === 410 || String(res.getHeader('location') ?? '').startsWith('/hmh');

/**
 * Counts what search engines' robots ask for, by kind of page, and what they do not find: in memory, written every ten seconds. A killed
 * process loses at most ten seconds of counts.
 */
export class SpiderCounter {
  readonly #app: App;
  #visits = new Map<string, SpiderVisits>();
  #misses = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(app: App) {
    this.#app = app;
    this.#timer = setInterval(() => void this.write(), WRITE_MS);
    this.#timer.unref();
  }

  /** A request for a page; readers and calls of the gateway are passed over. */
  saw(req: IncomingMessage, res: ServerResponse, path: string, url: string): void {
    const spider = spiderOf(req.headers['user-agent']);
    if (spider === null || path.startsWith('/gateway') || path.startsWith('/_a/')) return;
    res.once('finish', () => this.#count(spider, KIND_OF_PATH.get(path) ?? 0, isMiss(res) ? url : null));
  }

  #count(spider: string, kind: number, missed: string | null): void {
    const key = `${spider}:${kind}`;
    const visits = this.#visits.get(key) ?? { spider, kind, hits: 0, misses: 0 };
    visits.hits++;
    this.#visits.set(key, visits);
    if (missed === null) return;
    visits.misses++;
    // what stands behind an address may be words of somebody
    const [path = '', query = ''] = missed.split('?');
    const id = /(?:^|&)id=(\d{1,15})(?:&|$)/.exec(query)?.[1];
    const shown = `${path.slice(0, PATH_MAX)}${id ? `?id=${id}` : ''}`;
    if (this.#misses.size < PATHS_MOST || this.#misses.has(shown)) this.#misses.set(shown, (this.#misses.get(shown) ?? 0) + 1);
  }

  /** Writes what waits. A failure is logged, and these counts are lost: they are a hint. */
  async write(): Promise<void> {
    const visits = [...this.#visits.values()];
    const misses = this.#misses;
    if (visits.length === 0) return;
    this.#visits = new Map();
    this.#misses = new Map();
    const ctx = createCtx(this.#app, { kind: 'job', name: 'spiders' }, 'spiders');
    await countSpiders(ctx, visits, misses).catch((error: unknown) => this.#app.log.warn({ err: error }, 'robots could not be counted'));
  }

  /** Ends the writing; what waits is written now. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
