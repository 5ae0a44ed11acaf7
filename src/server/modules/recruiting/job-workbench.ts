import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import { APPLICATION_STAGES, type ApplicationStage, interviewStateText, OVER_STAGES } from '#contract/recruit.ts';
import { actingAs, type Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { itemsById } from '../catalog/index.ts';
import { ownApplications } from './apply.ts';
import { ownJobs } from './own-jobs.ts';
import { findInterviews } from './repo.ts';
import { applicantsPage, OWN_APPLICATIONS } from './rules.ts';

const MOST = 50;
const RUNNING: readonly ApplicationStage[] = ['seen', 'interview', 'offer'];

/** What of jobs stands on somebody's board: open jobs and interviews of their own, and what they sent. */
export async function jobWorkbench(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  const mine = actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  const [jobs, sent] = [(await ownJobs(mine)).list, (await ownApplications(mine, { page: 1, limit: MOST })).list];
  const published = jobs.filter(({ status }) => status === 'published');
  return [
    ...published.slice(0, MOST).map((job): WorkbenchEntry => {
      const running = RUNNING.reduce((sum, stage) => sum + job.counts[stage], 0);
      return {
        ...{ key: `job:${job.id}`, group: 'job', title: job.title, path: applicantsPage(job.id) },
        state: job.counts.sent > 0 ? `${job.counts.sent} 份应聘等待查看` : `招聘中，${running} 人在处理`,
        asks_for_answer: job.counts.sent > 0,
        ...(job.deadline === '' ? {} : { ends_at: Date.parse(`${job.deadline}T23:59:59+08:00`) / 1000 }),
      };
    }),
    ...(await interviews(ctx, user_id)),
    ...sent.map(
      ({ id, job, stage, interview }): WorkbenchEntry => ({
        ...{ key: `application:${id}`, group: 'job', title: `应聘：${job.title}`, path: OWN_APPLICATIONS },
        state: stage === 'interview' && interview.state !== 'none' ? interviewStateText(interview.state, true) : APPLICATION_STAGES[stage],
        asks_for_answer: stage === 'interview' && interview.state === 'proposed',
        over: OVER_STAGES.includes(stage),
        ...(interview.at > 0 && stage === 'interview' ? { at: interview.at } : {}),
      }),
    ),
  ];
}

/** Interviews with applicants; one that is over waits for its result. */
async function interviews(ctx: Ctx, enterprise_id: number): Promise<WorkbenchEntry[]> {
  const rows = await findInterviews(ctx.db, enterprise_id, MOST);
  const jobs = await itemsById(
    ctx,
    rows.map(({ item_id }) => item_id),
  );
  const now = ctx.app.clock.now();
  return rows.flatMap(({ id, item_id, parts, interview_at, interview_state }): WorkbenchEntry[] => {
    if (interview_state === 'none') return [];
    const at = interview_state === 'agreed' ? interview_at : null;
    const title = `面试：${[parts.person.name, jobs.get(item_id)?.title].filter(Boolean).join('，')}`;
    const over = at !== null && at <= now;
    return [
      {
        ...{ key: `interview:${id}`, group: 'job', title, path: applicantsPage(item_id) },
        ...(at ? { at: unixSeconds(at) } : {}),
        state: over ? '面试时间已过，等您更新结果' : interviewStateText(interview_state, false),
        asks_for_answer: over || interview_state === 'asked' || interview_state === 'declined',
      },
    ];
  });
}
