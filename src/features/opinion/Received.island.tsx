import { toastSuccess } from '#client/toast.ts';
import type { OwnPage } from '#contract/center.ts';
import { type ReceivedOpinion, usedForText } from '#contract/opinion.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { timeText } from '#ui/time-text.ts';
import { AnswerDialog } from './AnswerDialog.tsx';
import { Stars } from './OpinionList.tsx';
import { loadReceived, RECEIVED_TABS, sendAnswer } from './opinion-calls.ts';

/** 收到的评价: what buyers say of one's works, to be answered once each. */
export default function Received() {
  const { list, state } = useOwnList<OwnPage<ReceivedOpinion>>(RECEIVED_TABS, loadReceived);
  const answer = async (row: ReceivedOpinion) => {
    const changed = await openDialog<boolean>((close) => (
      <AnswerDialog
        row={row}
        close={close}
        onSave={async (text) => {
          const wrong = await sendAnswer(row.id, text);
          if (wrong === null) toastSuccess(text === '' ? '回复已删除' : '回复已发布');
          return wrong;
        }}
      />
    ));
    if (changed) await list.actions.reload();
  };
  const waiting = state.tab === 'waiting';
  return (
    <div className="panel p-4 sm:p-6">
      <Tabs
        label="收到的评价"
        tabs={[
          { key: 'all', title: '全部' },
          { key: 'waiting', title: '待回复' },
        ]}
        current={state.tab}
        onChange={(tab) => list.actions.choose({ tab })}
      >
        <OwnListFrame
          state={state}
          list={list}
          keyOf={(row: ReceivedOpinion) => row.id}
          empty={{
            title: waiting ? '没有待回复的评价' : '还没有收到评价',
            hint: '买过、兑换过或解锁过您作品的人可以评价，每条您可以回复一次。',
            children: (
              <a className="btn btn-primary" href="/personalCenter/myPublish">
                查看我的作品
              </a>
            ),
          }}
        >
          {(row) => (
            <div className="grid gap-1 py-4">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <a href={`${row.href}#opinions`} className="font-semibold break-words hover:text-primary">
                  {row.title}
                </a>
                <span className="num text-xs text-muted">{timeText(row.at)}</span>
              </p>
              <p className="flex flex-wrap items-baseline gap-x-3">
                <Stars stars={row.stars} />
                <span className="num text-xs text-muted">{[row.nickname, usedForText(row)].filter(Boolean).join(' · ')}</span>
                {row.hidden === 1 && <span className="text-xs text-error">已被平台隐藏</span>}
              </p>
              {row.text && <p className="break-words whitespace-pre-line">{row.text}</p>}
              {row.answer && (
                <p className="border-l-2 border-line pl-3 break-words whitespace-pre-line text-muted">我的回复：{row.answer}</p>
              )}
              <div>
                <Button size="sm" onClick={() => void answer(row)} aria-label={`${row.answer ? '修改回复' : '回复'}${row.nickname}的评价`}>
                  {row.answer ? '修改回复' : '回复'}
                </Button>
              </div>
            </div>
          )}
        </OwnListFrame>
      </Tabs>
    </div>
  );
}
