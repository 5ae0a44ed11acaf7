import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { useOwnLoad } from '#kit/own-list/use-own-load.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { PaidBackProps } from '../pay/PaidBack.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { OrderMoney } from './OrderMoney.tsx';
import { createOrderDetail, type OrderDetailStore } from './order-detail.store.ts';
import type { OrderKind } from './order-kind.ts';

// few come back from an app; without it the page says what it knows
const PaidBack = lazy<ComponentType<PaidBackProps>>(() => import('../pay/PaidBack.tsx').catch(() => ({ default: () => null })));

export interface OrderDetailIslandProps {
  kinds: OrderKind[];
}

/** The order of the address. Hydrates at once: the whole page is the reader's own. */
export default function OrderDetailIsland({ kinds }: OrderDetailIslandProps) {
  // a visitor signs in first and comes back (spec 2.2)
  useOwnSession();
  const [store, setStore] = useState<OrderDetailStore | null>(null);
  useEffect(() => setStore(createOrderDetail(new URLSearchParams(location.search).get('orderid') ?? '')), []);
  return store ? <Known store={store} kinds={kinds} /> : <Loading />;
}

const Loading = () => (
  <div className="panel p-6">
    <Skeleton rows={4} label="正在加载订单" />
  </div>
);

function Known({ store, kinds }: { store: OrderDetailStore; kinds: OrderKind[] }) {
  const { order, failure, percent, saving } = useStore(store.$state);
  useOwnLoad(store.actions.load, order !== null);
  if (failure)
    return (
      <div className="panel p-6">
        <ErrorState {...failure} onRetry={() => void store.actions.load()} />
      </div>
    );
  if (!order) return <Loading />;
  const by = new URLSearchParams(location.search).get('paid_by');
  const detail = (
    <OrderDetail
      order={order}
      kind={kinds.find(({ code }) => code === order.kind) ?? null}
      percent={percent}
      onPay={() => void store.actions.pay()}
      onTransfer={() =>
        void import('./show-transfer.tsx').then(async ({ showTransfer }) => {
          await showTransfer(order.orderid);
          await store.actions.load();
        })
      }
      onDownload={() => void store.actions.download()}
      onSave={() => void store.actions.saveReceipt()}
      saving={saving}
      onPrint={() => print()}
      money={<OrderMoney order={order} actions={store.actions} />}
    />
  );
  if (by !== 'wechat' && by !== 'alipay') return detail;
  return (
    <div className="grid gap-4">
      <Suspense>
        <PaidBack order={order} by={by} onChanged={() => void store.actions.load()} onPay={() => void store.actions.pay()} />
      </Suspense>
      {detail}
    </div>
  );
}
