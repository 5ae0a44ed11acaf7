import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { followAddress } from '#client/address.ts';
import { requireSession } from '#client/session.ts';
import { useOwnSession } from '#client/use-session.ts';
import { Empty } from '#ui/Empty.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { MyMembershipView } from './MyMembershipView.tsx';
import { createMyMembership } from './my-membership.store.ts';

/** Hydrates at once: the whole page is the reader's own. */
export default function MyMembership() {
  const [mine] = useState(createMyMembership);
  const state = useStore(mine.$state);
  const signed_in = useOwnSession() !== null;
  useEffect(() => {
    if (!signed_in) return;
    void mine.actions.open();
    const unfollow = followAddress(() => void mine.actions.open());
    return () => {
      unfollow();
      mine.actions.dispose();
    };
  }, [signed_in, mine]);
  if (!signed_in) {
    const signInHere = () => void requireSession('登录后查看您的会员').catch(() => undefined);
    // drawn before the session is known: the stylesheet shows the one that fits
    return (
      <>
        <div className="panel for-visitors">
          <Empty title="登录后查看会员" hint="会员的有效期与订单都在这里。">
            <button type="button" className="btn btn-primary" onClick={signInHere}>
              登录
            </button>
          </Empty>
        </div>
        <div className="panel for-members p-4 sm:p-6">
          <Skeleton rows={3} row_class="h-24" label="正在加载会员" />
        </div>
      </>
    );
  }
  return (
    <MyMembershipView
      state={state}
      onStatus={(status) => void mine.actions.load({ status })}
      onPage={(page) => void mine.actions.load({ page })}
      onRetry={() => void mine.actions.load()}
      onPay={(vip_id) => void mine.actions.pay(vip_id)}
      onCancel={(orderid) => void mine.actions.cancel(orderid)}
      onAskAuto={(vip_id) => void mine.actions.askAuto(vip_id)}
      onEndAuto={(id) => void mine.actions.endAuto(id)}
    />
  );
}
