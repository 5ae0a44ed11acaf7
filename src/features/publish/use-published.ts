import { useEffect, useState } from 'react';
import type { KindFacts } from '#contract/kinds.ts';
import { RENDER_POLL_MS, type RenderProgress, type SavedItem } from '#contract/publish.ts';
import { getOwnItem } from './publish.api.ts';

/** Somebody decides: nothing of it is a matter of seconds. */
const REVIEW_POLL_MS = 15_000;

/** What was submitted, looked after until nothing of it moves by itself; with how far its pages are. */
export function usePublished<D extends SavedItem>(kind: KindFacts, submitted: D): { done: D; drawing: RenderProgress | null } {
  const [now, setNow] = useState<{ done: D; drawing: RenderProgress | null }>({ done: submitted, drawing: null });
  const [turn, setTurn] = useState(0);
  const { id, status, waiting } = now.done;
  const pause_ms = waiting || status === 'rendering' ? RENDER_POLL_MS : status === 'reviewing' ? REVIEW_POLL_MS : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks once, whatever it finds
  useEffect(() => {
    if (pause_ms === 0) return;
    const timer = setTimeout(() => {
      getOwnItem(kind, id)
        .then(
          (own) =>
            setNow(({ done }) => ({ done: { ...done, status: own.status, waiting: own.waiting }, drawing: own.file?.render ?? null })),
          () => undefined,
        )
        .finally(() => setTurn(turn + 1));
    }, pause_ms);
    return () => clearTimeout(timer);
  }, [turn, pause_ms]);
  return now;
}
