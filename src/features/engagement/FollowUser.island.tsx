import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LoginDismissed } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { FollowButton } from '../scheme/FollowButton.tsx';
import { $followed, followMark, knowFollowed, toggleFollow } from './engagement.store.ts';

const NONE: Record<string, boolean> = {};

/** Follows the publisher of their own page; who looks at their own page sees none. Place it with `client:intent="signed-in"`. */
export default function FollowUserIsland({ uid }: { uid: number }) {
  const session = useSession();
  const on = useStore($followed, { ssr: () => NONE })[followMark(uid)] === true;
  const reader = session?.user.id ?? 0;
  useEffect(() => {
    if (reader > 0 && reader !== uid) void knowFollowed(uid);
  }, [reader, uid]);
  if (reader === uid) return null;
  return (
    <FollowButton
      on={on}
      onPress={() =>
        void toggleFollow(uid).catch((error: unknown) => {
          if (!(error instanceof LoginDismissed)) throw error;
        })
      }
    />
  );
}
