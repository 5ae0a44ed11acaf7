import { Follow } from '../engagement/Follow.tsx';
import { pageItem } from './page-item.ts';

/** Follows the page's publisher; the scheme's own call has told whether the reader does. Place it with `client:intent="signed-in"`. */
export default function FollowButtonIsland() {
  return <Follow uid={pageItem().releaser_uid} />;
}
