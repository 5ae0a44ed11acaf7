import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import type { Page } from '#contract/envelope.ts';
import { DAYS_AHEAD, DAYS_SPAN_MAX, dayAfter } from '#contract/freelance.ts';
import { JOB_PATHS } from '#contract/job.ts';
import type { FoundResume } from '#contract/recruit.ts';
import { REQUEST_OPEN, REQUEST_PATHS } from '#contract/request.ts';
import { OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Field, type FieldProps } from '#ui/Field.tsx';
import { SelectBox } from '#ui/Select.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { ResumeSheet } from './ResumeSheet.tsx';
import { fetchFoundOne, fetchOwnJobs, fetchOwnRequests, invite, loadFound } from './screen-calls.ts';

/** Resumes that their owners show to verified enterprises; who is none reads why. */
export function FoundResumes() {
  const [days] = useState(() => {
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    return ['', ...Array.from({ length: DAYS_AHEAD + 1 }, (_, at) => dayAfter(today, at))];
  });
  const filters = { from: days, to: days };
  const { list, state } = useOwnList<Page<FoundResume>>([''], loadFound, { filters });
  const { from = '', to = '' } = state.filters;
  const choose = (change: Record<string, string>) => list.actions.choose({ filters: { ...state.filters, ...change } });
  const until = (day: string) => days.filter((one) => one === '' || (one >= day && one <= dayAfter(day || one, DAYS_SPAN_MAX - 1)));
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
      <div className="mt-3 mb-2 grid gap-x-4 sm:grid-cols-2">
        <DayField
          label="空闲日期从"
          days={days}
          value={from}
          onDay={(day) => choose({ from: day, to: until(day).includes(to) ? to : day })}
        />
        <DayField
          label="到"
          hint={`不填只看第一天，最多 ${DAYS_SPAN_MAX} 天`}
          days={until(from)}
          value={to}
          onDay={(day) => choose({ to: day })}
        />
      </div>
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(resume: FoundResume) => resume.id}
        empty={{
          title: `${state.q}${from}${to}` === '' ? '还没有公开的简历' : '没有符合条件的简历',
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
            {resume.by_day && <span className="num text-primary">{byDayText(resume.by_day)}</span>}
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

/** One of `days`; what is half typed waits, and is no step of the history. */
function DayField({
  days,
  value,
  onDay,
  ...field
}: Pick<FieldProps, 'label' | 'hint'> & { days: string[]; value: string; onDay(day: string): void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  return (
    <Field
      {...field}
      type="date"
      min={days[1]}
      max={days.at(-1)}
      value={typed ?? value}
      error={left && typed !== null ? `请选择 ${days[1]} 至 ${days.at(-1)} 之间的日期` : ''}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
      onValue={(day) => {
        const is_day = days.includes(day);
        setTyped(is_day ? null : day);
        if (is_day && day !== value) onDay(day);
      }}
    />
  );
}

/** 1200 元/天 · 12月5日、6日 等 9 天空闲 */
function byDayText({ price, free }: NonNullable<FoundResume['by_day']>): string {
  const days = free.slice(0, 3).map((day) => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`);
  return `${price === 0 ? '按天面议' : `${price} 元/天`} · ${days.join('、')}${free.length > 3 ? ` 等 ${free.length} 天` : ''}空闲`;
}

function FoundDialog({ resume, onClose }: { resume: FoundResume; onClose(): void }) {
  const { data, failure, actions } = useOwnPage(() => fetchFoundOne(resume.id));
  const mine = useOwnPage(async () => {
    const [jobs, requests] = await Promise.all([fetchOwnJobs('open', 1, 50), fetchOwnRequests()]);
    const open = requests.list.filter(({ request }) => REQUEST_OPEN.includes(request.state));
    return {
      list: [
        ...jobs.list.map(({ id, title }) => ({ key: `job:${id}`, title: `职位：${title}`, to: { job_id: id } })),
        ...open.map(({ request: { id, title } }) => ({ key: `request:${id}`, title: `求单：${title}`, to: { request_id: id } })),
      ],
    };
  });
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const open = mine.data?.list ?? [];
  const chosen = open.find((one) => one.key === key) ?? open[0];
  const ask = async () => {
    if (!chosen) return;
    setBusy(true);
    const wrong = await actions.run(() => invite(resume.id, chosen.to)).finally(() => setBusy(false));
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
          {data.by_day && <p className="num rounded-box bg-tint p-3 font-semibold">{byDayText(data.by_day)}</p>}
          {!mine.data && (mine.failure ? <ErrorState {...mine.failure} onRetry={() => void mine.actions.load()} /> : <Skeleton rows={1} />)}
          {chosen ? (
            <div className="flex flex-wrap items-center gap-2">
              <SelectBox
                className="select min-w-0 flex-1"
                aria-label="邀请对方投递的职位或承接的求单"
                value={chosen.key}
                onValue={setKey}
                options={open.map((one) => [one.key, one.title])}
              />
              <Button look="primary" busy={busy} onClick={() => void ask()}>
                邀请
              </Button>
            </div>
          ) : (
            mine.data && (
              <p className="flex flex-wrap gap-2">
                <a className="btn btn-primary" href={JOB_PATHS.add}>
                  发布招聘后可以邀请
                </a>
                <a className="btn" href={REQUEST_PATHS.add}>
                  按天找人：发布求单
                </a>
              </p>
            )
          )}
        </div>
      )}
    </Dialog>
  );
}
