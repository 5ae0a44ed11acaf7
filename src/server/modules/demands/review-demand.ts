import { budgetFen, budgetText, DEMAND_STATE_TEXT, type DemandForm, OPEN_STATES, WHO_MAY } from '#contract/demand.ts';
import type { ReviewSubject } from '#contract/review.ts';
import { type Ctx, type TxCtx, userId } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { publicUsers } from '../identity/index.ts';
import { attachmentsOf } from '../publishing/index.ts';
import type { Reviewable } from '../review/index.ts';
import { applyForm } from './apply-form.ts';
import { labelsById } from './labels.ts';
import { moveDemand, tellOwner } from './move-demand.ts';
import { findDemands, lockDemandRow, writeDemand } from './repo.ts';
import { DEMAND_REVIEW } from './save-demand.ts';

/** Demands before or after they are public, as the setting says; changes of them as well. */
export const demandReview: Reviewable = {
  type: DEMAND_REVIEW,
  title: '需求',
  roles: ['reviewer', 'operator'],
  load: reviewed,
  lock: (tx, id) => lockDemandRow(tx.db, id),
  owners: async (tx, id) => [(await lockDemandRow(tx.db, id))?.owner_id],
  subject: (id) => `demand:${id}`,
  actions: [
    { name: 'approve', text: '通过', needs_reason: false, leads_to: 'approved', run: (tx, { target_id }) => approve(tx, target_id) },
    {
      name: 'reject',
      text: '退回',
      needs_reason: true,
      reason_label: '退回的原因',
      reasons: ['含有联系方式', '内容不清楚，请写明要做什么、交付什么', '不是活动行业的需求', '涉嫌虚假或重复发布'],
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => reject(tx, target_id, reason),
    },
  ],
};

async function approve(tx: TxCtx, id: number): Promise<void> {
  const row = await lockDemandRow(tx.db, id);
  if (!row) throw conflict(GONE);
  // what is public stays so: whatever became of it since, there is nothing to do
  if (row.submitted === null) return;
  if (row.state === 'agreed' || row.state === 'done') {
    // two agreed on what it said before
    await writeDemand(tx.db, id, { submitted: null });
    return tellOwner(tx, row, 'lapsed', '');
  }
  await applyForm(tx, row, row.submitted);
  await writeDemand(tx.db, id, { submitted: null, reject_reason: '' });
  if (!OPEN_STATES.includes(row.state)) await moveDemand(tx, { id, to: 'open', by: userId(tx), by_staff: true, why: '审核通过' });
  await tellOwner(tx, row, 'approved', '');
}

const GONE = '这条需求已被撤回或处理，请刷新队列';

/** What was never public goes back to its owner; a change is dropped; what is public is closed, an agreement on it called off by the platform. */
async function reject(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await lockDemandRow(tx.db, id);
  if (!row || (row.state === 'draft' && row.submitted === null)) throw conflict(GONE);
  if (row.state === 'done' && row.submitted === null) throw conflict('这条需求的合作已完成，不能退回，可以选择通过');
  await writeDemand(tx.db, id, { submitted: null, reject_reason: reason });
  const by = { by: userId(tx), by_staff: true, why: reason };
  if (row.state === 'review') await moveDemand(tx, { id, to: 'draft', ...by });
  else if (row.submitted === null && row.state !== 'closed') await moveDemand(tx, { id, to: 'closed', ...by });
  await tellOwner(tx, row, 'rejected', reason);
}

async function reviewed(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const [rows, labels] = [await findDemands(ctx.db, ids), await labelsById(ctx)];
  const owners = await publicUsers(
    ctx,
    [...rows.values()].map(({ owner_id }) => owner_id),
  );
  const subjects = new Map<number, ReviewSubject>();
  for (const row of rows.values()) {
    const form = row.submitted ?? row.form;
    const files = await attachmentsOf(ctx, form.files);
    subjects.set(row.item_id, {
      title: form.title || row.title,
      cover_src: '',
      facts: factsOf(
        form,
        labels.get(form.label_id ?? 0)?.name ?? '',
        files.map(({ name }) => name),
      ),
      byline: owners.get(row.owner_id).nickname,
      note: row.submitted && row.opened_at ? `${DEMAND_STATE_TEXT[row.state]}，修改待审核` : DEMAND_STATE_TEXT[row.state],
      has_pages: false,
    });
  }
  return subjects;
}

function factsOf(form: DemandForm, label: string, files: readonly string[]): ReviewSubject['facts'] {
  return [
    { label: '类型', value: label },
    { label: '活动', value: [form.event, form.people && `${form.people} 人`, form.event_date, form.city].filter(Boolean).join(' · ') },
    { label: '预算', value: budgetText(budgetFen(form.budget_min), budgetFen(form.budget_max)) },
    { label: '需求', value: form.needs },
    { label: '附件', value: files.join('、') },
    { label: '谁可以报价', value: WHO_MAY[form.who_may] },
  ].filter(({ value }) => value !== '');
}
