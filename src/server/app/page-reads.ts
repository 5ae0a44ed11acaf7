import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../db/pool.ts';
import type { App } from './ctx.ts';

/** Database of the page that is being rendered. Not a parameter, because the framework calls a page's components itself. */
const reading = new AsyncLocalStorage<Db>();

/** Renders a page that will be cached: it may read from a replica that has caught up. */
export async function readForKeeping<T>(app: App, render: () => Promise<T>): Promise<T> {
  return app.replica ? reading.run(await app.replica.choose(), render) : render();
}

/** Database of the page that is being rendered now. */
export function pageDb(app: App): Db {
  return reading.getStore() ?? app.db;
}
