import { useState } from 'react';
import { addressPage, addressQuery, writeAddress } from '#client/address.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { JOB_PATHS } from '#contract/job.ts';
import type { FoundResume } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field } from '#ui/Field.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { ResumeSheet } from './ResumeSheet.tsx';
import { fetchFound, fetchFoundOne, fetchOwnJobs, inviteToJob } from './screen-calls.ts';
import { useOwnPage } from './use-own-page.ts';

/** Resumes that their owners show to verified enterprises; who is none reads why. */
export function FoundResumes() {
  const [asked, setAsked] = useState(() => ({ keyword: (addressQuery().get('q') ?? '').slice(0, 60), page: addressPage() }));
  const [typed, setTyped] = useState(asked.keyword);
  const ask = (next: typeof asked) => {
    writeAddress({ q: next.keyword, page: next.page });
    setAsked(next);
  };
  return (
    <div className="grid gap-4">
      <form
        className="flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          ask({ keyword: typed.trim(), page: 1 });
        }}
      >
        <div className="min-w-0 flex-1 basis-64">
          <Field
            label="关键词"
            placeholder="职位、城市、技能，用空格分开"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="primary" className="mt-6">
          查找
        </Button>
      </form>
      <FoundList key={`${asked.keyword}-${asked.page}`} {...asked} onPage={(page) => ask({ ...asked, page })} />
    </div>
  );
}

function FoundList({ keyword, page, onPage }: { keyword: string; page: number; onPage(page: number): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchFound(keyword, page));
  const [open, setOpen] = useState<FoundResume | null>(null);
  if (failure?.status === 403) {
    return (
      <div className="panel">
        <Empty title="认证企业才能查找简历" hint={failure.message}>
          <a className="btn btn-primary" href={JOB_PATHS.enterprise}>
            去认证
          </a>
        </Empty>
      </div>
    );
  }
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={3} row_class="h-24" />;
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="没有找到公开的简历" hint="换个关键词试试；求职者可以选择不公开。">
          <a className="btn btn-primary" href={JOB_PATHS.add}>
            发布招聘
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {data.list.map((resume) => (
          <li key={resume.id}>
            <button
              type="button"
              className="panel lift grid h-full w-full content-start gap-2 p-4 text-left"
              onClick={() => setOpen(resume)}
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="font-semibold">
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
          </li>
        ))}
      </ul>
      <p className="flex justify-center gap-2">
        {page > 1 && <Button onClick={() => onPage(page - 1)}>上一页</Button>}
        {data.more && <Button onClick={() => onPage(page + 1)}>下一页</Button>}
      </p>
      {open && <FoundDialog resume={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function FoundDialog({ resume, onClose }: { resume: FoundResume; onClose(): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchFoundOne(resume.id));
  const jobs = useOwnPage(fetchOwnJobs);
  const open = jobs.data?.list.filter(({ status }) => status === 'published') ?? [];
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
              <select
                className="select min-w-0 flex-1"
                aria-label="邀请投递的职位"
                value={job_id ?? ''}
                onChange={(event) => setJob(Number(event.target.value))}
              >
                {open.map(({ id, title }) => (
                  <option key={id} value={id}>
                    {title}
                  </option>
                ))}
              </select>
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
