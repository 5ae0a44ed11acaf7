import { Plus } from 'lucide-react';
import { inName } from '#client/in-name-of.ts';
import { JOB_PATHS } from '#contract/job.ts';
import {
  APPLICATION_STAGES,
  type ApplicationStage,
  JOB_GROUP_KEYS,
  JOB_GROUPS,
  type JobGroup,
  type OwnJobList,
  type OwnJobRow,
} from '#contract/recruit.ts';
import { askSure } from '#kit/ask-sure.tsx';
import { OwnListFrame } from '#kit/own-list/OwnListFrame.tsx';
import { useOwnList } from '#kit/own-list/use-own-list.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { timeText } from '#ui/time-text.ts';
import { closeJob, loadOwnJobs, refreshJob, reopenJob } from './screen-calls.ts';

const SHOWN: readonly ApplicationStage[] = ['sent', 'seen', 'interview', 'offer', 'hired', 'declined', 'closed'];

/** One's own jobs with the numbers of each stage, those that wait longest first. */
export function MyJobs() {
  const { list, state } = useOwnList<OwnJobList>([''], loadOwnJobs, { filters: { group: JOB_GROUP_KEYS } });
  const group = state.filters['group'] as JobGroup;
  const counts = state.data?.counts;
  const add = (
    <a className="btn btn-primary" href={inName(JOB_PATHS.add)}>
      <Plus size={16} aria-hidden="true" />
      发布招聘
    </a>
  );
  const none = group === 'all' && state.data?.total === 0;
  return (
    <>
      {!none && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
          <Chips
            label="职位状态"
            chips={JOB_GROUP_KEYS.map((key) => ({ key, title: `${JOB_GROUPS[key].title}${counts ? ` ${counts[key]}` : ''}` }))}
            current={group}
            onChoose={(next) => list.actions.choose({ filters: { group: next } })}
          />
          {add}
        </div>
      )}
      {state.data?.answers && <p className="num pb-2 text-xs text-muted">职位页上显示：{state.data.answers}</p>}
      <OwnListFrame
        state={state}
        list={list}
        keyOf={(job: OwnJobRow) => job.id}
        empty={
          group === 'all'
            ? { title: '还没有发布职位', hint: '企业认证通过后可以发布，应聘者会出现在这里。', children: add }
            : {
                title: `没有${JOB_GROUPS[group].title}的职位`,
                hint: '换个分组看看，或发布一个新的。',
                children: <Button onClick={() => list.actions.choose({ filters: { group: 'all' } })}>查看全部</Button>,
              }
        }
      >
        {(job) => <JobRow job={job} busy={state.acting === job.id} onAct={(work, done) => void list.actions.act(job.id, work, done)} />}
      </OwnListFrame>
    </>
  );
}

interface JobRowProps {
  job: OwnJobRow;
  busy: boolean;
  onAct(work: () => Promise<unknown>, done: string): void;
}

function JobRow({ job, busy, onAct }: JobRowProps) {
  const stages = SHOWN.filter((stage) => job.counts[stage] > 0);
  const close = async () => {
    const waiting = job.counts.sent + job.counts.seen;
    const about = `${waiting} 位应聘者还在等答复，停止后会告诉他们“这个职位已停止招聘”。正在面试和拟录用的不受影响。`;
    if (waiting > 0 && !(await askSure({ title: `停止招聘：${job.title}`, about, verb: '停止招聘' }))) return;
    onAct(() => closeJob(job.id), '已停止招聘');
  };
  return (
    <div className="grid gap-3 py-5">
      <Head job={job} />
      {stages.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={`${job.title} 的应聘者`}>
          {stages.map((stage) => (
            <li key={stage}>
              <a
                className="flex items-baseline gap-2 rounded-field bg-ground px-3 py-2 hover:text-primary"
                href={inName(`${JOB_PATHS.applicants(job.id)}&stage=${stage}`)}
              >
                <span className="text-xs text-muted">{stage === 'sent' ? '待查看' : APPLICATION_STAGES[stage]}</span>
                <span className={stage === 'sent' ? 'num font-semibold text-primary' : 'num font-semibold'}>{job.counts[stage]}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
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
              busy={busy}
              onClick={() => onAct(() => refreshJob(job.id), '已刷新，排到最新的前面')}
            >
              {job.refreshed_today === 1 ? '今天已刷新' : '刷新'}
            </Button>
            <Button size="sm" look="ghost" busy={busy} onClick={() => void close()}>
              停止招聘
            </Button>
          </>
        )}
        {job.status === 'taken_down' && (
          <Button size="sm" busy={busy} onClick={() => onAct(() => reopenJob(job.id), '已重新开始招聘')}>
            重新招聘
          </Button>
        )}
      </div>
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
          SHOWN.every((stage) => job.counts[stage] === 0) && job.status === 'published' && '还没有人应聘',
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
