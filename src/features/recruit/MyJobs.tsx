import { useState } from 'react';
import { inName } from '#client/in-name-of.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { APPLICATION_STAGES, type ApplicationStage, type OwnJobRow } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { closeJob, fetchOwnJobs, refreshJob, reopenJob } from './screen-calls.ts';
import { useOwnPage } from './use-own-page.ts';

const SHOWN: readonly ApplicationStage[] = ['sent', 'seen', 'interview', 'offer', 'hired', 'declined'];

/** One's own jobs with the numbers of each stage, those that wait longest first. */
export function MyJobs() {
  const { data, failure, actions } = useOwnPage(fetchOwnJobs);
  const [busy, setBusy] = useState(0);
  const act = async (id: number, work: () => Promise<unknown>, done: string) => {
    setBusy(id);
    const wrong = await actions.run(work);
    setBusy(0);
    if (wrong === null) toastSuccess(done);
    else toastError(wrong);
  };
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-32" />;
  const add = (
    <a className="btn btn-primary" href={inName(JOB_PATHS.add)}>
      发布招聘
    </a>
  );
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有发布职位" hint="企业认证通过后可以发布，应聘者会出现在这里。">
          {add}
        </Empty>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <div>{add}</div>
      <ul className="grid grid-cols-1 gap-4">
        {data.list.map((job) => (
          <li key={job.id} className="panel grid gap-3 p-4 sm:p-5">
            <Head job={job} />
            <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6" aria-label={`${job.title} 的应聘者`}>
              {SHOWN.map((stage) => (
                <li key={stage}>
                  <a
                    className="grid rounded-lg bg-ground p-2 text-center hover:text-primary"
                    href={inName(`${JOB_PATHS.applicants(job.id)}&stage=${stage}`)}
                  >
                    <span
                      className={
                        job.counts[stage] > 0 && stage === 'sent'
                          ? 'num text-base font-semibold text-primary'
                          : 'num text-base font-semibold'
                      }
                    >
                      {job.counts[stage]}
                    </span>
                    <span className="text-xs text-muted">{stage === 'sent' ? '待查看' : APPLICATION_STAGES[stage]}</span>
                  </a>
                </li>
              ))}
            </ul>
            <div className="flex flex-wrap gap-2">
              <a className="btn btn-sm" href={inName(JOB_PATHS.applicants(job.id))}>
                应聘者
              </a>
              <a className="btn btn-sm" href={inName(`${JOB_PATHS.add}?id=${job.id}`)}>
                编辑
              </a>
              {job.status === 'published' && (
                <>
                  <Button
                    size="sm"
                    disabled={job.refreshed_today === 1}
                    busy={busy === job.id}
                    onClick={() => void act(job.id, () => refreshJob(job.id), '已刷新，排到最新的前面')}
                  >
                    {job.refreshed_today === 1 ? '今天已刷新' : '刷新'}
                  </Button>
                  <Button
                    size="sm"
                    look="ghost"
                    busy={busy === job.id}
                    onClick={() => void act(job.id, () => closeJob(job.id), '已停止招聘')}
                  >
                    停止招聘
                  </Button>
                </>
              )}
              {job.status === 'taken_down' && (
                <Button size="sm" busy={busy === job.id} onClick={() => void act(job.id, () => reopenJob(job.id), '已重新开始招聘')}>
                  重新招聘
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Head({ job }: { job: OwnJobRow }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="min-w-0 text-base font-semibold break-words">
        {job.status === 'published' || job.status === 'taken_down' ? (
          <a className="hover:text-primary" href={JOB_PATHS.detail(job.id)}>
            {job.title}
          </a>
        ) : (
          job.title || '未命名职位'
        )}
        <span className="badge badge-soft ml-2 align-middle">{job.state_text}</span>
      </h2>
      <p className="num text-xs text-muted">
        {[
          job.waiting_since > 0 && `最早的应聘在 ${timeText(job.waiting_since)}`,
          job.deadline && `${job.deadline} 截止`,
          `${job.view_num} 次浏览`,
        ]
          .filter(Boolean)
          .join('，')}
      </p>
    </div>
  );
}
