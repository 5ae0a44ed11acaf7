import { DOOR_PAGE } from '#contract/door.ts';

const WORKER = '/door-worker.js';
const FILES = '/_a/';

/** From now on this page opens on this phone without a network. Where workers are not to be had, it works for as long as it stays open. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(WORKER, { scope: DOOR_PAGE });
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(FILES));
  active?.postMessage([DOOR_PAGE, ...new Set(files.map(({ pathname }) => pathname))]);
}
