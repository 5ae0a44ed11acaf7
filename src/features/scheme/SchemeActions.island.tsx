import { useStore } from '@nanostores/react';
import { mainAction } from './main-action.ts';
import { pageScheme } from './page-scheme.ts';
import { SchemeActions } from './SchemeActions.tsx';
import { refreshScheme } from './scheme.store.ts';
import { $work, pressMain, pressVoucher, type SchemeWork } from './scheme-actions.ts';
import { useScheme } from './use-scheme.ts';

export interface SchemeActionsIslandProps {
  /** Yuan. */
  price: number;
  vip_only: boolean;
  free: boolean;
  /** For the sticky bar: the button alone. */
  compact?: boolean;
}

const IDLE: SchemeWork = { kind: 'idle' };

/** Place it with `client:intent="signed-in"`: it shows what this reader has. */
export default function SchemeActionsIsland({ price, vip_only, free, compact = false }: SchemeActionsIslandProps) {
  const scheme = useScheme();
  const work = useStore($work, { ssr: () => IDLE });
  const facts = { price, vip_only, free };
  return (
    <SchemeActions
      action={mainAction(facts, scheme.detail)}
      work={work}
      failure={scheme.status === 'failed' && !scheme.detail ? scheme.message : ''}
      compact={compact}
      onMain={() => void pressMain(pageScheme().id, facts)}
      onVoucher={() => void pressVoucher(pageScheme().id)}
      onRetry={() => void refreshScheme()}
    />
  );
}
