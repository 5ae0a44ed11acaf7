import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { RESUME_VISIBILITIES } from '#contract/recruit.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { fetchResumes } from './screen-calls.ts';

/** One's resumes that may be sent as they are, and the one that is chosen: the default at first. */
export function useResumes() {
  const [store] = useState(() => createLoad(fetchResumes));
  const { data, failure } = useStore(store.$state);
  const [chosen, setChosen] = useState<number | null>(null);
  useEffect(() => void store.actions.load(), [store]);
  const may = data?.list.filter(({ ready, visibility }) => ready === 1 && visibility !== 'nobody') ?? [];
  const resume = may.find(({ id }) => id === chosen) ?? may.find(({ is_default }) => is_default === 1) ?? may[0] ?? null;
  return { data, failure, may, resume, choose: setChosen, actions: store.actions };
}

interface ResumeChoiceProps {
  of: ReturnType<typeof useResumes>;
  /** Sent to a person, who reads it whatever its visibility says of enterprises. */
  in_talk?: boolean;
  /** The job that it is sent to: who writes a resume first comes back to it. */
  job_id?: number;
  /** What follows the choice. */
  children: ReactNode;
}

/** Which resume is sent; where there is none, the way to one. */
export function ResumeChoice({ of, in_talk = false, job_id, children }: ResumeChoiceProps) {
  const { data, failure, may, resume } = of;
  if (!data) return failure ? <ErrorState {...failure} onRetry={() => void of.actions.load()} /> : <Skeleton rows={2} row_class="h-14" />;
  if (may.length === 0) {
    const query = new URLSearchParams({ ...(data.list[0] ? { id: `${data.list[0].id}` } : {}), ...(job_id ? { job: `${job_id}` } : {}) });
    return (
      <div className="grid gap-3">
        <p>{data.list.length === 0 ? `您还没有简历，先写一份再${in_talk ? '发送' : '投递'}。` : '您的简历还不完整，或设为仅自己可见。'}</p>
        <p className="text-muted">姓名、期望职位和一种联系方式是必填的，写好后回到这里。</p>
        <a className="btn btn-primary" href={`${JOB_PATHS.resume}?${query}`}>
          {data.list.length === 0 ? '写简历' : '完善简历'}
        </a>
      </div>
    );
  }
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">选择简历</legend>
        {may.map(({ id, title, position, visibility }) => (
          <label key={id} className="flex items-center gap-3 rounded-box border border-line p-3">
            <input type="radio" name="resume" className="radio radio-sm" checked={id === resume?.id} onChange={() => of.choose(id)} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{title}</span>
              <span className="text-xs text-muted">
                {position}
                {!in_talk && `，${RESUME_VISIBILITIES[visibility]}可见`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {children}
    </>
  );
}
