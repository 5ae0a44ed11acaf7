import { KINDS } from '#contract/kinds.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { employees } from '#server/modules/employees/tables.ts';
import { applyForJob, saveResume } from '#server/modules/recruiting/index.ts';
import type { TestApp } from './app.ts';
import { makeItem } from './catalog.ts';
import type { Person } from './market.ts';

type Declared = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };
const of = (name: string, more: Record<string, unknown> = {}): Declared => ({ expect: 'refused', with: { id: name, ...more } });

/** Calls of jobs, resumes and employees for the ownership test; words in `with` are those of `recruitThings`. */
export const RECRUIT_OWNERSHIP: Record<string, Declared> = {
  'GET /recruit/job/detail': { ...of('job_draft'), why: 'a draft is seen by its publisher only' },
  'GET /recruit/job/related': { expect: 'public' },
  'POST /recruit/job/refresh': of('job'),
  'POST /recruit/job/close': of('job'),
  'POST /recruit/job/reopen': of('job'),
  'GET /recruit/applicant/list': of('job'),
  'GET /recruit/applicant': of('application'),
  'GET /recruit/applicant/pdf': of('application'),
  'POST /recruit/applicant/stage': of('application', { stage: 'declined' }),
  'POST /recruit/applicant/note': of('application', { text: '备注' }),
  'GET /recruit/resume': of('resume'),
  'PUT /recruit/resume': of('resume', { parts: {}, contact: {} }),
  'DELETE /recruit/resume': of('resume'),
  'PUT /recruit/resume/default': of('resume'),
  'PUT /recruit/resume/file': of('resume', { file_id: null }),
  'GET /recruit/resume/pdf': of('resume'),
  'GET /recruit/resume/views': of('resume'),
  'GET /recruit/resume/foundOne': { ...of('resume'), why: 'for verified enterprises, and only what its owner shows' },
  'POST /recruit/resume/invite': of('resume', { job_id: 'job' }),
  'GET /recruit/job/state': { expect: 'public', with: { id: 'job' }, why: 'says what the caller sent, of nobody else' },
  'POST /recruit/application': of('job', { resume_id: 'resume' }),
  'POST /recruit/application/withdraw': of('application'),
  'POST /recruit/application/unshare': of('application', { share: 0 }),
  'GET /recruit/application/interview': of('application'),
  'PUT /user/staff/rights': of('employment', { rights: ['money'] }),
  'POST /user/staff/remove': of('employment'),
  'POST /user/staff/answer': of('employment', { answer: 'accept' }),
  'POST /user/staff/leave': of('employment'),
};

/** What A has of them: a resume that was sent to a third one's job, a job, and an employment. */
export async function recruitThings(
  t: TestApp,
  { a, third, mark }: { a: Person; third: number; mark: string },
): Promise<{ job: number; resume: number; application: number; employment: number }> {
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name: mark }, wish: { ...EMPTY_PARTS.wish, position: '策划' } };
  const contact = { ...EMPTY_CONTACT, mobile: '13800138000' };
  const resume = await saveResume(a.ctx, { title: mark, visibility: 'applied', parts, contact });
  const [job, theirs] = [
    await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: a.id, title: '活动策划' }),
    await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: third, title: '会务执行' }),
  ];
  const application = await applyForJob(a.ctx, { id: theirs, resume_id: resume.id, message: mark });
  const row = { enterprise_id: third, user_id: a.id, rights: ['publish' as const], state: 'invited' as const };
  const [employment] = await t.app.db.insert(employees).values(row).returning({ id: employees.id });
  return { job, resume: resume.id, application: application.id, employment: employment?.id ?? 0 };
}
