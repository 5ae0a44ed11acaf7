import { KINDS } from '#contract/kinds.ts';
import { EMPTY_CONTACT, EMPTY_PARTS } from '#contract/recruit.ts';
import { employees } from '#server/modules/employees/tables.ts';
import { applyForJob, saveResume } from '#server/modules/recruiting/index.ts';
import type { TestApp } from './app.ts';
import { makeItem } from './catalog.ts';
import type { Person } from './market.ts';

/** What A has of them: a resume that was sent to a third one's job, a job, and an employment. */
export async function recruitThings(
  t: TestApp,
  { a, third, mark }: { a: Person; third: number; mark: string },
): Promise<{ posted_job: number; resume: number; application: number; employment: number }> {
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
  return { posted_job: job, resume: resume.id, application: application.id, employment: employment?.id ?? 0 };
}
