import { Follow } from '../engagement/Follow.tsx';
import { pageScheme } from './page-scheme.ts';

/** Follows the page's publisher; the scheme's own call has told whether the reader does. Place it with `client:intent="signed-in"`. */
export default function FollowButtonIsland() {
  return <Follow uid={pageScheme().releaser_uid} />;
}
