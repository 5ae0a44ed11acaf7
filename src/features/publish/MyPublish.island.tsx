import type { PublishedList } from '#contract/publish.ts';
import { useOwnList } from '../center/use-own-list.ts';
import { MyPublish } from './MyPublish.tsx';
import { loadMine, PUBLISH_TAB_KEYS, rendersStill } from './own-works.ts';
import type { PublishKind } from './publish-kind.ts';

/** 我的发布, bound to its list. `whole`: the kinds are all that there are, and may be looked at together. */
export default function MyPublishIsland({ kinds, whole = true }: { kinds: PublishKind[]; whole?: boolean }) {
  const keys = [...(whole ? [''] : []), ...kinds.map(({ key }) => key)];
  const { list, state } = useOwnList<PublishedList>(PUBLISH_TAB_KEYS, loadMine, { filters: { kind: keys }, moves: rendersStill });
  return <MyPublish kinds={kinds} whole={whole} state={state} list={list} />;
}
