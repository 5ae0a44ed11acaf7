import type { IncomingMessage } from 'node:http';
import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import { AHEAD_HEADER, OPENED_HEADER } from '#contract/views.ts';
import { type App, createCtx } from '../app/ctx.ts';
import { addItemViews, type ItemViews } from '../modules/catalog/index.ts';
import { addShopViews } from '../modules/shops/index.ts';
import { isPreview } from './preview-address.ts';
import { viewSource } from './view-source.ts';

/** Code of the kind whose detail page a path is. */
const KIND_OF_PATH: ReadonlyMap<string, number> = new Map(Object.values(KINDS).map(({ code, paths }) => [paths.detail, code]));
const SHOP_PATH = paths.shops.shop;
const ITEM_ID = /[?&]id=(\d{1,15})(?:&|$)/;
const ROBOT = /bot|spider|crawl|slurp|lighthouse|headless/i;
const WRITE_MS = 10_000;
/** More items than this within ten seconds are a crawler: they are written at once. */
const WAITING_MAX = 5_000;

function isRead({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET') return headers[AHEAD_HEADER] === undefined;
  return method === 'HEAD' && headers[OPENED_HEADER] !== undefined;
}

/**
 * Counts reads of detail pages in memory and writes them every ten seconds by one statement, because a cached page costs no query.
 * Robots do not count. A killed process loses at most ten seconds of views.
 */
export class ViewCounter {
  readonly #app: App;
  readonly #host: string;
  /** By item, kind and source: the page of another kind shows nothing of the item. */
  #waiting = new Map<string, ItemViews>();
  /** Reads of shops by id. */
  #shops = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  constructor(app: App) {
    this.#app = app;
    this.#host = new URL(app.config.site_url).host;
    this.#timer = setInterval(() => void this.write(), WRITE_MS);
    this.#timer.unref();
  }

  /** One read of a page: a GET, or the HEAD of an overlay whose page came ahead. Other paths and methods are passed over. */
  saw(req: IncomingMessage, path: string, url: string): void {
    const kind = KIND_OF_PATH.get(path);
    if ((kind === undefined && path !== SHOP_PATH) || !isRead(req) || ROBOT.test(req.headers['user-agent'] ?? 'bot')) return;
    const id = Number(ITEM_ID.exec(url)?.[1] ?? 0);
    if (id === 0 || isPreview(url)) return;
    if (kind === undefined) this.#addShop(id, 1);
    else this.#add({ item_id: id, kind, source: viewSource(url, req.headers.referer, this.#host), views: 1 });
    if (this.#waiting.size + this.#shops.size > WAITING_MAX) void this.write();
  }

  /** Writes what waits. A failure is logged and the views stay for the next time. */
  async write(): Promise<void> {
    const views = this.#waiting;
    const shops = this.#shops;
    this.#waiting = new Map();
    this.#shops = new Map();
    const ctx = createCtx(this.#app, { kind: 'job', name: 'views' }, 'views');
    const failed = (error: unknown) => this.#app.log.warn({ err: error }, 'views could not be written');
    if (views.size > 0) {
      await addItemViews(ctx, [...views.values()]).catch((error: unknown) => {
        for (const waiting of views.values()) this.#add(waiting);
        failed(error);
      });
    }
    if (shops.size > 0) {
      await addShopViews(ctx, shops).catch((error: unknown) => {
        for (const [id, reads] of shops) this.#addShop(id, reads);
        failed(error);
      });
    }
  }

  #addShop(id: number, views: number): void {
    this.#shops.set(id, (this.#shops.get(id) ?? 0) + views);
  }

  #add({ views, ...seen }: ItemViews): void {
    const key = `${seen.kind}:${seen.item_id}:${seen.source}`;
    this.#waiting.set(key, { ...seen, views: (this.#waiting.get(key)?.views ?? 0) + views });
  }

  /** Ends the writing; what waits is written now. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }
}
