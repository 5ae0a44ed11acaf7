import { useEffect, useState } from 'react';
import { useOwnSession } from '#client/use-session.ts';
import { Empty } from '#ui/Empty.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VipDone } from './VipDone.tsx';

/** What a paid order brought, at an address that can be come back to. */
export default function Result() {
  useOwnSession();
  const [orderid, setOrderid] = useState<string | null>(null);
  useEffect(() => setOrderid(new URLSearchParams(location.search).get('orderid') ?? ''), []);
  if (orderid === null) return <Skeleton rows={2} row_class="h-24" label="正在确认会员" />;
  if (!/^\d{24}$/.test(orderid)) {
    return (
      <Empty title="没有找到这笔订单" hint="会员订单都在“我的会员”里。">
        <a className="btn btn-primary" href="/personalCenter/myVipschemeOrder">
          查看我的会员
        </a>
      </Empty>
    );
  }
  return <VipDone orderid={orderid} />;
}
