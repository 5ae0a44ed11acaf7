import {
  BEHAVIOUR_CALL,
  CHANNEL_VISIT_CALL,
  EVENT_CLICK,
  EVENT_VIEW,
  EVENTS_A_BATCH,
  EVENTS_KEPT,
  SEND_AFTER_MS,
  type TrackEvent,
} from '#contract/tracking.ts';
import { PLACED } from './placed.ts';
import { CHANNEL_KEY, EVENTS_KEY, readJson, readText, STORAGE_KEYS, VISITOR_KEY, writeText } from './storage.ts';

/** An event that waits, with the time at which it happened, epoch ms. */
type Waiting = TrackEvent & { at: number; url: string; referer?: string; oldUrl?: string };

/** Do Not Track or Global Privacy Control: page views are counted without a visitor id, nothing else is sent or stored. */
const UNNAMED = navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/** In memory where the browser stores nothing, or shall not. */
let held: Waiting[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function waiting(): Waiting[] {
  const stored = UNNAMED ? held : readJson(EVENTS_KEY);
  return Array.isArray(stored) ? stored : held;
}

/** Stores the queue, without the oldest events beyond its limit; it is sent after 20 s at the latest. */
function keep(events: Waiting[]): void {
  const kept = events.slice(-EVENTS_KEPT);
  if (UNNAMED || !writeText(EVENTS_KEY, kept.length > 0 ? JSON.stringify(kept) : null)) held = kept;
  if (kept.length > 0) timer ??= setTimeout(send, SEND_AFTER_MS);
}

/** This browser's name in the figures, no secret: made here, so that reading costs no call; '' for a reader who is not to be followed. */
export function visitorUuid(): string {
  if (UNNAMED) return '';
  const uuid = readText(VISITOR_KEY) ?? 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () => ((Math.random() * 16) | 0).toString(16));
  writeText(VISITOR_KEY, uuid);
  return uuid;
}

/** The next batch leaves the queue; what fails puts it back. */
function take(): { events: Waiting[]; body: string } {
  const all = waiting();
  const events = all.slice(0, EVENTS_A_BATCH);
  keep(all.slice(EVENTS_A_BATCH));
  const list = events.map(({ at, ...event }) => ({ ...event, ago: Math.max(0, Math.round((Date.now() - at) / 1000)) }));
  return { events, body: JSON.stringify({ uuid: visitorUuid(), channel: UNNAMED ? '' : (readText(CHANNEL_KEY) ?? ''), list }) };
}

/** Sends one batch. Without a network it stays, also over pages; what the server rejects permanently is dropped. */
async function send(): Promise<void> {
  timer = undefined;
  if (!navigator.onLine) {
    keep(waiting());
    return;
  }
  const { events, body } = take();
  if (events.length === 0) return;
  const token = readText(STORAGE_KEYS.token);
  const headers = { 'content-type': 'application/json', platform: '4', ...(token && !UNNAMED ? { token } : {}) };
  const status = await fetch(`/gateway${BEHAVIOUR_CALL}`, { method: 'POST', headers, body, keepalive: true }).then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 0 || status === 429 || status >= 500) keep([...events, ...waiting()]);
}

function keepWaiting(event: Waiting): void {
  if (UNNAMED && event.event_type !== EVENT_VIEW) return;
  const all = [...waiting(), event];
  keep(all);
  if (all.length < EVENTS_A_BATCH) return;
  clearTimeout(timer);
  void send();
}

/** Keeps an event and sends a full batch. Of a reader who asks not to be followed only views are sent. */
export function keepEvent(event: TrackEvent & { referer?: string; oldUrl?: string }): void {
  keepWaiting({ url: location.pathname + location.search, ...event, at: Date.now() });
}

/** A link among results (`data-found`: their keyword): which work of which place. What leads to no work is not sent. */
function keepFound(list: HTMLElement, pressed: HTMLAnchorElement): void {
  const works = [...list.querySelectorAll<HTMLAnchorElement>('a[href*="id="]')];
  const place = Number(list.dataset['first'] ?? 1) + works.indexOf(pressed);
  const event_value = `${place} ${new URLSearchParams(pressed.search).get('id')} ${list.dataset['found']}`;
  if (works.includes(pressed)) keepEvent({ event_type: 2, event_name: 'search_press', event_value, target_page: pressed.pathname });
}

/** Something was pressed that carries `data-track`, or a link among results. */
export function keepPress(element: HTMLElement): void {
  const list = element.closest<HTMLElement>('[data-found]');
  if (list && !element.dataset['track']) {
    keepFound(list, element as HTMLAnchorElement);
    return;
  }
  const { track: event_name = '', trackValue: event_value = '' } = element.dataset;
  keepEvent({ event_type: EVENT_CLICK, event_name, event_value, target_page: (element as HTMLAnchorElement).pathname ?? '' });
}

function beacon(path: string, body: string): boolean {
  return navigator.sendBeacon(`/gateway${path}`, new Blob([body], { type: 'application/json' }));
}

/** The page is left: sends the queue by beacon, as far as the browser accepts it. */
export function sendOnLeave(): void {
  if (!navigator.onLine) return;
  for (let left = EVENTS_KEPT / EVENTS_A_BATCH; left > 0; left--) {
    const { events, body } = take();
    if (events.length === 0) return;
    if (!beacon(BEHAVIOUR_CALL, body)) {
      keep([...events, ...waiting()]);
      return;
    }
  }
}

/** Address that was seen before this one on this page: overlays change it without a load. */
let seen = '';

function view(): void {
  const url = location.pathname + location.search;
  if (url === seen) return;
  keepEvent({ event_type: EVENT_VIEW, event_name: 'view', referer: seen || document.referrer, oldUrl: seen });
  seen = url;
}

/** Starts tracking on the page: its first view (null: already sent), later events, and the channel of its link. */
export function begin(first: object | null): void {
  seen = (first as Waiting | null)?.url ?? location.pathname + location.search;
  if (first) keepWaiting(first as Waiting);
  document.addEventListener(PLACED, view);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') sendOnLeave();
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    seen = '';
    view();
  });
  const channel_id = new URLSearchParams(location.search).get('utm_channel');
  if (channel_id) beacon(CHANNEL_VISIT_CALL, JSON.stringify({ channel_id, uuid: visitorUuid(), land_url: location.pathname }));
}
