/** What `history.state` says of an entry that shows a work over a list. */
export interface OverlayEntry {
  /** Path and query of the work's page. */
  path: string;
  /** Entries between the list and this one, from 1. */
  depth: number;
}

/** The document as it stands. */
export interface Shown {
  /** Path and query that the document was loaded from. */
  page: string;
  /** Path of the work that lies over it. */
  overlay: string | null;
}

export type Step = { do: 'nothing' } | { do: 'close' } | { do: 'show'; path: string };

const NOTHING: Step = { do: 'nothing' };

/** The overlay that a `history.state` names. */
export function entryOf(state: unknown): OverlayEntry | null {
  const entry = (state as { overlay?: OverlayEntry } | null)?.overlay;
  return typeof entry?.path === 'string' && Number.isInteger(entry.depth) ? entry : null;
}

/** The entry of a work opened from a list (no entry) or from another overlay; null for the one that is open already. */
export function entryAfter(now: OverlayEntry | null, path: string): OverlayEntry | null {
  return now?.path === path ? null : { path, depth: (now?.depth ?? 0) + 1 };
}

/** How far the history goes when the reader closes all that lies over the list. */
export const stepsToList = (now: OverlayEntry | null): number => -(now?.depth ?? 0);

/**
 * What a list does when the browser has arrived at an entry of its own history. Entries of other layers over the page (dialogs, the viewer) name
 * the same overlay as the entry below them. A page of a work is never asked: reloaded-work.ts.
 */
export function arrive(shown: Shown, entry: OverlayEntry | null): Step {
  const wanted = entry && entry.path !== shown.page ? entry.path : null;
  if (wanted === shown.overlay) return NOTHING;
  return wanted === null ? { do: 'close' } : { do: 'show', path: wanted };
}
