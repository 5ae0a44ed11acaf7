import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { MyPublish } from './MyPublish.tsx';
import {
  $acting,
  $busy,
  $failure,
  $list,
  $tab,
  chooseTab,
  goToPage,
  loadMine,
  openMine,
  removeDraft,
  restore,
  takeDown,
  withdraw,
} from './my-publish.store.ts';

/** 我的发布, bound to its store. */
export default function MyPublishIsland() {
  useEffect(openMine, []);
  return (
    <MyPublish
      tab={useStore($tab)}
      list={useStore($list)}
      failure={useStore($failure)}
      busy={useStore($busy)}
      acting={useStore($acting)}
      onTab={chooseTab}
      onPage={(page) => void goToPage(page)}
      onRetry={() => void loadMine()}
      onTakeDown={takeDown}
      onWithdraw={withdraw}
      onRestore={restore}
      onDelete={removeDraft}
    />
  );
}
