import {
  addressFaults,
  DRAW_ACTIVITY,
  type DrawChance,
  type DrawResult,
  drawMessage,
  hitOf,
  type OwnPrize,
  PRIZE_MEMBERSHIP,
  PRIZE_STATES,
  rollOf,
  totalWeight,
  userTag,
} from '#contract/draw.ts';
import { type Ctx, inTransaction, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { refuseOwn } from '../countersign/index.ts';
import { refuseStaffData } from '../identity/index.ts';
import { endTermsOf, extendMembership } from '../membership/index.ts';
import { sendNotices } from '../notices/index.ts';
import { lockPaidOrder, paidSince, type RefundHook } from '../orders/index.ts';
import {
  clearReceiver,
  countToShip,
  type DrawRow,
  findDraw,
  findDrawOfOrder,
  findDrawsOf,
  findOpenRound,
  findPrizes,
  findRound,
  insertDraw,
  lockDraw,
  lockOpenRound,
  type PrizeRow,
  type RoundRow,
  setDraw,
  setLastNumber,
  takePrize,
} from './repo.ts';
import { mayDraw } from './rules.ts';

const DAY_MS = 86_400_000;
/** Goods wait this long for an address. */
const ADDRESS_DAYS = 30;
const OWN_MOST = 100;
const NO_CHANCE_TEXT = '该订单没有抽奖机会';
const DRAWN_TEXT = '该订单已抽过奖';

/** Whether the signed-in user's order may draw now: a paid order of the scheme membership in the round that is open, once (spec 4). @throws AppError 404 */
export async function drawChance(ctx: Ctx, orderid: string): Promise<DrawChance> {
  const buyer_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const round = await findOpenRound(tx.db, DRAW_ACTIVITY);
    const none = (msg: string): DrawChance => ({ num: 0, activity_id: DRAW_ACTIVITY, round: round?.id ?? 0, seed_hash: '', msg });
    try {
      const order = await lockPaidOrder(tx, { orderid, buyer_id });
      if (await findDrawOfOrder(tx.db, order.id)) return none(DRAWN_TEXT);
      if (!round || !mayDraw(order, round, tx.app.clock.now())) return none(NO_CHANCE_TEXT);
    } catch (error) {
      if (error instanceof AppError && error.status === 409) return none(error.message);
      throw error;
    }
    return { num: 1, activity_id: DRAW_ACTIVITY, round: round.id, seed_hash: round.seed_hash, msg: '' };
  });
}

/**
 * Draws for an order and gives the prize, in one transaction. The same order again answers the same draw. Locks the order, then the round,
 * whose draws go one after the other, then the member.
 * @throws AppError 404, 409 without a chance
 */
export async function draw(ctx: Ctx, input: { orderid: string; user_seed: string }): Promise<DrawResult> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const order = await lockPaidOrder(tx, { orderid: input.orderid, buyer_id: user_id });
    const before = await findDrawOfOrder(tx.db, order.id);
    if (before) return resultOf(tx, before);
    const round = await lockOpenRound(tx.db, DRAW_ACTIVITY);
    if (!round || !mayDraw(order, round, tx.app.clock.now())) throw conflict(NO_CHANCE_TEXT);
    const number = round.last_number + 1;
    const prizes = await findPrizes(tx.db, round.id);
    const message = drawMessage(round.id, { user: await userTag(round.id, user_id), user_seed: input.user_seed, number });
    const hit = hitOf(prizes, await rollOf(round.seed, message, totalWeight(prizes)));
    const prize = await takeFrom(tx, prizes, hit);
    await setLastNumber(tx.db, round.id, number);
    const is_member = prize.type === PRIZE_MEMBERSHIP;
    const row = await insertDraw(tx.db, {
      round_id: round.id,
      number,
      user_id,
      order_id: order.id,
      user_seed: input.user_seed,
      hit,
      given: prize.place,
      type: prize.type,
      title: prize.title,
      due_time: new Date(tx.app.clock.now().getTime() + ADDRESS_DAYS * DAY_MS),
      state: is_member ? 'given' : 'unaddressed',
      created_at: tx.app.clock.now(),
    });
    if (!is_member) return resultOf(tx, row);
    const { vip_type = 0, days = 0, max_download_pre_day = 0 } = prize.terms;
    const term = await extendMembership(tx, { user_id, vip_type, days, max_download_pre_day, source: sourceOf(row.id) });
    await setDraw(tx.db, row.id, { due_time: term.to });
    return resultOf(tx, { ...row, due_time: term.to });
  });
}

