import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { addressQuery } from '#client/address.ts';
import { inName } from '#client/in-name-of.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { APPLICATION_STAGES, type ApplicantList, type ApplicantRow, type ApplicationStage, STAGE_KEYS } from '#contract/recruit.ts';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { timeText } from '#ui/time-text.ts';
import { ApplicantPanel } from './ApplicantPanel.tsx';
import { createApplicants } from './applicants.store.ts';
import { loadApplicants } from './screen-calls.ts';

type Shown = ApplicationStage | 'all';
const STAGES: readonly Shown[] = ['all', ...STAGE_KEYS.filter((stage) => stage !== 'withdrawn')];
const nameOf = (stage: Shown) => (stage === 'all' ? '全部' : stage === 'sent' ? '待查看' : APPLICATION_STAGES[stage]);
const countOf = (counts: ApplicantList['counts'], stage: Shown) =>
  stage === 'all' ? Object.entries(counts).reduce((sum, [key, n]) => sum + (key === 'withdrawn' ? 0 : n), 0) : counts[stage];

/** The applicants of a job by stage; J and K go to the next and the one before. */
export default function ApplicantsIsland() {
  const [id] = useState(() => Number(addressQuery().get('id')));
  const { list, state } = useOwnList<ApplicantList>([''], loadApplicants(Number.isSafeInteger(id) ? id : 0), {
    filters: { stage: STAGES },
  });
  const [{ $state, actions }] = useState(() =>
    createApplicants({ rows: () => list.$state.get().data?.list ?? [], reload: list.actions.reload }),
  );
  const { open, busy } = useStore($state);
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
  const stage = state.filters['stage'] as Shown;
  const { data, failure } = state;
  if (failure?.status === 404) {
    return (
      <div className="panel">
        <Empty title="没有这个职位" hint="它可能已被删除，或者不是您发布的。">
          <a className="btn btn-primary" href={inName(JOB_PATHS.mine)}>
            我的招聘
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {data && (
        <p className="flex flex-wrap items-center justify-between gap-2">
          <a className="text-base font-semibold hover:text-primary" href={JOB_PATHS.detail(data.job.id)}>
            {data.job.title}
          </a>
          <a className="btn btn-sm" href={inName(JOB_PATHS.mine)}>
            全部职位
          </a>
        </p>
      )}
      <div className={classNames('grid grid-cols-[minmax(0,1fr)] items-start gap-4', open && 'lg:grid-cols-[300px_minmax(0,1fr)]')}>
        <div className="panel p-4">
          <Chips
            label="应聘阶段"
            chips={STAGES.map((key) => ({ key, title: `${nameOf(key)}${data ? ` ${countOf(data.counts, key)}` : ''}` }))}
            current={stage}
            onChoose={(next) => list.actions.choose({ filters: { stage: next } })}
          />
          <OwnListFrame
            state={state}
            list={list}
            keyOf={(row: ApplicantRow) => row.id}
            label="应聘者"
            empty={{
              title: '这里还没有应聘者',
              hint: stage === 'all' ? '刷新职位可以让更多人看到。' : '换个阶段看看。',
              children:
                stage === 'all' ? (
                  <a className="btn btn-primary" href={inName(JOB_PATHS.mine)}>
                    我的招聘
                  </a>
                ) : (
                  <Button onClick={() => list.actions.choose({ filters: { stage: 'all' } })}>查看全部</Button>
                ),
            }}
          >
            {(row) => (
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
            )}
          </OwnListFrame>
          {data && data.list.length > 0 && <p className="pt-3 text-xs text-muted max-lg:hidden">按 J 看下一位，按 K 看上一位。</p>}
        </div>
        {open && <ApplicantPanel job_id={id} applicant={open} busy={busy} actions={actions} />}
      </div>
    </div>
  );
}
