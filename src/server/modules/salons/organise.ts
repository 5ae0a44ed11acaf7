import {
  type CircularText,
  type Guest,
  type GuestList,
  type GuestState,
  MESSAGES_A_DAY,
  type OrganisedSalon,
  type SentMessage,
} from '#contract/organise.ts';
import { TICKET_SUBJECT, ticketPath } from '#contract/salon.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import { yuan } from '../../kernel/money.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { circularsOf, sendCircular } from '../notices/index.ts';
import { soldBy } from '../orders/index.ts';
import { lastPasses, type PassRow } from './door.repo.ts';
import { ownPublicSalon, ownSalon } from './door-links.ts';
import { type FormerHolders, formerHolders } from './handover.repo.ts';
import {
  countByState,
  countGuests,
  findGuests,
  findHolders,
  findKindFigures,
  findSoldByDay,
  type GuestRow,
  setSaleUntil,
} from './organise.repo.ts';
import { findKinds } from './repo.ts';
import { lockKinds } from './seats.repo.ts';
import { passOn } from './seats.ts';

const DAYS_SHOWN = 30;
const CSV_STEP = 500;

/** An own salon with its figures. @throws AppError 404 */
export async function organisedSalon(ctx: Ctx, salon_id: number): Promise<OrganisedSalon> {
  const salon = await ownSalon(ctx, salon_id);
  const [kinds, days, passes, own] = await Promise.all([
    findKindFigures(ctx.db, salon_id),
    findSoldByDay(ctx.db, salon_id, DAYS_SHOWN),
    lastPasses(ctx.db, salon_id),
    soldBy(ctx, requireUser(ctx), TICKET_SUBJECT, [salon_id]),
  ]);
  const now = ctx.app.clock.now();
  const offered = kinds.filter(({ is_on }) => is_on);
  const sum = (of: (kind: (typeof kinds)[number]) => number) => kinds.reduce((total, kind) => total + of(kind), 0);
  return {
    ...{ id: salon_id, title: salon.title, state: salon.state, city: salon.city, venue: salon.venue },
    starts_at: salon.starts_at && unixSeconds(salon.starts_at),
    ends_at: salon.ends_at && unixSeconds(salon.ends_at),
    online: { mode: salon.mode, link: salon.link, before_min: salon.link_before_min, text: salon.remind_text },
    sale_closed: offered.length > 0 && offered.every(({ sale_until }) => sale_until !== null && sale_until <= now),
    kinds: kinds.map(({ id, name, capacity, sold, held, came, waiting, left, questions, paid_fen, refunded_fen }) => ({
      ...{ id, name, capacity, sold, held, came, waiting, left, questions },
      income: yuan(paid_fen - refunded_fen),
    })),
    sold: sum(({ sold }) => sold),
    came: sum(({ came }) => came),
    inside: [...passes.values()].filter(({ inside }) => inside).length,
    income: yuan(sum(({ paid_fen, refunded_fen }) => paid_fen - refunded_fen)),
    earned: yuan(own.get(salon_id)?.earning_fen ?? 0),
    refunded: yuan(sum(({ refunded_fen }) => refunded_fen)),
    days,
  };
}

/** One page of the guests of an own salon, in the order of their tickets. @throws AppError 404 */
export async function guestList(
  ctx: Ctx,
  input: { salon_id: number; state: GuestState; search: string; page: number; limit: number },
): Promise<GuestList> {
  const { page, limit, ...wish } = input;
  await ownSalon(ctx, input.salon_id);
  const [rows, total, states, passes] = await Promise.all([
    findGuests(ctx.db, wish, { offset: (page - 1) * limit, limit }),
    countGuests(ctx.db, wish),
    countByState(ctx.db, input.salon_id),
    lastPasses(ctx.db, input.salon_id),
  ]);
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (states.get(name) ?? 0), 0);
  const counts = { all: of('valid', 'used', 'refunded', 'revoked'), valid: of('valid'), used: of('used'), gone: of('refunded', 'revoked') };
  const former = await formerHolders(ctx.db, rows);
  return { list: rows.map((row) => guestOf(row, passes.get(row.id), former)), counts, total, page, limit };
}

