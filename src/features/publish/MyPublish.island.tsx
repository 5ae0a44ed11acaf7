import { useEffect, useState } from 'react';
import { enterpriseOfPage } from '#client/in-name-of.ts';
import type { PublishedList } from '#contract/publish.ts';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { MyPublish } from './MyPublish.tsx';
import { loadMine, PUBLISH_TAB_KEYS, rendersStill } from './own-works.ts';
import type { PublishKind } from './publish-kind.ts';

/** 我的发布, bound to its list. `whole`: the kinds are all that there are, and may be looked at together. */
export default function MyPublishIsland({ kinds, whole = true }: { kinds: PublishKind[]; whole?: boolean }) {
  // an employee of an enterprise works for its shop alone; pages are drawn before the address is known
  const [employed, setEmployed] = useState(false);
  useEffect(() => setEmployed(enterpriseOfPage() !== null), []);
  const keys = [...(whole ? [''] : []), ...kinds.map(({ key }) => key)];
  const { list, state } = useOwnList<PublishedList>(PUBLISH_TAB_KEYS, loadMine, { filters: { kind: keys }, moves: rendersStill });
  const shown = employed ? kinds.filter(({ in_shop }) => in_shop) : kinds;
  return <MyPublish kinds={shown} whole={whole && !employed} state={state} list={list} />;
}
