import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { chatPath } from '#contract/chat.ts';
import { paths } from '#contract/paths.ts';
import { REQUEST_DAYS, REQUEST_MAX, type RequestAnswer, type RequestView } from '#contract/request.ts';
import { ReasonDialog } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { timeText } from '#ui/time-text.ts';
import { personWords } from './person-words.ts';
import type { RequestActs } from './request-acts.store.ts';

type Asked = { what: 'settle'; answer: RequestAnswer } | { what: 'close' } | { what: 'extend' } | null;

const CLOSE_REASONS = ['已在别处找到人', '活动取消', '时间或预算有变', '写错了，重新发布'];

interface AskerPanelProps {
  view: RequestView;
  acts: RequestActs;
  shown: boolean;
}

/** What the asker has: who answered, choosing one, closing, more time, what happened so far. */
export function AskerPanel({ view, acts, shown }: AskerPanelProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  return (
    <>
      <section className="panel grid gap-3 p-4 sm:p-6" aria-labelledby="answers-title">
        <h2 id="answers-title" className="text-base font-semibold">
          接单的策划人（{view.answers.length}）
        </h2>
        {!shown && view.state === 'review' && <p className="text-muted">求单正在审核，通过后出现在接单大厅。</p>}
        {view.reason !== '' && <p className="text-muted">结束的原因：{view.reason}</p>}
        {view.answers.length === 0 ? (
          <p className="text-muted">还没有人接单，有人接单会通知您。</p>
        ) : (
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {view.answers.map((answer) => (
              <li key={answer.planner.id}>
                <Answer answer={answer} can_settle={view.can_settle === 1} onSettle={() => setAsked({ what: 'settle', answer })} />
              </li>
            ))}
          </ul>
        )}
        {(view.can_close === 1 || view.can_extend === 1) && (
          <p className="flex flex-wrap gap-2 border-t border-line pt-3">
            {view.can_extend === 1 && <Button onClick={() => setAsked({ what: 'extend' })}>延长时间</Button>}
            {view.can_close === 1 && <Button onClick={() => setAsked({ what: 'close' })}>关闭求单</Button>}
          </p>
        )}
        {view.history.length > 0 && (
          <details>
            <summary className="text-muted">状态记录</summary>
            <ol className="num mt-2 grid gap-1 text-xs text-muted">
              {view.history.map((move) => (
                <li key={`${move.created_at}-${move.to_text}-${move.why}`}>
                  {timeText(move.created_at)} {[move.by || '系统', move.to_text, move.why].filter(Boolean).join(' · ')}
                </li>
              ))}
            </ol>
          </details>
        )}
      </section>
      {asked?.what === 'settle' && (
        <ConfirmSettle answer={asked.answer} onClose={close} onDo={() => acts.actions.settle(asked.answer.planner.id)} />
      )}
      {asked?.what === 'close' && (
        <ReasonDialog
          title="关闭求单"
          about="关闭后不再接受接单，已接单的策划人会收到通知。"
          label="关闭的原因"
          verb="关闭求单"
          max={REQUEST_MAX.reason}
          reasons={CLOSE_REASONS}
          onClose={close}
          onDo={async (reason) => {
            const wrong = await acts.actions.close(reason);
            if (wrong === null) toastSuccess('求单已关闭');
            return wrong;
          }}
        />
      )}
      {asked?.what === 'extend' && <Extend onClose={close} onDo={acts.actions.extend} />}
    </>
  );
}

const STATES = { talking: '沟通中', settled: '已选定', declined: '未选定', withdrawn: '已撤回' } as const;

function Answer({ answer, can_settle, onSettle }: { answer: RequestAnswer; can_settle: boolean; onSettle(): void }) {
  const { planner, text, state } = answer;
  return (
    <article className="grid gap-2 py-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a className="font-semibold hover:text-primary" href={paths.publisher(planner.id)}>
          {planner.nickname}
        </a>
        <span className="num text-xs text-muted">{personWords(planner).join(' · ')}</span>
        <span className="badge badge-soft ml-auto">{STATES[state]}</span>
      </p>
      <p className="break-words whitespace-pre-line">{text}</p>
      <p className="flex flex-wrap gap-2">
        <a className="btn btn-sm" href={chatPath(answer.conversation_id)} aria-label={`进入会话：${planner.nickname}`}>
          进入会话
        </a>
        {can_settle && state === 'talking' && (
          <Button size="sm" look="primary" aria-label={`选定 ${planner.nickname}`} onClick={onSettle}>
            选定
          </Button>
        )}
      </p>
    </article>
  );
}

function ConfirmSettle({ answer, onClose, onDo }: { answer: RequestAnswer; onClose(): void; onDo(): Promise<string | null> }) {
  const [busy, setBusy] = useState(false);
  const settle = async () => {
    setBusy(true);
    const wrong = await onDo();
    if (wrong === null) toastSuccess('已选定接单人');
    else toastError(wrong);
    onClose();
  };
  return (
    <Dialog open title={`选定 ${answer.planner.nickname}？`} width={400} onClose={onClose}>
      <p>选定后不能更换，其他接单的策划人会收到通知。</p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>再想想</Button>
        <Button look="primary" busy={busy} onClick={() => void settle()}>
          选定
        </Button>
      </div>
    </Dialog>
  );
}

function Extend({ onClose, onDo }: { onClose(): void; onDo(days: number): Promise<string | null> }) {
  const [busy, setBusy] = useState(0);
  const extend = async (days: number) => {
    setBusy(days);
    const wrong = await onDo(days);
    if (wrong === null) toastSuccess(`已延长 ${days} 天`);
    else toastError(wrong);
    onClose();
  };
  return (
    <Dialog open title="延长时间" width={400} onClose={onClose}>
      <p className="text-muted">从现在起再开放多久？</p>
      <div className="mt-4 flex flex-wrap gap-2">
        {REQUEST_DAYS.map((days) => (
          <Button key={days} busy={busy === days} disabled={busy > 0 && busy !== days} onClick={() => void extend(days)}>
            {days} 天
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
