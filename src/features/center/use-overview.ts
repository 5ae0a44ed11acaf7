import { useCallback, useEffect, useState } from 'react';
import { ApiError, type Failure, failureOf } from '#client/api-error.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import { $session, updateUser } from '#client/session.ts';
import type { TodayCard } from '#contract/account.ts';
import type { SellerDay } from '#contract/center.ts';
import type { Gift } from '#contract/promotion.ts';

interface Overview {
  /** What waits; null: it is on its way. */
  cards: TodayCard[] | null;
  failure: Failure | null;
  /** Null: who reads is no publisher, or it could not be had. */
  seller: SellerDay | null;
  /** Of a new account, until they are put away. */
  gifts: Gift[];
}

const EMPTY: Overview = { cards: null, failure: null, seller: null, gifts: [] };

/** All that stands above the reader's own works, loaded together once they are known, so that the page is drawn once. */
export function useOverview(signed_in: boolean) {
  const [overview, setOverview] = useState(EMPTY);
  const load = useCallback(async () => setOverview(await fetchOverview()), []);
  useEffect(() => {
    if (signed_in) void load();
  }, [signed_in, load]);
  const putGiftsAway = () => {
    setOverview((before) => ({ ...before, gifts: [] }));
    const user = $session.get()?.user;
    if (user) updateUser({ ...user, issendbage: 1 });
    gateway('PUT /hmh/hmh/gift', {}, SILENT).catch(() => null);
  };
  return { overview, load, putGiftsAway };
}

async function fetchOverview(): Promise<Overview> {
  const is_new = $session.get()?.user.issendbage === 0;
  const [today, seller, gifts] = await Promise.allSettled([
    gateway('GET /user/user/today', {}, SILENT),
    gateway('GET /user/sales/day', {}, SILENT),
    is_new ? gateway('GET /hmh/hmh/gift', {}, SILENT) : null,
  ]);
  if (today.status === 'rejected' && !(today.reason instanceof ApiError)) throw today.reason;
  return {
    cards: today.status === 'fulfilled' ? today.value.list : null,
    failure: today.status === 'rejected' ? failureOf(today.reason) : null,
    seller: seller.status === 'fulfilled' ? seller.value : null,
    gifts: gifts.status === 'fulfilled' ? (gifts.value?.list ?? []) : [],
  };
}
