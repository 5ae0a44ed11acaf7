import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { insertCheckin, lockTicketState, setTicketUsed } from './door.repo.ts';
import { ownSalon } from './door-links.ts';
import { findShown } from './own-tickets.ts';
import { lockSalonRow, writeSalon } from './repo.ts';
import { linkHours } from './rules.ts';
import { tellLink } from './tell.ts';

/**
 * Sets where an own salon meets by the network, from when on its holders see it, and what reminders say. Who has a ticket is notified of another link.
 * @throws AppError code 1 for what is no https address; 404; 409 when it is over
 */
export async function setOnline(ctx: Ctx, input: { salon_id: number; link: string; before_min: number; text: string }): Promise<void> {
  const link = linkOf(input.link);
  await inTransaction(ctx, async (tx) => {
    await ownSalon(tx, input.salon_id);
    const row = await lockSalonRow(tx.db, input.salon_id);
    if (!row || row.state === 'over' || row.state === 'cancelled') throw conflict('沙龙已结束或取消，不能再修改');
    if (row.mode === 'here' && link !== '' && row.opened_at !== null) throw conflict('这是线下沙龙，请先在“修改”里改为线上或同步举办');
    const change = { link, link_before_min: input.before_min, remind_text: plainText(input.text).trim() };
    await writeSalon(tx.db, row.item_id, change);
    await recordAudit(tx, 'salon.link', `item:${row.item_id}`, { link, before_min: input.before_min });
    // the first one comes with the reminder, unless that was sent without it
    const is_new = row.link === '' && row.reminded_at !== null;
    if (row.state === 'open' && link !== '' && link !== row.link && (row.link !== '' || is_new))
      await tellLink(tx, { ...row, ...change }, is_new ? 'new' : 'changed');
  });
}

function linkOf(text: string): string {
  const typed = text.trim();
  if (typed === '') return '';
  const url = URL.parse(typed);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') throw invalid({ link: '请填写以 https:// 开头的会议链接' });
  return url.href;
}

/**
 * The link of a salon, for who holds a good ticket of it. Who opens it while the salon runs took part. Locks the ticket.
 * @throws AppError 404; 403 with the reason
 */
export async function joinOnline(ctx: Ctx, secret: string): Promise<string> {
  const found = await findShown(ctx, secret);
  if (!found?.shown.online) throw notFound('没有这张线上门票');
  const { row, salon, shown } = found;
  const now = ctx.app.clock.now();
  const { opens_ms, closes_ms } = linkHours(salon);
  if (shown.given) throw forbidden('这张门票已转让给别人');
  if (shown.state === 'refunded' || shown.state === 'revoked' || salon.state === 'cancelled') throw forbidden('这张门票不能再使用');
  if (now.getTime() < opens_ms) throw forbidden(`线上会场在开始前 ${salon.link_before_min} 分钟开放`);
  if (now.getTime() > closes_ms) throw forbidden('活动已经结束');
  if (salon.link === '') throw forbidden('主办方还没有填写线上入口，请稍后再试');
  if (salon.starts_at && salon.ends_at && now >= salon.starts_at && now <= salon.ends_at)
    await noteJoined(ctx, { id: row.id, secret, at: now });
  return salon.link;
}

async function noteJoined(ctx: Ctx, { id, secret, at }: { id: number; secret: string; at: Date }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockTicketState(tx.db, id);
    // given away or given back a moment ago
    if (locked?.secret !== secret || (locked.state !== 'valid' && locked.state !== 'used')) throw forbidden('这张门票不能再使用');
    if (locked.state === 'used') return;
    const nonce = `joined-${id}-${at.getTime()}`;
    const row = { salon_id: locked.salon_id, ticket_id: id, nonce, at, received_at: at, direction: 'in' as const, gate: '线上' };
    if (await insertCheckin(tx.db, { ...row, result: 'joined' })) await setTicketUsed(tx.db, id, at);
  });
}
