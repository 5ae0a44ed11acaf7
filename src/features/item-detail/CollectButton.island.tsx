import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LoginDismissed } from '#client/session.ts';
import { countText } from '#ui/price-text.ts';
import { $collected, collectMark, toggleCollect } from '../engagement/engagement.store.ts';
import { CollectButton } from './CollectButton.tsx';
import { pageItem } from './page-item.ts';
import { useItem } from './use-item.ts';

export interface CollectButtonIslandProps {
  /** As the page was rendered. */
  count: number;
}

const NONE: Record<string, boolean> = {};

/** Place it with `client:intent="signed-in"`. */
export default function CollectButtonIsland({ count }: CollectButtonIslandProps) {
  const { id: rid, kind } = pageItem();
  const type = kind.types.collect ?? 0;
  const { detail } = useItem();
  const on = useStore($collected, { ssr: () => NONE })[collectMark(type, rid)] === true;
  // the server's count includes this reader when the detail was asked; the counter moves by one with the press (spec 4)
  // and is never seen without this reader's own, which a counter that is written a little later may still miss
  const base = detail ? Math.max(0, detail.collect_num - detail.is_collect) : count;
  const collectors = base + (on ? 1 : 0);
  useEffect(() => {
    // the table of facts shows the same number (Facts.astro)
    const fact = document.querySelector('[data-count="collectors"]');
    if (fact) fact.textContent = countText(collectors);
  }, [collectors]);
  return (
    <CollectButton
      on={on}
      count={collectors}
      onPress={() =>
        void toggleCollect(rid, type).catch((error: unknown) => {
          if (!(error instanceof LoginDismissed)) throw error;
        })
      }
    />
  );
}
