import { budgetFen, budgetText, type DemandForm, WHO_MAY } from '#contract/demand.ts';
import { type Ctx, type TxCtx, userId } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { attachmentsOf } from '../publishing/index.ts';
import { findLabel } from './labels.repo.ts';
import { moveDemand, tellOwner } from './move-demand.ts';
import { type DemandRow, writeDemand } from './repo.ts';
import { demandPosts } from './save-demand.ts';

export const demandReview = demandPosts.desk({
  reasons: ['含有联系方式', '内容不清楚，请写明要做什么、交付什么', '不是活动行业的需求', '涉嫌虚假或重复发布'],
  gone: ({ state, submitted }) => state === 'draft' && submitted === null,
  ...{ approve, reject, facts },
});

async function approve(tx: TxCtx, row: DemandRow, form: DemandForm): Promise<void> {
  if (row.state === 'agreed' || row.state === 'done') {
    // two agreed on what it said before
    await writeDemand(tx.db, row.item_id, { submitted: null });
    return tellOwner(tx, row, 'lapsed', '');
  }
  await demandPosts.letThrough(tx, row, form);
  await tellOwner(tx, row, 'approved', '');
}

/** What is public is closed, an agreement on it called off by the platform. */
async function reject(tx: TxCtx, row: DemandRow, reason: string): Promise<void> {
  if (row.state === 'done' && row.submitted === null) throw conflict('这条需求的合作已完成，不能退回，可以选择通过');
  const shown = await demandPosts.sendBack(tx, row, reason);
  if (shown && row.state !== 'closed') await moveDemand(tx, { id: row.item_id, to: 'closed', by: userId(tx), by_staff: true, why: reason });
  await tellOwner(tx, row, 'rejected', reason);
}

async function facts(ctx: Ctx, form: DemandForm) {
  const files = await attachmentsOf(ctx, form.files);
  return [
    { label: '类型', value: (form.label_id && (await findLabel(ctx.db, form.label_id))?.name) || '' },
    { label: '活动', value: [form.event, form.people && `${form.people} 人`, form.event_date, form.city].filter(Boolean).join(' · ') },
    { label: '预算', value: budgetText(budgetFen(form.budget_min), budgetFen(form.budget_max)) },
    { label: '需求', value: form.needs },
    { label: '附件', value: files.map(({ name }) => name).join('、') },
    { label: '谁可以报价', value: WHO_MAY[form.who_may] },
    { label: '投标保证金', value: form.deposit ? `${form.deposit} 元` : '' },
  ];
}
