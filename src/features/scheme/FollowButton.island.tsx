import { useStore } from '@nanostores/react';
import { LoginDismissed } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { $followed, followMark, toggleFollow } from '../engagement/engagement.store.ts';
import { FollowButton } from './FollowButton.tsx';
import { pageScheme } from './page-scheme.ts';

const NONE: Record<string, boolean> = {};

/** Follows the page's publisher. Nobody follows themselves, so the publisher sees none. Place it with `client:intent="signed-in"`. */
export default function FollowButtonIsland() {
  const uid = pageScheme().releaser_uid;
  const session = useSession();
  const on = useStore($followed, { ssr: () => NONE })[followMark(uid)] === true;
  if (session?.user.id === uid) return null;
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
