import { useEffect, useRef, useState } from 'react';
import { LoginDismissed, requireSession } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { VIPS, vipOf } from '#contract/membership.ts';
import { leaveTo } from '#ui/back-closes.ts';
import { openPage } from '#ui/open-page.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { VipPurchase } from './VipPurchase.tsx';
import type { VipWish } from './vip.store.ts';

const numberIn = (query: URLSearchParams, name: string): number => {
  const text = query.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
};

/** The membership modal as a page. Who closes the login, signs out or whose session ends goes home (shell spec 2.2, detail spec 4). */
export default function PayVip() {
  const session = useSession();
  const [wish] = useState<VipWish>(() => {
    const query = new URLSearchParams(typeof location === 'undefined' ? '' : location.search);
    const type = numberIn(query, 'vipType');
    return { vip_type: vipOf(type) ? type : (VIPS[0]?.vip_type ?? 1), vip_id: numberIn(query, 'vipId') };
  });
  const signed_in = session !== null;
  const was_signed_in = useRef(false);
  useEffect(() => {
    if (signed_in) {
      was_signed_in.current = true;
      return;
    }
    if (was_signed_in.current) return openPage('/');
    requireSession('登录后即可开通会员').catch((error: unknown) => {
      if (!(error instanceof LoginDismissed)) throw error;
      leaveTo('/');
    });
  }, [signed_in]);
  return (
    <div className="panel p-4 sm:p-6">
      {signed_in ? (
        <VipPurchase wish={wish} onBought={() => undefined} />
      ) : (
        <Skeleton rows={4} row_class="h-24" label="登录后即可开通会员" />
      )}
    </div>
  );
}
