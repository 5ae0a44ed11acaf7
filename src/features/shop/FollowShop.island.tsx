import { useEffect } from 'react';
import { useSession } from '#client/use-session.ts';
import { FOCUS_SHOP } from '#contract/focus.ts';
import { marks } from '../engagement/engagement.store.ts';
import { Follow } from '../engagement/Follow.tsx';

export interface FollowShopProps {
  shop_id: number;
  owner_id: number;
  /** Another call of the page says whether the reader follows it. */
  told?: boolean;
}

/** Follows a shop. Place it with `client:intent="signed-in"`. */
export default function FollowShopIsland({ shop_id, owner_id, told = false }: FollowShopProps) {
  const reader = useSession()?.user.id ?? 0;
  useEffect(() => {
    if (!told && reader > 0 && reader !== owner_id) void marks.actions.knowFollowed(shop_id, FOCUS_SHOP);
  }, [reader, shop_id, owner_id, told]);
  return <Follow uid={owner_id} shop_id={shop_id} />;
}
