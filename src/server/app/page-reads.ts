import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../db/pool.ts';
import type { App } from './ctx.ts';

/** Where the page that is being rendered reads. The framework calls a page's parts by itself, so this cannot be handed to them. */
const reading = new AsyncLocalStorage<Db>();

/** Renders a page that will be kept: it may read from the replica, where there is one that knows enough. */
export async function readForKeeping<T>(app: App, render: () => Promise<T>): Promise<T> {
  return app.replica ? reading.run(await app.replica.choose(), render) : render();
}

/** Where the page that is being rendered now reads. */
export function pageDb(app: App): Db {
  return reading.getStore() ?? app.db;
}
