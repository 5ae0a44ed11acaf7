import type { ReviewSubject } from '#contract/review.ts';
import { SALON_STATE_TEXT, type SalonForm } from '#contract/salon.ts';
import { momentOf } from '#contract/salon-form.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { publicUsers } from '../identity/index.ts';
import type { Reviewable } from '../review/index.ts';
import { applyForm } from './apply-form.ts';
import { cancelLocked } from './cancel-salon.ts';
import { moveSalon } from './move-salon.ts';
import { findSalons, lockSalonRow, type SalonRow, writeSalon } from './repo.ts';
import { SALON_REVIEW } from './save-salon.ts';
import { tellOrganiser } from './tell.ts';

/** Salons before or after they are public, as the setting says; changes of them as well. */
export const salonReview: Reviewable = {
  type: SALON_REVIEW,
  title: '沙龙',
  roles: ['reviewer', 'operator'],
  load: reviewed,
  lock: (tx, id) => lockSalonRow(tx.db, id),
  owners: async (tx, id) => [(await lockSalonRow(tx.db, id))?.owner_id],
  subject: (id) => `salon:${id}`,
  actions: [
    { name: 'approve', text: '通过', needs_reason: false, leads_to: 'approved', run: (tx, { target_id }) => approve(tx, target_id) },
    {
      name: 'reject',
      text: '退回',
      needs_reason: true,
      reason_label: '退回的原因',
      reasons: ['含有联系方式', '时间、地点或嘉宾不清楚', '不是活动行业的沙龙', '涉嫌虚假或重复发布'],
      leads_to: 'rejected',
      run: (tx, { target_id, reason }) => reject(tx, target_id, reason),
    },
  ],
};

async function approve(tx: TxCtx, id: number): Promise<void> {
  const row = await standing(tx, id);
  if (row.submitted === null) return;
  if (momentOf(row.submitted.date, row.submitted.from) <= tx.app.clock.now().getTime()) {
    throw conflict('这场沙龙的开始时间已过，不能通过；请退回，让主办方改时间后再提交');
  }
  await applyForm(tx, row, row.submitted);
  await writeSalon(tx.db, id, { submitted: null, reject_reason: '' });
  if (row.state !== 'open') await moveSalon(tx, id, 'open');
  await tellOrganiser(tx, row, 'approved', '');
}

/** What was never public goes back to its organiser; a change is dropped; what is public is cancelled and its tickets are refunded. */
async function reject(tx: TxCtx, id: number, reason: string): Promise<void> {
  const row = await standing(tx, id);
  await writeSalon(tx.db, id, { submitted: null, reject_reason: reason });
  const cancels = row.state !== 'review' && row.submitted === null;
  if (row.state === 'review') await moveSalon(tx, id, 'draft');
  else if (cancels) await cancelLocked(tx, row, reason);
  await tellOrganiser(tx, row, cancels ? 'cancelled' : 'rejected', reason);
}

async function standing(tx: TxCtx, id: number): Promise<SalonRow> {
  const row = await lockSalonRow(tx.db, id);
  if (!row || (row.submitted === null && row.state !== 'open')) throw conflict('这场沙龙已被撤回或处理，请刷新队列');
  return row;
}

async function reviewed(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ReviewSubject>> {
  const rows = await findSalons(ctx.db, ids);
  const owners = await publicUsers(
    ctx,
    [...rows.values()].map(({ owner_id }) => owner_id),
  );
  const subjects = new Map<number, ReviewSubject>();
  for (const row of rows.values()) {
    const form = row.submitted ?? row.form;
    subjects.set(row.item_id, {
      title: form.title || row.title,
      cover_src: '',
      facts: factsOf(form),
      byline: owners.get(row.owner_id).nickname,
      note: row.submitted && row.opened_at ? `${SALON_STATE_TEXT[row.state]}，修改待审核` : SALON_STATE_TEXT[row.state],
      has_pages: false,
    });
  }
  return subjects;
}

function factsOf(form: SalonForm): ReviewSubject['facts'] {
  return [
    { label: '时间', value: `${form.date} ${form.from} 至 ${form.to}` },
    { label: '地点', value: [form.city, form.venue, form.address].filter(Boolean).join(' · ') },
    { label: '主办方', value: form.organiser },
    { label: '嘉宾', value: form.guests.map(({ name, title }) => `${name}（${title}）`).join('、') },
    { label: '票种', value: form.kinds.map(({ name, price, capacity }) => `${name} ¥${price} × ${capacity}`).join('；') },
    { label: '介绍', value: form.about },
  ].filter(({ value }) => value !== '');
}
