import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { useAddressPage } from '#client/use-address-page.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { APPLICATION_STAGES, type OwnApplication, RECRUIT_CALLS, WITHDRAWABLE } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { fetchApplications, saveFile, share, withdraw } from './screen-calls.ts';
import { useOwnPage } from './use-own-page.ts';

/** What was sent, and how far it is. */
export function MyApplications() {
  const [page, setPage] = useAddressPage();
  return <ApplicationPage key={page} page={page} onPage={setPage} />;
}

function ApplicationPage({ page, onPage }: { page: number; onPage(page: number): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchApplications(page));
  const [asked, setAsked] = useState<OwnApplication | null>(null);
  const act = async (work: () => Promise<unknown>, done: string) => {
    const wrong = await actions.run(work);
    if (wrong === null) toastSuccess(done);
    else toastError(wrong);
    setAsked(null);
  };
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-28" />;
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有投递过职位" hint="看中的职位一键投递，进度在这里查看。">
          <a className="btn btn-primary" href={JOB_PATHS.list}>
            看看职位
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="grid grid-cols-1 gap-4">
        {data.list.map((sent) => (
          <li key={sent.id} className="panel grid gap-3 p-4 sm:p-5">
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
            {sent.interview.at > 0 && sent.stage !== 'withdrawn' && (
              <p className="num rounded-box bg-tint p-3">
                面试时间 {timeText(sent.interview.at)}
                {sent.interview.place && `，${sent.interview.place}`}
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {sent.interview.at > 0 && sent.stage !== 'withdrawn' && (
                <Button
                  size="sm"
                  onClick={() =>
                    void act(() => saveFile(RECRUIT_CALLS.interview, { id: sent.id }, 'text/calendar', 'interview.ics'), '日历文件已保存')
                  }
                >
                  加入日历
                </Button>
              )}
              {sent.stage !== 'withdrawn' && (
                <Button
                  size="sm"
                  onClick={() =>
                    void act(
                      () => share(sent.id, sent.contact_shared === 0),
                      sent.contact_shared === 1 ? '联系方式已收回' : '联系方式已给出',
                    )
                  }
                >
                  {sent.contact_shared === 1 ? '收回联系方式' : '给出联系方式'}
                </Button>
              )}
              {WITHDRAWABLE.includes(sent.stage) && (
                <Button size="sm" look="ghost" onClick={() => setAsked(sent)}>
                  撤回投递
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <Pager page={data.page} last={Math.max(1, Math.ceil(data.total / data.limit))} onPage={onPage} />
      {asked && (
        <Dialog open title="撤回投递" width={400} onClose={() => setAsked(null)}>
          <p className="mb-4">撤回后，{asked.job.enterprise} 不再看到您的简历和联系方式。职位还在招聘时可以重新投递。</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(null)}>取消</Button>
            <Button look="primary" onClick={() => void act(() => withdraw(asked.id), '已撤回')}>
              撤回
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
