import { useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { CollectedList, CollectedRow } from '#contract/center.ts';
import { KindTabs } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { soldLabel } from '#ui/price-text.ts';
import { timeText } from '#ui/time-text.ts';
import { type CenterKind, detailOf, ItemRow } from './ItemRow.tsx';
import { loadCollected, removeCollected } from './own-lists.ts';

/** 我的收藏, by kind; what was taken down can still be removed. */
export default function CollectedIsland({ kinds }: { kinds: CenterKind[] }) {
  const { list, state } = useOwnList<CollectedList>(['', ...kinds.map(({ key }) => key)], loadCollected);
  const [removing, setRemoving] = useState(0);
  const remove = async (row: CollectedRow) => {
    setRemoving(row.id);
    try {
      await removeCollected(row);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setRemoving(0);
    }
    await list.actions.reload();
  };
  return (
    <div className="panel p-4 sm:p-6">
      <KindTabs kinds={kinds} counts={state.data?.counts} current={state.tab} onKind={(tab) => list.actions.choose({ tab })} />
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(row: CollectedRow) => `${row.type}-${row.id}`}
        empty={{
          title: '还没有收藏',
          hint: '在详情页点“收藏”，喜欢的内容就会出现在这里。',
          children: (
            <a className="btn btn-primary" href={kinds[0]?.list}>
              去看看{kinds[0]?.noun}
            </a>
          ),
        }}
      >
        {(row) => (
          <ItemRow
            row={row}
            href={detailOf(kinds, row)}
            actions={
              <Button size="sm" busy={removing === row.id} onClick={() => void remove(row)} aria-label={`取消收藏《${row.title}》`}>
                取消收藏
              </Button>
            }
          >
            {row.published ? (
              <span className="text-primary empty:hidden">
                {soldLabel(
                  kinds.find(({ key }) => key === row.kind),
                  row,
                )}
              </span>
            ) : (
              <span>内容已下架</span>
            )}
            <span>收藏于 {timeText(row.collected_at)}</span>
          </ItemRow>
        )}
      </OwnListFrame>
    </div>
  );
}
