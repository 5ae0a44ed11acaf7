import { useSession } from '#client/use-session.ts';
import { rolesMay } from '#contract/staff.ts';
import { LoadedScreen } from '#kit/console/ScreenFrame.tsx';
import { OrderFacts } from './OrderFacts.tsx';
import { createOrderScreen } from './screens.store.ts';

/** One order: money, payments, ledger, refund. */
export default function OrderIsland() {
  const roles = useSession()?.user.roles ?? [];
  return (
    <LoadedScreen of={createOrderScreen}>
      {(order, actions) => (
        <OrderFacts
          order={order}
          may={(verb) => rolesMay(roles, verb)}
          onRefund={actions.refund}
          onClaim={actions.claim}
          onTransfer={actions.transfer}
        />
      )}
    </LoadedScreen>
  );
}
