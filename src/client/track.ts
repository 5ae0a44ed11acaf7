import type { TrackEvent } from '#contract/tracking.ts';

/** Told on the document: something that a reader did. `start-tracking.ts`, on every page, keeps and sends it. */
export const TRACKED = 'cemao:tracked';

/**
 * Tells the figures of something that a reader did. Never throws and never waits: a hundred events are kept on this browser, sent in
 * batches of twenty, after 20 s at the latest and when the page is left. Clicks need no call: elements with `data-track` are told by themselves.
 */
export function track(event: TrackEvent): void {
  if (typeof document !== 'undefined') document.dispatchEvent(new CustomEvent<TrackEvent>(TRACKED, { detail: event }));
}
