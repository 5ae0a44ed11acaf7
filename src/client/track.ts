import type { TrackEvent } from '#contract/tracking.ts';

/** Event on the document: something that a reader did. `start-tracking.ts`, on every page, queues and sends it. */
export const TRACKED = 'cemao:tracked';

/**
 * Tracks an event. Never throws and never waits: up to a hundred are queued in this browser, sent in batches of twenty, after 20 s at the
 * latest and when the page is left. Clicks need no call: elements with `data-track` are tracked automatically.
 */
export function track(event: TrackEvent): void {
  if (typeof document !== 'undefined') document.dispatchEvent(new CustomEvent<TrackEvent>(TRACKED, { detail: event }));
}
