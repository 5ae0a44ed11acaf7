import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $session, loginUrl, requireSession } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { Empty } from '#ui/Empty.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { OrderList } from './OrderList.tsx';
import { $orders, closeOrder, downloadAgain, loadOrders, ORDERS_PER_PAGE, payAgain } from './orders.store.ts';

const retry = () => void loadOrders();
const signInHere = () => void requireSession('登录后查看您的方案订单').catch(() => undefined);

/** Hydrates at once: the whole page is the reader's own. */
export default function Orders() {
  const state = useStore($orders);
  const signed_in = useSession() !== null;
  useEffect(() => {
    // a visitor signs in first and comes back (spec 2.2); a session that ends later keeps the page under the dialog
    if (!$session.get()) location.replace(loginUrl());
  }, []);
  useEffect(() => {
    if (signed_in) void loadOrders();
  }, [signed_in]);
  if (!signed_in) {
    // drawn before the session is known: the stylesheet shows the one that fits, so no reader sees the other's
    return (
      <>
        <div className="panel for-visitors">
          <Empty title="登录后查看方案订单" hint="买过的方案、待支付的订单都在这里。">
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
      state={state}
      per_page={ORDERS_PER_PAGE}
      onTab={(tab) => void loadOrders({ tab })}
      onPage={(page) => void loadOrders({ page })}
      onRetry={retry}
      onPay={(item_id) => void payAgain(item_id)}
      onClose={(orderid) => void closeOrder(orderid)}
      onDownload={(orderid, item_id) => void downloadAgain(orderid, item_id)}
    />
  );
}
