import { Follow } from '../engagement/Follow.tsx';
import { readPageState } from './page-state.ts';

/** Follows the page's publisher; the item's own call says whether the reader does. Place it with `client:intent="signed-in"`. */
export default function FollowIsland() {
  const uid = typeof document === 'undefined' ? 0 : readPageState().releaser_uid;
  return <Follow uid={uid} />;
}
