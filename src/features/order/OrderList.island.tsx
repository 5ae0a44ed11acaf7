import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import { requireSession } from '#client/session.ts';
import { useOwnSession } from '#client/use-session.ts';
import { Empty } from '#ui/Empty.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { OrderList } from './OrderList.tsx';
import type { OrderKind } from './order-kind.ts';
import { createOrders, ORDERS_PER_PAGE } from './orders.store.ts';

/** Hydrates at once: the whole page is the reader's own. */
export default function Orders({ kind }: { kind: OrderKind }) {
  const [orders] = useState(() => createOrders(kind));
  const state = useStore(orders.$state);
  const signed_in = useOwnSession() !== null;
  // the same function each time: countdowns start again with another one
  const retry = useCallback(() => void orders.actions.load(), [orders]);
  useEffect(() => {
    if (!signed_in) return;
    void orders.actions.open();
    return followAddress(() => void orders.actions.open());
  }, [signed_in, orders]);
  const signInHere = () => void requireSession(`登录后查看您的${kind.noun}订单`).catch(() => undefined);
  if (!signed_in) {
    // drawn before the session is known: the stylesheet shows the one that fits, so no reader sees the other's
    return (
      <>
        <div className="panel for-visitors">
          <Empty title={`登录后查看${kind.noun}订单`} hint={`买过的${kind.noun || '内容'}、待支付的订单都在这里。`}>
            <button type="button" className="btn btn-primary" onClick={signInHere}>
              登录
            </button>
          </Empty>
        </div>
        <div className="panel for-members p-4 sm:p-6">
          <Skeleton rows={4} row_class="h-28" label="正在加载订单" />
        </div>
      </>
    );
  }
  return (
    <OrderList
      kind={kind}
      state={state}
      per_page={ORDERS_PER_PAGE}
      onTab={(tab) => void orders.actions.load({ tab })}
      onPage={(page) => void orders.actions.load({ page })}
      onRetry={retry}
      onFilter={(filters) => void orders.actions.load({ filters })}
      onSave={() => void orders.actions.save()}
      onPay={(row) => void orders.actions.pay(row)}
      onCancel={(orderid) => void orders.actions.cancel(orderid)}
      onHide={(orderid) => void orders.actions.hide(orderid)}
      onDownload={(orderid, item_id) => void orders.actions.download(orderid, item_id)}
    />
  );
}
