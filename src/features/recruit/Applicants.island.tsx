import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { addressQuery } from '#client/address.ts';
import { inName } from '#client/in-name-of.ts';
import { toastSuccess } from '#client/toast.ts';
import { JOB_PATHS } from '#contract/job.ts';
import {
  ANSWER_MAX,
  APPLICATION_STAGES,
  type ApplicantList,
  type ApplicantRow,
  type ApplicationStage,
  DECLINE_TEXT,
  STAGE_KEYS,
} from '#contract/recruit.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { OwnSearch } from '#kit/own-list/KindTabs.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { classNames } from '#ui/class-names.ts';
import { Empty } from '#ui/Empty.tsx';
import { timeText } from '#ui/time-text.ts';
import { ApplicantPanel } from './ApplicantPanel.tsx';
import { createApplicants } from './applicants.store.ts';
import { declineMany, loadApplicants } from './screen-calls.ts';

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
    is_private: true,
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
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  // who was answered meanwhile, or stands on another page, is not among them
  const waiting = (data?.list ?? []).filter((row) => row.stage === 'sent' || row.stage === 'seen');
  const picked = waiting.filter((row) => chosen.has(row.id));
  const decline = async () => {
    let said = '';
    const done = await askReason({
      title: `婉拒 ${picked.length} 位应聘者`,
      subject: picked.map(({ name }) => name).join('、'),
      about: '每一位都会收到消息，看到下面的话；已经有答复的人不会改动。',
      ...{ label: '婉拒的话', max: ANSWER_MAX, reason: DECLINE_TEXT, verb: '确认婉拒' },
      run: async (answer) => {
        const ids = picked.map((row) => row.id);
        const { declined, left } = await declineMany(ids, answer);
        said = [`已婉拒 ${declined} 位`, left.length > 0 && `没有改动：${left.join('、')}`].filter(Boolean).join('，');
      },
    });
    if (done === null) return;
    toastSuccess(said);
    setChosen(new Set());
    await (open && picked.some((row) => row.id === open.id) ? actions.open(open.id) : list.actions.reload());
  };
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
          <div className="py-2">
            <OwnSearch label="按姓名查找" q={state.q} onSearch={(q) => list.actions.choose({ q })} />
          </div>
          {waiting.length > 0 && (
            <p className="flex flex-wrap items-center gap-2">
              <label className="flex items-center gap-2 px-3 py-1">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm"
                  checked={picked.length === waiting.length}
                  onChange={({ target }) => setChosen(new Set(target.checked ? waiting.map((row) => row.id) : []))}
                />
                全选待答复
              </label>
              <Button size="sm" disabled={picked.length === 0} onClick={() => void decline()}>
                婉拒所选 {picked.length} 位
              </Button>
            </p>
          )}
          <OwnListFrame
            state={state}
            list={list}
            keyOf={(row: ApplicantRow) => row.id}
            label="应聘者"
            empty={{
              title: state.q ? '没有符合的应聘者' : '这里还没有应聘者',
              hint: state.q ? '换个名字或阶段试试。' : stage === 'all' ? '刷新职位可以让更多人看到。' : '换个阶段看看。',
              children:
                stage === 'all' && !state.q ? (
                  <a className="btn btn-primary" href={inName(JOB_PATHS.mine)}>
                    我的招聘
                  </a>
                ) : (
                  <Button onClick={() => list.actions.choose({ q: '', filters: { stage: 'all' } })}>查看全部</Button>
                ),
            }}
          >
            {(row) => (
              <div className="flex items-start gap-1 pl-3">
                {waiting.includes(row) && (
                  <input
                    type="checkbox"
                    className="checkbox checkbox-sm mt-3.5"
                    aria-label={`选择 ${row.name}`}
                    checked={chosen.has(row.id)}
                    onChange={() => setChosen(chosen.symmetricDifference(new Set([row.id])))}
                  />
                )}
                <button
                  type="button"
                  aria-current={open?.id === row.id ? 'true' : undefined}
                  className={classNames(
                    'grid min-w-0 flex-1 gap-0.5 rounded-lg p-3 text-left hover:bg-ground',
                    open?.id === row.id && 'bg-tint',
                  )}
                  onClick={() => void actions.open(row.id)}
                >
                  <span className="flex items-baseline justify-between gap-2">
                    <span className="truncate font-semibold">{row.name}</span>
                    <span className="shrink-0 text-xs text-muted">{nameOf(row.stage)}</span>
                  </span>
                  <span className="truncate text-xs text-muted">{[row.position, row.years, row.city].filter(Boolean).join(' · ')}</span>
                  <span className="num text-xs text-muted">{timeText(row.create_time)} 投递</span>
                </button>
              </div>
            )}
          </OwnListFrame>
          {data && data.list.length > 0 && <p className="pt-3 text-xs text-muted max-lg:hidden">按 J 看下一位，按 K 看上一位。</p>}
        </div>
        {open && <ApplicantPanel job_id={id} applicant={open} busy={busy} actions={actions} />}
      </div>
    </div>
  );
}
