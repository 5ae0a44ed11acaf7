import type { App } from '../app/ctx.ts';
import { batchedWrite } from '../db/batched.ts';
import { listenForNotifications, type NotificationChannel, sendNotification } from '../db/notifications.ts';
import { reportBroken } from '../db/outage-log.ts';
import { randomToken } from '../kernel/ids.ts';
import { forgetNeighbours, forgetOptionCounts } from '../modules/catalog/index.ts';
import { forgetSettings } from '../modules/settings/index.ts';
import { forgetItemDetail } from '../views/item-detail.ts';
import { forgetFrame } from '../views/site-frame.ts';
import { pageTags } from './cache-tags.ts';
import { pageCacheOf } from './page-cache.ts';

/** The connection that listens for purges. */
export type PurgeChannel = NotificationChannel;

const CHANNEL = 'cemao_purge';
/** NOTIFY refuses payloads of 8000 bytes and more. */
const TAGS_A_NOTIFICATION = 100;
/** Names this process in its own notifications, which it ignores. */
const origin = randomToken(6);

/**
 * Forgets the pages with one of the tags and what stands behind them in memory, here at once and in every other process within moments.
 * Call it after the commit (`tx.afterCommit`, an outbox handler); a page that is being rendered meanwhile is not stored.
 */
export async function purgeTags(app: App, tags: readonly string[]): Promise<void> {
  notifyFront(app, tags, forget(app, tags));
  await announce(app.db, tags);
}

/** Announced to the other processes; simultaneous purges are announced together. */
const announce = batchedWrite(async (db, purged: ReadonlyArray<readonly string[]>): Promise<null[]> => {
  const tags = [...new Set(purged.flat())];
  for (let i = 0; i < tags.length; i += TAGS_A_NOTIFICATION) {
    const payload = JSON.stringify({ origin, tags: tags.slice(i, i + TAGS_A_NOTIFICATION) });
    await sendNotification(db, CHANNEL, payload);
  }
  return purged.map(() => null);
});

/**
 * Listens for purges of other processes. While the connection is lost the cache serves nothing older than seconds; once it is
 * back everything expires, because what was missed is unknown.
 */
export function listenForPurges(app: App, database_url: string): PurgeChannel {
  const cache = pageCacheOf(app);
  return listenForNotifications(database_url, CHANNEL, {
    onNotification(payload) {
      const sent = readTags(payload);
      if (sent && sent.origin !== origin) notifyFront(app, [], forget(app, sent.tags));
    },
    onLinked() {
      forget(app, [pageTags.settings, LIST]);
      cache.setLinked(true);
    },
    onLost(error) {
      cache.setLinked(false);
      reportBroken(app.log, 'purge channel', error);
    },
  });
}

const ITEM = 'item:';
const LIST = 'list:';

/** Memory before pages: a page that is rendered right after must not be made of what was remembered. */
function forget(app: App, tags: readonly string[]): string[] {
  app.replica?.changed();
  if (tags.includes(pageTags.settings)) forgetSettings({ app });
  if (tags.includes(pageTags.settings) || tags.includes(pageTags.frame)) forgetFrame(app);
  if (tags.some((tag) => tag.startsWith(LIST))) {
    forgetNeighbours(app);
    forgetOptionCounts({ app });
  }
  for (const tag of tags) if (tag.startsWith(ITEM)) forgetItemDetail(app, Number(tag.slice(ITEM.length)));
  return pageCacheOf(app).purge(tags);
}

/** What is waiting to be sent, by application: purges of a moment go together. */
const waiting = new WeakMap<App, { tags: Set<string>; paths: Set<string> }>();
const FRONT_PAUSE_MS = 200;
const FRONT_MOST = 500;

/** Never waited for: a page whose purge failed twice stays as long as the CDN's own rule says, by `s-maxage` a minute. */
function notifyFront(app: App, tags: readonly string[], paths: readonly string[]): void {
  const { cdn } = app.providers;
  if (cdn === null || tags.length + paths.length === 0) return;
  const known = waiting.get(app);
  const mine = known ?? { tags: new Set(), paths: new Set() };
  // too many to name: all pages carry this one
  for (const tag of tags) mine.tags.add(mine.tags.size < FRONT_MOST ? tag : pageTags.frame);
  for (const path of paths) if (mine.paths.size < FRONT_MOST) mine.paths.add(path);
  if (known) return;
  waiting.set(app, mine);
  setTimeout(() => {
    waiting.delete(app);
    const what = { tags: [...mine.tags], paths: [...mine.paths] };
    cdn
      .purge(what)
      .catch(() => cdn.purge(what))
      .catch((error: unknown) => app.log.warn({ err: error }, 'the CDN was not notified of a purge'));
  }, FRONT_PAUSE_MS).unref();
}

function readTags(payload: string): { origin: string; tags: string[] } | null {
  try {
    const value = JSON.parse(payload) as { origin?: unknown; tags?: unknown };
    if (!Array.isArray(value.tags)) return null;
    return { origin: String(value.origin), tags: value.tags.map(String) };
  } catch {
    return null;
  }
}
