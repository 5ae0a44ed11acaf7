import type { SalonForm } from '#contract/outputs/salon.ts';
import { SALON_MODES } from '#contract/salon.ts';
import { momentOf } from '#contract/salon-form.ts';
import { planOf, type SeatBlock } from '#contract/seats.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import { conflict } from '../../kernel/errors.ts';
import { cancelLocked } from './cancel-salon.ts';
import { pictureOf } from './pictures.ts';
import type { SalonRow } from './repo.ts';
import { salonPosts } from './save-salon.ts';
import { tellOrganiser } from './tell.ts';

export const salonReview = salonPosts.desk({
  reasons: ['含有联系方式', '时间、地点或嘉宾不清楚', '不是活动行业的沙龙', '涉嫌虚假或重复发布'],
  gone: ({ state, submitted }) => state !== 'open' && submitted === null,
  ...{ approve, reject, facts },
  cover: (form, row) => pictureOf(row, form.cover)?.src ?? '',
});

async function approve(tx: TxCtx, row: SalonRow, form: SalonForm): Promise<void> {
  if (momentOf(form.date, form.from) <= tx.app.clock.now().getTime()) {
    throw conflict('这场沙龙的开始时间已过，不能通过；请退回，让主办方改时间后再提交');
  }
  await salonPosts.letThrough(tx, row, form);
  await tellOrganiser(tx, row, 'approved', '');
}

/** What is public is cancelled and its tickets are refunded. */
async function reject(tx: TxCtx, row: SalonRow, reason: string): Promise<void> {
  const cancels = await salonPosts.sendBack(tx, row, reason);
  if (cancels) await cancelLocked(tx, row, reason);
  await tellOrganiser(tx, row, cancels ? 'cancelled' : 'rejected', reason);
}

async function facts(_ctx: Ctx, form: SalonForm, row: SalonRow) {
  const faces = form.guests.flatMap(({ name, picture }) => {
    const shown = pictureOf(row, picture);
    return shown ? [{ label: '嘉宾照片', value: name, href: shown.src }] : [];
  });
  const plan = planOf(form);
  return [
    { label: '时间', value: `${form.date} ${form.from} 至 ${form.to}` },
    { label: '举办方式', value: SALON_MODES[form.mode ?? 'here'] },
    { label: '地点', value: [form.city, form.venue, form.address].filter(Boolean).join(' · ') },
    { label: '主办方', value: form.organiser },
    { label: '嘉宾', value: form.guests.map(({ name, title }) => `${name}（${title}）`).join('、') },
    ...faces,
    { label: '票种', value: form.kinds.map(({ name, price, capacity }) => `${name} ¥${price} × ${capacity}`).join('；') },
    ...(plan.length > 0 ? [{ label: '座位图', value: plan.map(blockText).join('；') }] : []),
    { label: '介绍', value: form.about },
  ];
}

const blockText = ({ name, shape, rows, chairs }: SeatBlock): string =>
  shape === 'rows' ? `${name} ${rows} 排，每排 ${chairs} 座` : `${name} ${rows} 桌，每桌 ${chairs} 座`;