/** Whether this order was drawn for: who keeps the draw keeps the order. */
export async function isDrawn(ctx: Ctx, order_id: number): Promise<boolean> {
  return (await findDrawOfOrder(ctx.db, order_id)) !== null;
}

const sourceOf = (draw_id: number) => ({ name: 'draw', id: draw_id });

/** The prize at this place, or what replaces it as published when none is left. */
async function takeFrom(tx: TxCtx, prizes: readonly PrizeRow[], hit: number): Promise<PrizeRow> {
  for (let prize = prizes.find(({ place }) => place === hit); prize; prize = prizes.find(({ place }) => place === prize?.replace)) {
    if (await takePrize(tx.db, prize.id)) return prize;
  }
  throw new Error(`the table of prizes ends at ${hit}`);
}

async function resultOf(ctx: Ctx, row: DrawRow): Promise<DrawResult> {
  const round = (await findRound(ctx.db, row.round_id)) as RoundRow;
  const prize = (await findPrizes(ctx.db, row.round_id)).find(({ place }) => place === row.given);
  const { number, user_seed, title, type } = row;
  return {
    blind_id: row.id,
    prizeinfo: { title, covers: prize?.covers ?? '', covers_hor: prize?.covers_hor ?? '', type, due_time: unixSeconds(row.due_time) },
    proof: { round: round.id, number, user: await userTag(round.id, row.user_id), user_seed, seed_hash: round.seed_hash },
  };
}

/** Where a prize is to be sent; may be changed until it is shipped. @throws AppError 404, 409, code 1 with the wrong fields */
export async function saveAddress(ctx: Ctx, input: { blind_id: number; receiver: string; address: string; tel: string }): Promise<void> {
  const user_id = requireUser(ctx);
  const faults = addressFaults(input);
  if (Object.keys(faults).length > 0) throw invalid(faults as Record<string, string>);
  await inTransaction(ctx, async (tx) => {
    const row = await lockDraw(tx.db, input.blind_id);
    if (row?.user_id !== user_id) throw notFound('奖品不存在');
    if (row.state !== 'unaddressed' && row.state !== 'addressed') throw conflict(`该奖品${PRIZE_STATES[row.state] ?? '不能填写地址'}`);
    if (row.state === 'unaddressed' && row.due_time <= tx.app.clock.now()) throw conflict('填写地址的时间已过');
    const { receiver, address, tel } = input;
    await setDraw(tx.db, row.id, { receiver: receiver.trim(), address: address.trim(), tel: tel.trim(), state: 'addressed' });
  });
}

/** The reader's orders that may draw now. */
export async function drawChances(ctx: Ctx): Promise<Array<{ orderid: string; title: string }>> {
  const buyer_id = requireUser(ctx);
  const round = await findOpenRound(ctx.db, DRAW_ACTIVITY);
  if (!round) return [];
  const orders = await paidSince(ctx, { buyer_id, subject: 'membership', since: round.created_at });
  const drawn = new Set((await findDrawsOf(ctx.db, buyer_id, OWN_MOST)).map(({ order_id }) => order_id));
  return orders
    .filter((order) => mayDraw(order, round, ctx.app.clock.now()) && !drawn.has(order.id))
    .map(({ orderid, snapshot }) => ({ orderid, title: snapshot.title }));
}

