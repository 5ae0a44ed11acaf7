import { useStore } from '@nanostores/react';
import { LoginDismissed } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { followMark, marks } from './engagement.store.ts';
import { FollowButton } from './FollowButton.tsx';

const NONE: Record<string, boolean> = {};

/** Follows a publisher. Nobody follows themselves, so the publisher sees none. */
export function Follow({ uid }: { uid: number }) {
  const session = useSession();
  const on = useStore(marks.$state, { ssr: () => NONE })[followMark(uid)] === true;
  if (session?.user.id === uid) return null;
  return (
    <FollowButton
      on={on}
      onPress={() =>
        void marks.actions.toggleFollow(uid).catch((error: unknown) => {
          if (!(error instanceof LoginDismissed)) throw error;
        })
      }
    />
  );
}
