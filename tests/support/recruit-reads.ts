import { KINDS } from '#contract/kinds.ts';
import { EMPTY_CONTACT, EMPTY_PARTS, RECRUIT_CALLS } from '#contract/recruit.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { applyForJob, saveResume } from '#server/modules/recruiting/index.ts';
import { grantShop, shopOf } from '#server/modules/shops/index.ts';
import type { TestApp } from './app.ts';
import { makeItem } from './catalog.ts';
import type { Person } from './people.ts';

/** What the calls of jobs and resumes need to be answered to `boss`, who has a shop; `other` applied for their job. */
export async function recruitReads(t: TestApp, boss: Person, other: Person): Promise<Record<string, Record<string, number>>> {
  const as = (person: Person) => createCtx(t.app, person.actor, 'test');
  const shop = await shopOf(t.ctx(), boss.id);
  await inTransaction(t.ctx(), (tx) => grantShop(tx, shop?.id ?? 0, { is_vip: false, is_gold: true, labels: [] }));
  const parts = { ...EMPTY_PARTS, person: { ...EMPTY_PARTS.person, name: '林晓' }, wish: { ...EMPTY_PARTS.wish, position: '策划' } };
  const contact = { ...EMPTY_CONTACT, mobile: '13800138000' };
  const own = await saveResume(as(boss), { title: '', visibility: 'applied', parts, contact });
  const shown = await saveResume(as(other), { title: '', visibility: 'all', parts, contact });
  const job = await makeItem(t.ctx(), { kind: KINDS.job, publisher_id: boss.id, title: '活动策划' });
  const application = await applyForJob(as(other), { id: job, resume_id: shown.id, message: '' });
  const talk = await askAbout(as(other), { kind: 'job', id: job });
  const said = { ...talk, client_id: 'resume-card', type: 'resume', text: '', file_id: 0, item_id: 0, price: null } as const;
  const { seq } = await sendMessage(as(other), { ...said, resume_id: shown.id, confirmed: true });
  const { detail, related, publish } = KINDS.job.calls;
  return {
    [detail.path]: { id: job },
    [related.path]: { id: job },
    [publish.form]: { id: job },
    [RECRUIT_CALLS.applicants]: { id: job },
    [RECRUIT_CALLS.applicant]: { id: application.id },
    [RECRUIT_CALLS.resume]: { id: own.id },
    [RECRUIT_CALLS.resume_views]: { id: own.id },
    [RECRUIT_CALLS.found_one]: { id: shown.id },
    [RECRUIT_CALLS.in_talk]: { ...talk, seq },
    [RECRUIT_CALLS.state]: { id: job },
  };
}
