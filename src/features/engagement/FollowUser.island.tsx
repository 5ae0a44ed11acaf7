import { useEffect } from 'react';
import { useSession } from '#client/use-session.ts';
import { marks } from './engagement.store.ts';
import { Follow } from './Follow.tsx';

/** Follows the publisher of their own page, and asks first whether the reader does already. Place it with `client:intent="signed-in"`. */
export default function FollowUserIsland({ uid }: { uid: number }) {
  const reader = useSession()?.user.id ?? 0;
  useEffect(() => {
    if (reader > 0 && reader !== uid) void marks.actions.knowFollowed(uid);
  }, [reader, uid]);
  return <Follow uid={uid} />;
}
