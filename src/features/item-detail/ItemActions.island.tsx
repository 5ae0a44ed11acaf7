import { useStore } from '@nanostores/react';
import { ItemActions } from './ItemActions.tsx';
import { refreshItem } from './item.store.ts';
import { $work, type ItemWork, pressMain, pressVoucher } from './item-actions.ts';
import { mainAction } from './main-action.ts';
import { pageItem } from './page-item.ts';
import { useItem } from './use-item.ts';

export interface ItemActionsIslandProps {
  /** Yuan. */
  price: number;
  vip_only: boolean;
  free: boolean;
  /** For the sticky bar: the button alone. */
  compact?: boolean;
}

const IDLE: ItemWork = { kind: 'idle' };

/** Place it with `client:intent="signed-in"`: it shows what this reader has. */
export default function ItemActionsIsland({ price, vip_only, free, compact = false }: ItemActionsIslandProps) {
  const scheme = useItem();
  const work = useStore($work, { ssr: () => IDLE });
  const facts = { price, vip_only, free };
  return (
    <ItemActions
      action={mainAction(facts, scheme.detail)}
      work={work}
      failure={scheme.status === 'failed' && !scheme.detail ? scheme.message : ''}
      compact={compact}
      onMain={() => void pressMain(pageItem().id, facts)}
      onVoucher={() => void pressVoucher(pageItem().id)}
      onRetry={() => void refreshItem()}
    />
  );
}
