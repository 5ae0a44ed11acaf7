/** A beat may come this late: what a phone's timer and its line need. */
const LATE_MS = 1_500;
/** Longer silences count for nothing: the phone was away. */
const GAP_MAX_MS = 15_000;

export interface Watching {
  duration_ms: number;
  watched_ms: number;
  /** When the phone last said how far it was; null: it begins now. */
  last_beat_at: Date | null;
}

/**
 * How much counts as watched when the phone says that it is at `position_ms`: never more than the clock allows since the last beat, and nothing
 * for a jump ahead, so that seeking gains nothing. Never less than before.
 */
export function creditedMs(view: Watching, position_ms: number, now: Date): number {
  const since = view.last_beat_at === null ? 0 : now.getTime() - view.last_beat_at.getTime();
  const passed = since < 0 || since > GAP_MAX_MS ? 0 : since;
  const allowed = view.watched_ms + passed;
  if (position_ms > allowed + LATE_MS) return view.watched_ms;
  return Math.max(view.watched_ms, Math.min(position_ms, allowed, view.duration_ms));
}

/** Watched to the end; a player's last report may be a moment early. */
export function isOver({ duration_ms, watched_ms }: Pick<Watching, 'duration_ms' | 'watched_ms'>): boolean {
  return watched_ms >= duration_ms - Math.min(LATE_MS, Math.floor(duration_ms / 10));
}

/** Whether an item may be opened by an advertisement. Free ones need none. */
export function opensByAd(
  item: { status: string; price_fen: number; vip_only: boolean },
  rules: { films: number; price_max_fen: number; members_only: boolean },
): boolean {
  if (rules.films === 0 || item.status !== 'published') return false;
  if (item.price_fen > 0) return item.price_fen <= rules.price_max_fen;
  return item.vip_only && rules.members_only;
}