function guestOf(
  { used_at, bought_at, paid_fen, refunded_fen, order_fen, is_gift, secret, ...row }: GuestRow,
  pass: PassRow | undefined,
  former: FormerHolders,
): Guest {
  return {
    ...row,
    inside: pass?.inside ?? false,
    used_at: used_at && unixSeconds(used_at),
    where: used_at ? (pass?.gate ?? '') : '',
    paid: yuan(paid_fen),
    refunded: yuan(refunded_fen),
    order_paid: yuan(order_fen),
    path: is_gift ? ticketPath(secret) : '',
    bought_at: unixSeconds(bought_at),
    former: (former.get(row.id) ?? []).map(({ name, phone, at }) => ({ name, phone, at: unixSeconds(at) })),
  };
}

/** What the kinds of an own salon ask, each question once. */
export async function askedLabels(ctx: Ctx, salon_id: number): Promise<string[]> {
  const kinds = (await findKinds(ctx.db, [salon_id])).get(salon_id) ?? [];
  return [...new Set(kinds.flatMap(({ questions }) => questions.map(({ label }) => label)))];
}

/** All guests of an own salon, piece by piece; that it was taken is noted. @throws AppError 404 */
export async function* guestPieces(ctx: Ctx, salon_id: number): AsyncGenerator<Guest[]> {
  const passes = await lastPasses(ctx.db, salon_id);
  for (let after_seq = 0; ; ) {
    const rows = await findGuests(ctx.db, { salon_id, state: 'all', search: '' }, { after_seq, limit: CSV_STEP });
    const former = await formerHolders(ctx.db, rows);
    yield rows.map((row) => guestOf(row, passes.get(row.id), former));
    if (rows.length < CSV_STEP) return;
    after_seq = rows.at(-1)?.seq ?? 0;
  }
}

/** Notes that the guest list is exported, and answers the salon's title. @throws AppError 404 */
export async function noteGuestExport(ctx: Ctx, salon_id: number): Promise<string> {
  return inTransaction(ctx, async (tx) => {
    const { title } = await ownSalon(tx, salon_id);
    await recordAudit(tx, 'salon.guests_export', `item:${salon_id}`, {});
    return title;
  });
}

/**
 * Stops the sale of all tickets of an own salon, or lets it go on. Open orders may still be paid; who waits is offered nothing meanwhile.
 * @throws AppError 404; 409
 */
export async function setSale(ctx: Ctx, input: { salon_id: number; on: boolean }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const salon = await ownPublicSalon(tx, input.salon_id);
    const now = tx.app.clock.now();
    if (salon.state !== 'open' || salon.starts_at <= now) throw conflict('只有报名中的沙龙可以停止或恢复售票');
    const kind_ids = ((await findKinds(tx.db, [salon.item_id])).get(salon.item_id) ?? []).map(({ id }) => id);
    await lockKinds(tx.db, kind_ids);
    await setSaleUntil(tx.db, salon.item_id, input.on ? null : now);
    // seats that were given back meanwhile go to who waits, before anybody else buys them
    if (input.on) await passOn(tx, kind_ids);
    await recordAudit(tx, input.on ? 'salon.sale_open' : 'salon.sale_close', `item:${salon.item_id}`, {});
    await emit(tx, 'item.changed', { item_id: salon.item_id, what: 'texts', codes: [] });
  });
}

/** How many people a message to all guests would reach. @throws AppError 404; 409 */
export async function countReached(ctx: Ctx, salon_id: number): Promise<number> {
  await ownPublicSalon(ctx, salon_id);
  return (await findHolders(ctx.db, salon_id)).length;
}

/** Notifies everybody who holds a valid ticket. @throws AppError 404; as `sendCircular` */
export async function tellGuests(ctx: Ctx, { salon_id, ...message }: CircularText & { salon_id: number }): Promise<{ reached: number }> {
  return inTransaction(ctx, async (tx) => {
    const { item_id, title } = await ownPublicSalon(tx, salon_id);
    return sendCircular(tx, {
      ...{ ...message, item_id, topic: 'salon', href: '/personalCenter/mySalon', from: `「${title}」主办方` },
      ...{ bound: { most: MESSAGES_A_DAY, days: 1 }, people: () => findHolders(tx.db, item_id), nobody: '还没有人持有有效的票' },
    });
  });
}

/** What was sent to the guests of an own salon, the newest first. @throws AppError 404 */
export async function sentMessages(ctx: Ctx, salon_id: number): Promise<SentMessage[]> {
  return circularsOf(ctx, (await ownSalon(ctx, salon_id)).item_id);
}
