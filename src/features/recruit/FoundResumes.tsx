import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { Page } from '#contract/envelope.ts';
import { JOB_PATHS } from '#contract/job.ts';
import type { FoundResume } from '#contract/recruit.ts';
import { OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { ResumeSheet } from './ResumeSheet.tsx';
import { fetchFoundOne, fetchOwnJobs, inviteToJob, loadFound } from './screen-calls.ts';

/** Resumes that their owners show to verified enterprises; who is none reads why. */
export function FoundResumes() {
  const { list, state } = useOwnList<Page<FoundResume>>([''], loadFound);
  const [open, setOpen] = useState<FoundResume | null>(null);
  if (state.failure?.status === 403) {
    return (
      <Empty title="认证企业才能查找简历" hint={state.failure.message}>
        <a className="btn btn-primary" href={JOB_PATHS.enterprise}>
          去认证
        </a>
      </Empty>
    );
  }
  return (
    <>
      <OwnSearch label="职位、城市、技能，用空格分开" q={state.q} onSearch={(q) => list.actions.choose({ q })} />
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(resume: FoundResume) => resume.id}
        empty={{
          title: state.q === '' ? '还没有公开的简历' : `没有找到“${state.q}”`,
          hint: '换个关键词试试；求职者可以选择不公开。',
          children: (
            <a className="btn btn-primary" href={JOB_PATHS.add}>
              发布招聘
            </a>
          ),
        }}
      >
        {(resume) => (
          <button type="button" className="group grid w-full content-start gap-2 py-4 text-left" onClick={() => setOpen(resume)}>
            <span className="flex items-baseline justify-between gap-3">
              <span className="text-base font-semibold group-hover:text-primary">
                {resume.name} · {resume.position}
              </span>
              <span className="num shrink-0 text-xs text-muted">{timeText(resume.updated_at)}</span>
            </span>
            <span className="text-muted">{[resume.city, resume.years && `${resume.years}经验`].filter(Boolean).join(' · ')}</span>
            <span className="line-clamp-2">{resume.about}</span>
            <span className="flex flex-wrap gap-2">
              {resume.skills.slice(0, 6).map((skill) => (
                <span key={skill} className="rounded-field bg-ground px-2 py-0.5 text-xs">
                  {skill}
                </span>
              ))}
            </span>
          </button>
        )}
      </OwnListFrame>
      {open && <FoundDialog resume={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function FoundDialog({ resume, onClose }: { resume: FoundResume; onClose(): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchFoundOne(resume.id));
  const jobs = useOwnPage(() => fetchOwnJobs('open', 1, 50));
  const open = jobs.data?.list ?? [];
  const [job, setJob] = useState<number | null>(null);
  const job_id = job ?? open[0]?.id ?? null;
  const invite = async () => {
    if (job_id === null) return;
    const wrong = await actions.run(() => inviteToJob(resume.id, job_id));
    if (wrong === null) toastSuccess('已邀请，对方会收到通知');
    else toastError(wrong);
  };
  return (
    <Dialog open title={`${resume.name} · ${resume.position}`} width={640} onClose={onClose}>
      {failure && !data && <ErrorState {...failure} onRetry={() => void actions.load()} />}
      {!data && !failure && <Skeleton rows={3} />}
      {data && (
        <div className="grid gap-5">
          <ResumeSheet parts={data.parts} contact={data.contact} />
          <p className="text-xs text-muted">姓名与联系方式在对方投递后才会显示。对方会看到您的企业浏览过。</p>
          {open.length > 0 ? (
            <div className="flex flex-wrap items-center gap-2">
              <SelectBox
                className="select min-w-0 flex-1"
                aria-label="邀请投递的职位"
                value={job_id ?? ''}
                onValue={(chosen) => setJob(Number(chosen))}
                options={open.map(({ id, title }) => [id, title])}
              />
              <Button look="primary" onClick={() => void invite()}>
                邀请投递
              </Button>
            </div>
          ) : (
            <a className="btn btn-primary" href={JOB_PATHS.add}>
              发布招聘后可以邀请
            </a>
          )}
        </div>
      )}
    </Dialog>
  );
}
