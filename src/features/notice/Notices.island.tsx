import { Suspense, useEffect, useState } from 'react';
import { ApiError } from '#client/api-error.ts';
import type { OwnPage } from '#contract/center.ts';
import { NOTICE_TOPICS, type NoticeRow, TOPIC_OF_TYPE } from '#contract/notice.ts';
import { late } from '#kit/late.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { followNotices } from './live-notices.ts';
import { NoticeLine } from './NoticeLine.tsx';
import { loadNotices, NOTICE_TABS, readOne, readThemAll, topicNamed } from './own-notices.ts';

// who opens the tab downloads it
const NoticeSettings = late(() => import('./NoticeSettings.tsx'));

/** 我的消息: a press reads one, and leads where it leads. */
export default function NoticesIsland() {
  const { list, state, signed_in } = useOwnList<OwnPage<NoticeRow>>(NOTICE_TABS, loadNotices);
  const [busy, setBusy] = useState(false);
  const current = state.tab as (typeof NOTICE_TABS)[number];
  // what happens in another tab, on another machine or on the site itself is here at once
  useEffect(() => (signed_in ? followNotices(() => void list.actions.reload()) : undefined), [signed_in, list]);
  const read = async (row: NoticeRow) => {
    if (row.is_read === 0) {
      try {
        await readOne(row.id);
      } catch (error) {
        // it stays unread, and leads on all the same
        if (!(error instanceof ApiError)) throw error;
      }
    }
    if (row.jump_type_id === 1) location.assign(row.jump_url);
    else await list.actions.reload();
  };
  const readAll = async () => {
    setBusy(true);
    try {
      await readThemAll(state.q);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
    await list.actions.reload();
  };
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="消息"
        tabs={[
          { key: 'all', title: '全部' },
          { key: 'unread', title: '未读' },
          { key: 'setting', title: '消息设置' },
        ]}
        current={current}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        {current === 'setting' ? (
          <Suspense fallback={<Skeleton rows={5} row_class="h-10" label="正在加载" />}>
            <NoticeSettings />
          </Suspense>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <label className="flex items-center gap-2">
                <span className="text-muted">类型</span>
                <SelectBox
                  className="select w-40"
                  value={state.q}
                  onValue={(chosen) => list.actions.choose({ q: chosen })}
                  none="全部"
                  options={TOPIC_OF_TYPE.map((topic) => [topic, NOTICE_TOPICS[topic]])}
                />
              </label>
              <Button size="sm" busy={busy} onClick={() => void readAll()}>
                {topicNamed(state.q) ? '本类全部标为已读' : '全部标为已读'}
              </Button>
            </div>
            <OwnListFrame
              state={state}
              list={list}
              keyOf={(row: NoticeRow) => row.id}
              empty={{
                title: current === 'unread' ? '没有未读消息' : '还没有消息',
                hint: '订阅上新、审核结果、钱包变动都会在这里通知您。',
                children: (
                  <a className="btn btn-primary" href="/personalCenter/mySubscribe">
                    管理订阅
                  </a>
                ),
              }}
            >
              {(row) => <NoticeLine row={row} onRead={() => void read(row)} />}
            </OwnListFrame>
          </>
        )}
      </Tabs>
    </div>
  );
}
