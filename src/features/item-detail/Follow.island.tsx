import { useEffect } from 'react';
import { useSession } from '#client/use-session.ts';
import { Follow } from '../engagement/Follow.tsx';
import { readPageState } from './page-state.ts';

/** Follows the page's publisher; the item's own call has told whether the reader does. Place it with `client:intent="signed-in"`. */
export default function FollowIsland() {
  const uid = typeof document === 'undefined' ? 0 : readPageState().releaser_uid;
  const own = useSession()?.user.id === uid;
  // nobody writes to themselves either
  useEffect(() => {
    document.querySelector('[data-track=ask_in_chat]')?.toggleAttribute('hidden', own);
  }, [own]);
  return <Follow uid={uid} />;
}
