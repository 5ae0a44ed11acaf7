import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { inName } from '#client/in-name-of.ts';
import { $session, loginUrl } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { APPLICATION_STAGES, type ApplicationStage, STAGE_KEYS } from '#contract/recruit.ts';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { ApplicantPanel } from './ApplicantPanel.tsx';
import { createApplicants, type Shown } from './applicants.store.ts';

const STAGES: readonly Shown[] = ['all', ...STAGE_KEYS.filter((stage) => stage !== 'withdrawn')];
const nameOf = (stage: Shown) => (stage === 'all' ? '全部' : stage === 'sent' ? '待查看' : APPLICATION_STAGES[stage]);

/** The applicants of a job by stage; J and K go to the next and the one before. */
export default function ApplicantsIsland() {
  const query = new URLSearchParams(globalThis.location?.search ?? '');
  const id = Number(query.get('id'));
  const [{ $state, actions }] = useState(() => createApplicants(Number.isSafeInteger(id) ? id : 0));
  const { stage, list, open, failure } = useStore($state);
  const state = useStore($state);
  const signed_in = useSession() !== null;
  useEffect(() => {
    if (!$session.get()) location.replace(loginUrl());
  }, []);
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get('stage') ?? '';
    if (signed_in) void actions.load(STAGES.includes(asked as Shown) ? (asked as Shown) : 'all');
  }, [signed_in, actions]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement | null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, textarea, select, dialog')) return;
    if (event.key === 'j' || event.key === 'k') void actions.step(event.key === 'j' ? 1 : -1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  if (failure && !list) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!list) return <Skeleton rows={4} row_class="h-20" />;
  const choose = (next: Shown) => {
    history.replaceState(history.state, '', inName(`?id=${id}${next === 'all' ? '' : `&stage=${next}`}`));
    void actions.load(next);
  };
  const counted = (one: Shown) =>
    one === 'all'
      ? Object.entries(list.counts).reduce((sum, [key, n]) => sum + (key === 'withdrawn' ? 0 : n), 0)
      : list.counts[one as ApplicationStage];
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <a className="text-base font-semibold hover:text-primary" href={JOB_PATHS.detail(list.job.id)}>
          {list.job.title}
        </a>
        <a className="btn btn-sm" href={inName(JOB_PATHS.mine)}>
          全部职位
        </a>
      </p>
      <nav aria-label="应聘阶段" className="scroll-row flex gap-2">
        {STAGES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={stage === one}
            className={classNames('chip shrink-0', stage === one && 'bg-primary! text-primary-content!')}
            onClick={() => choose(one)}
          >
            {nameOf(one)} <span className="num">{counted(one)}</span>
          </button>
        ))}
      </nav>
      {list.list.length === 0 ? (
        <div className="panel">
          <Empty title="这里还没有应聘者" hint={stage === 'all' ? '刷新职位可以让更多人看到。' : '换个阶段看看。'}>
            <a className="btn" href={inName(JOB_PATHS.mine)}>
              我的职位
            </a>
          </Empty>
        </div>
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[260px_minmax(0,1fr)]">
          <ul className="panel grid grid-cols-1 divide-y divide-line p-2" aria-label="应聘者">
            {list.list.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  aria-current={open?.id === row.id ? 'true' : undefined}
                  className={classNames('grid w-full gap-0.5 rounded-lg p-3 text-left hover:bg-ground', open?.id === row.id && 'bg-tint')}
                  onClick={() => void actions.open(row.id)}
                >
                  <span className="flex items-baseline justify-between gap-2">
                    <span className="truncate font-semibold">{row.name}</span>
                    <span className="shrink-0 text-xs text-muted">{nameOf(row.stage)}</span>
                  </span>
                  <span className="truncate text-xs text-muted">{[row.position, row.years, row.city].filter(Boolean).join(' · ')}</span>
                  <span className="num text-xs text-muted">{timeText(row.create_time)} 投递</span>
                </button>
              </li>
            ))}
          </ul>
          {open ? (
            <ApplicantPanel applicant={open} busy={state.busy} actions={actions} />
          ) : (
            <div className="panel max-lg:hidden">
              <Empty title="选择一位应聘者" hint="按 J 看下一位，按 K 看上一位。" />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
