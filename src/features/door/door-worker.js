// The page of a salon's door opens without a network: it and the files that it is made of stay on the phone. Registered by that page alone.
const CACHE = 'door';
const PAGE = '/salon/door';
const FILES = '/_a/';
/** Files of past releases leave in the order in which they came. */
const MOST = 80;

const worker = globalThis;

async function put(address, answer) {
  if (!answer.ok || answer.type !== 'basic') return;
  const cache = await caches.open(CACHE);
  await cache.put(address, answer.clone());
  const names = await cache.keys();
  for (const name of names.slice(0, Math.max(0, names.length - MOST))) if (new URL(name.url).pathname !== PAGE) await cache.delete(name);
}

async function pageFirst(request) {
  try {
    const answer = await fetch(request);
    await put(PAGE, answer);
    return answer;
  } catch (error) {
    const known = await caches.match(PAGE);
    if (known) return known;
    throw error;
  }
}

async function fileFirst(request) {
  const known = await caches.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  await put(request.url, answer);
  return answer;
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(pageFirst(request));
  else if (pathname.startsWith(FILES)) event.respondWith(fileFirst(request));
});
// what the page had loaded before this worker was there
worker.addEventListener('message', (event) => {
  const wanted = Array.isArray(event.data) ? event.data.slice(0, MOST) : [];
  const own = wanted.filter((path) => typeof path === 'string' && (path === PAGE || path.startsWith(FILES)));
  event.waitUntil(
    Promise.all(
      own.map(async (path) => {
        if (path !== PAGE && (await caches.match(path))) return;
        await fetch(path).then(
          (answer) => put(path, answer),
          () => undefined,
        );
      }),
    ),
  );
});
