import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { rolesMay } from '#contract/staff.ts';
import { toastSuccess } from '../../client/toast.ts';
import { useSession } from '../../client/use-session.ts';
import { fetchOrder, postRefund } from './admin.api.ts';
import { OrderFacts } from './OrderFacts.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import { createScreen } from './screen.store.ts';

/** One order: money, payments, ledger, refund. */
export default function OrderIsland() {
  const [screen] = useState(() => createScreen(() => fetchOrder(new URLSearchParams(location.search).get('orderid') ?? '')));
  const state = useStore(screen.$state);
  const roles = useSession()?.user.roles ?? [];
  useEffect(() => void screen.open(), [screen]);
  return (
    <ScreenFrame state={state} onRetry={() => void screen.load()}>
      {(order) => (
        <OrderFacts
          order={order}
          may={(verb) => rolesMay(roles, verb)}
          onRefund={(reason) =>
            screen.act(async () => {
              const { outcome } = await postRefund(order.orderid, reason);
              toastSuccess(outcome === 'asked' ? '已提交复核' : '已退款');
            })
          }
        />
      )}
    </ScreenFrame>
  );
}
