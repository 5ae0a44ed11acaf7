import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { ScreenFrame } from '#kit/console/ScreenFrame.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { createOrderScreen } from './screens.store.ts';

/** One order: money, payments, ledger, refund. */
export default function OrderIsland() {
  const [screen] = useState(createOrderScreen);
  const state = useStore(screen.$state);
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void screen.actions.open(), [screen]);
  return (
    <ScreenFrame state={state} onRetry={() => void screen.actions.load()}>
      {(order) => <OrderFacts order={order} may={(verb) => rolesMay(roles, verb)} onRefund={screen.actions.refund} />}
    </ScreenFrame>
  );
}
