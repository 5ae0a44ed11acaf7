import { BEHAVIOUR_CALL } from '#contract/tracking.ts';
import { first_move } from './first-move.ts';
import { CHANNEL_KEY, readText, VISITOR_KEY } from './storage.ts';
import { TRACKED } from './track.ts';

/**
 * On every page, a few hundred bytes: notes the view and loads the tracking code (track-queue.ts) on the first interaction, with a channel's
 * link, or after 20 s. A page that is left before sends one beacon.
 */
let view: object | null = {
  event_type: 1,
  event_name: 'view',
  referer: document.referrer,
  url: location.pathname + location.search,
  at: Date.now(),
};
type Queue = typeof import('./track-queue.ts');
let queue: Promise<Queue> | undefined;

const load = () =>
  (queue ??= import('./track-queue.ts').then((loaded) => {
    loaded.begin(view);
    view = null;
    return loaded;
  }));
const withQueue = (use: (loaded: Queue) => void) => load().then(use, () => undefined);
const begin = () => void withQueue(() => undefined);

if (!/^\/(admin|sandbox)\b/.test(location.pathname)) {
  void first_move.then(begin);
  if (location.search.includes('utm_channel=')) begin();
  document.addEventListener(TRACKED, (event) => void withQueue(({ keepEvent }) => keepEvent((event as CustomEvent).detail)));
  document.addEventListener(
    'click',
    ({ target }) => {
      const element = target instanceof Element ? target.closest<HTMLElement>('[data-track],[data-found] a') : null;
      if (element) void withQueue(({ keepPress }) => keepPress(element));
    },
    true,
  );
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || !view) return;
    const body = JSON.stringify({ uuid: readText(VISITOR_KEY) ?? '', channel: readText(CHANNEL_KEY) ?? '', list: [view] });
    navigator.sendBeacon(`/gateway${BEHAVIOUR_CALL}`, new Blob([body], { type: 'application/json' }));
    view = null;
  });
}