/** The reader's own prizes, the newest first. */
export async function ownPrizes(ctx: Ctx): Promise<OwnPrize[]> {
  const rows = await findDrawsOf(ctx.db, requireUser(ctx), OWN_MOST);
  return rows.map(({ id, title, type, due_time, state, shipped_note, created_at }) => ({
    blind_id: id,
    ...{ title, type, state, shipped_note },
    due_time: unixSeconds(due_time),
    state_text: PRIZE_STATES[state] ?? '',
    created_at: unixSeconds(created_at),
  }));
}

/** A refund of the whole takes the prize back that its order drew: a membership's rest, and goods that were not shipped. The draw stays published. */
export const withdrawPrize: RefundHook = async (tx, order, { whole }) => {
  if (!whole) return;
  const found = await findDrawOfOrder(tx.db, order.id);
  const row = found ? await lockDraw(tx.db, found.id) : null;
  if (!row || row.state === 'shipped' || row.state === 'withdrawn') return;
  if (row.type === PRIZE_MEMBERSHIP) await endTermsOf(tx, sourceOf(row.id));
  await setDraw(tx.db, row.id, { state: 'withdrawn' });
};

/** Where a prize goes, revealed to staff once they give a reason. @throws AppError 403, 404 */
export async function revealAddress(ctx: Ctx, id: number, reason: string): Promise<{ receiver: string; address: string; tel: string }> {
  requireVerb(ctx, 'prize.ship');
  return inTransaction(ctx, async (tx) => {
    const row = await lockDraw(tx.db, id);
    if (!row) throw notFound('奖品不存在');
    await refuseStaffData(tx, [row.user_id]);
    await recordAudit(tx, 'prize.reveal', `prize:${id}`, { reason });
    const { receiver, address, tel } = row;
    return { receiver, address, tel };
  });
}

/** Staff sent it: carrier and number stand in the note, which the winner receives. @throws AppError 403, 404, 409 without an address */
export async function shipPrize(ctx: Ctx, id: number, note: string): Promise<void> {
  requireVerb(ctx, 'prize.ship');
  await inTransaction(ctx, async (tx) => {
    const row = await lockDraw(tx.db, id);
    if (!row) throw notFound('奖品不存在');
    await refuseOwn(tx, [row.user_id]);
    if (row.state !== 'addressed') throw conflict(row.state === 'shipped' ? '该奖品已寄出' : '该奖品还不能寄出');
    await setDraw(tx.db, id, { state: 'shipped', shipped_note: note, shipped_at: tx.app.clock.now() });
    await recordAudit(tx, 'prize.ship', `prize:${id}`, { note });
    await sendNotices(tx, [row.user_id], {
      ...{ topic: 'wallet', key: `prize:${id}:shipped`, title: '奖品已寄出' },
      content: `「${row.title}」已寄出：${note}`,
      href: '/personalCenter/myPrize',
    });
  });
}

/** A prize as staff see it before they ship it. @throws AppError 403, 404 */
export async function prizeForStaff(ctx: Ctx, id: number) {
  requireVerb(ctx, 'prize.ship');
  const row = await findDraw(ctx.db, id);
  if (!row) throw notFound('奖品不存在');
  const { round_id, number, user_id, title, type, state, shipped_note, due_time, created_at } = row;
  const times = { due_time: unixSeconds(due_time), created_at: unixSeconds(created_at) };
  return { id, round_id, number, user_id, title, type, state, state_text: PRIZE_STATES[state] ?? '', shipped_note, ...times };
}

/** How many prizes of the user wait to be sent. */
export function prizesToShip(ctx: Ctx, user_id: number): Promise<number> {
  return countToShip(ctx.db, user_id);
}

/** Somebody is gone: their draws stay, so that a round can be checked, without where prizes went. */
export function forgetPrizeAddresses(tx: TxCtx, user_id: number): Promise<void> {
  return clearReceiver(tx.db, user_id);
}
