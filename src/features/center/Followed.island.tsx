import { Store, User } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { FollowedRow } from '#contract/center.ts';
import { FOCUS_SHOP } from '#contract/focus.ts';
import { paths } from '#contract/paths.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { countText } from '#ui/price-text.ts';
import { Tabs } from '#ui/Tabs.tsx';
import { FOLLOWED_TABS, loadFollowed, unfollow } from './own-lists.ts';

const TITLES = { publisher: '发布者', shop: '店铺' } as const;
const EMPTY = {
  publisher: {
    title: '还没有关注发布者',
    hint: '在作品或发布者主页点“关注”，有新作品会通知您。',
    children: (
      <a className="btn btn-primary" href="/programme">
        去看看方案
      </a>
    ),
  },
  shop: {
    title: '还没有关注店铺',
    hint: '在店铺或案例页点“关注”，需要时马上找到。',
    children: (
      <a className="btn btn-primary" href={paths.shops.providers}>
        去看看服务商
      </a>
    ),
  },
};

/** 我的关注: publishers and shops, those followed last first. */
export default function FollowedIsland() {
  const { list, state } = useOwnList(FOLLOWED_TABS, loadFollowed);
  const [removing, setRemoving] = useState(0);
  const Face = state.tab === 'shop' ? Store : User;
  const current = state.tab as (typeof FOLLOWED_TABS)[number];
  const remove = async (row: FollowedRow) => {
    setRemoving(row.uid);
    try {
      await unfollow(row);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setRemoving(0);
    }
    await list.actions.reload();
  };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="关注的对象"
        tabs={FOLLOWED_TABS.map((key) => ({ key, title: TITLES[key] }))}
        current={current}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        <OwnListFrame state={state} list={list} keyOf={(row: FollowedRow) => `${row.type}-${row.uid}`} empty={EMPTY[current]}>
          {(row) => (
            <div className="flex flex-wrap items-center gap-4 py-4">
              <span className="avatar-box size-14 shrink-0">
                {row.headimgurl ? <img src={row.headimgurl} alt="" className="fit" /> : <Face size={26} aria-hidden="true" />}
              </span>
              <div className="min-w-0 flex-1">
                <a
                  href={row.type === FOCUS_SHOP ? paths.shop(row.uid) : paths.publisher(row.uid)}
                  className="text-base font-semibold hover:text-primary"
                >
                  {row.nickname}
                </a>
                <p className="num text-xs text-muted">
                  {[row.show_job, `${countText(row.works_num)} 作品`, `${countText(row.fans_num)} 粉丝`].filter(Boolean).join(' · ')}
                </p>
              </div>
              <Button size="sm" busy={removing === row.uid} onClick={() => void remove(row)} aria-label={`取消关注${row.nickname}`}>
                取消关注
              </Button>
            </div>
          )}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}
