import { useState } from 'react';
import { askPath } from '#contract/chat-path.ts';
import type { Page } from '#contract/envelope.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { AGAIN_STAGES, APPLICATION_STAGES, type OwnApplication, WITHDRAWABLE } from '#contract/recruit.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { timeText } from '#ui/time-text.ts';
import { InterviewBox } from './InterviewBox.tsx';
import { loadApplications, share, withdraw } from './screen-calls.ts';

/** What was sent, and how far it is. */
export function MyApplications() {
  const { list, state } = useOwnList<Page<OwnApplication>>([''], loadApplications);
  const [asked, setAsked] = useState<OwnApplication | null>(null);
  const takeBack = async ({ id }: OwnApplication) => {
    setAsked(null);
    await list.actions.act(id, () => withdraw(id), '已撤回');
  };
  return (
    <div className="panel p-4 sm:p-6">
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(sent: OwnApplication) => sent.id}
        empty={{
          title: '还没有投递过职位',
          hint: '看中的职位一键投递，进度在这里查看。',
          children: (
            <a className="btn btn-primary" href={JOB_PATHS.list}>
              看看职位
            </a>
          ),
        }}
      >
        {(sent) => (
          <SentRow
            sent={sent}
            busy={state.acting === sent.id}
            onChanged={list.actions.reload}
            onShare={() =>
              void list.actions.act(
                sent.id,
                () => share(sent.id, sent.contact_shared === 0),
                sent.contact_shared === 1 ? '联系方式已收回' : '联系方式已给出',
              )
            }
            onWithdraw={() => setAsked(sent)}
          />
        )}
      </OwnListFrame>
      {asked && (
        <Dialog open title="撤回投递" width={400} onClose={() => setAsked(null)}>
          <p className="mb-4">撤回后，{asked.job.enterprise} 不再看到您的简历和联系方式。职位还在招聘时可以重新投递。</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(null)}>取消</Button>
            <Button look="primary" onClick={() => void takeBack(asked)}>
              撤回
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

interface SentRowProps {
  sent: OwnApplication;
  busy: boolean;
  onChanged(): Promise<void>;
  onShare(): void;
  onWithdraw(): void;
}

function SentRow({ sent, busy, onChanged, onShare, onWithdraw }: SentRowProps) {
  return (
    <div className="grid gap-3 py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-base font-semibold break-words">
          <a className="hover:text-primary" href={JOB_PATHS.detail(sent.job.id)}>
            {sent.job.title}
          </a>
          <span className="badge badge-soft ml-2 align-middle">{APPLICATION_STAGES[sent.stage]}</span>
        </h2>
        <p className="num text-xs text-muted">{timeText(sent.create_time)} 投递</p>
      </div>
      <p className="text-muted">
        {sent.job.enterprise}，简历“{sent.resume_title}”{sent.job.open === 0 && '，职位已停止招聘'}
      </p>
      {sent.answer && <p className="rounded-box bg-ground p-3 whitespace-pre-line">{sent.answer}</p>}
      {sent.stage !== 'withdrawn' && (
        <InterviewBox id={sent.id} interview={sent.interview} applicant closed={sent.stage !== 'interview'} onChanged={onChanged} />
      )}
      <div className="flex flex-wrap gap-2">
        {sent.job.open === 1 && AGAIN_STAGES.includes(sent.stage) && (
          <a className="btn btn-sm" href={JOB_PATHS.detail(sent.job.id)}>
            再次投递
          </a>
        )}
        {sent.stage !== 'withdrawn' && sent.job.open === 1 && (
          <a className="btn btn-sm" href={askPath('job', sent.job.id)} aria-label={`向 ${sent.job.enterprise} 发消息`}>
            发消息
          </a>
        )}
        {sent.stage !== 'withdrawn' && (
          <Button size="sm" busy={busy} onClick={onShare}>
            {sent.contact_shared === 1 ? '收回联系方式' : '给出联系方式'}
          </Button>
        )}
        {WITHDRAWABLE.includes(sent.stage) && (
          <Button size="sm" look="ghost" onClick={onWithdraw}>
            撤回投递
          </Button>
        )}
      </div>
    </div>
  );
}
