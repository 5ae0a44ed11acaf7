import { User } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { FollowedRow } from '#contract/center.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/Button.tsx';
import { countText } from '#ui/price-text.ts';
import { OwnListFrame } from './OwnListFrame.tsx';
import { loadFollowed, unfollow } from './own-lists.ts';
import { useOwnList } from './use-own-list.ts';

/** 我的关注: publishers, those followed last first. */
export default function FollowedIsland() {
  const { list, state } = useOwnList([''], loadFollowed);
  const [removing, setRemoving] = useState(0);
  const remove = async (uid: number) => {
    setRemoving(uid);
    try {
      await unfollow(uid);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setRemoving(0);
    }
    await list.actions.reload();
  };
  return (
    <div className="panel p-4 sm:p-6">
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: FollowedRow) => row.uid}
        empty={{ title: '还没有关注发布者', hint: '在作品或发布者主页点“关注”，新作品不错过。' }}
      >
        {(row) => (
          <div className="flex flex-wrap items-center gap-4 py-4">
            <span className="avatar-box size-14 shrink-0">
              {row.headimgurl ? <img src={row.headimgurl} alt="" className="fit" /> : <User size={26} aria-hidden="true" />}
            </span>
            <div className="min-w-0 flex-1">
              <a href={paths.publisher(row.uid)} className="text-base font-semibold hover:text-primary">
                {row.nickname}
              </a>
              <p className="num text-xs text-muted">
                {[row.show_job, `${countText(row.works_num)} 作品`, `${countText(row.fans_num)} 粉丝`].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Button size="sm" busy={removing === row.uid} onClick={() => void remove(row.uid)} aria-label={`取消关注${row.nickname}`}>
              取消关注
            </Button>
          </div>
        )}
      </OwnListFrame>
    </div>
  );
}
