import type { OrderPart } from '#contract/outputs/order.ts';
import { type Ctx, isTx, readTogether, requireUser, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { wakeJob } from '../../app/wake-job.ts';
import { assert } from '../../kernel/assert.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { accountMobiles } from '../identity/index.ts';
import {
  creditedOf,
  creditLessOf,
  endTermsOf,
  extendMemberships,
  FOR_LIFE,
  holdMembers,
  knownForLife,
  refuseCredited,
} from '../membership/index.ts';
import { leftToRefund, type Offer, type OrderRecord, type OrderSubject, type Quoting } from '../orders/index.ts';
import { dearerParts } from './bundles.ts';
import {
  countAllMonths,
  countMonths,
  deleteHeld,
  findBundle,
  findRights,
  findUsableBundles,
  type GivenRight,
  giveRights,
  insertRights,
  lockRights,
  lockUnionOf,
  moveRight,
  type NewRight,
  type RightRow,
  setRight,
} from './repo.ts';
import { maskedPhone, PARTNER_MONTHS_MOST, partState, priceParts, type UnionPart, unusedPart } from './rules.ts';
import { UNION_JOB } from './run-rights.ts';

const WRONG_PRICE_TEXT = '该联合会员正在调整价格，暂时不能购买';
export const TOO_LONG_TEXT = '合作视频会员的总时长不能超过 5 年';
/** Terms of an order in the membership module. */
const sourceOf = (order_id: number) => ({ name: 'union', id: order_id });

const monthsOf = (parts: readonly UnionPart[]): number => parts.reduce((sum, part) => sum + (part.sort === 'partner' ? part.months : 0), 0);
const partsOf = ({ snapshot }: Pick<OrderRecord, 'snapshot'>) => JSON.parse(String(snapshot.terms?.['parts'] ?? '[]')) as UnionPart[];

async function tooLong(ctx: Ctx, user_id: number, parts: readonly UnionPart[], order_id: number): Promise<boolean> {
  const more = monthsOf(parts);
  return more > 0 && (await countMonths(ctx.db, user_id, order_id, ctx.app.clock.now())) + more > PARTNER_MONTHS_MOST;
}

/** Titles of the memberships among these parts that this user has for life: paid for once more, they bring nothing. */
async function partsForLife(ctx: Ctx, user_id: number, parts: readonly UnionPart[]): Promise<string[]> {
  const plans = parts.filter((part) => part.sort === 'plan');
  const for_life = await knownForLife(ctx, user_id, plans);
  return plans.filter((_, at) => for_life[at]).map(({ title }) => title);
}

/** What of a bundle brings its reader nothing, shown before they pay; a bundle of nothing else is refused. Bundles that are gone: none. */
export async function unionForLife(ctx: Ctx, bundle_id: number): Promise<string[]> {
  const bundle = await findBundle(ctx.db, bundle_id);
  return bundle ? partsForLife(ctx, requireUser(ctx), bundle.parts) : [];
}

/** A bundle: one order gives each of its parts, which live on their own from then on. */
export const unionSubject: OrderSubject = {
  name: 'union',
  title: '联合会员',
  links: ({ subject_id }) => ({ page: `/vip/union?id=${subject_id}`, pay: `/vip/union?id=${subject_id}` }),
  async quote(ctx, buyer_id, bundle_id): Promise<Quoting<Offer>> {
    const bundle = await findBundle(ctx.db, bundle_id);
    if (!bundle) return { refusal: notFound('没有这个联合会员'), price_fen: null };
    if (!bundle.is_on) return { refusal: notFound('该联合会员已下架'), price_fen: bundle.price_fen };
    const [dearer, too_long, for_life] = await readTogether(
      ctx,
      () => dearerParts(ctx),
      () => tooLong(ctx, buyer_id, bundle.parts, 0),
      () => partsForLife(ctx, buyer_id, bundle.parts),
    );
    if (for_life.length === bundle.parts.length) return { refusal: conflict(FOR_LIFE, { owned: true }), price_fen: null };
    if (dearer(bundle) !== null) return { refusal: conflict(WRONG_PRICE_TEXT), price_fen: bundle.price_fen };
    if (too_long) return { refusal: conflict(TOO_LONG_TEXT), price_fen: bundle.price_fen };
    const terms = { parts: JSON.stringify(bundle.parts) };
    const snapshot = { title: bundle.title, cover_src: bundle.img, kind: 0, format: '', terms };
    return { offer: { list_price_fen: bundle.price_fen, price_fen: bundle.price_fen, snapshot, publisher: null } };
  },
  couponType: () => 0,
  texts: () => ({ noun: '联合会员', owned: '您已拥有该联合会员', sold_out: TOO_LONG_TEXT }),
  async hold(tx, order) {
    await lockUnionOf(tx.db, order.buyer_id);
    if (await tooLong(tx, order.buyer_id, partsOf(order), order.id)) return false;
    await writeRights(tx, [order]);
    return true;
  },
  async holdTogether(tx, orders) {
    const now = tx.app.clock.now();
    await lockUnionOf(tx.db, ...orders.map(({ buyer_id }) => buyer_id));
    const found = await countAllMonths(
      tx.db,
      orders.map(({ buyer_id, id }) => ({ user_id: buyer_id, not_order_id: id, now })),
    );
    const months = new Map(orders.map(({ buyer_id }, at) => [buyer_id, found[at] ?? 0]));
    const fits = orders.map((order) => {
      const more = monthsOf(partsOf(order));
      const sum = (months.get(order.buyer_id) ?? 0) + more;
      if (more > 0 && sum > PARTNER_MONTHS_MOST) return false;
      months.set(order.buyer_id, sum);
      return true;
    });
    await writeRights(
      tx,
      orders.filter((_, at) => fits[at]),
    );
    return fits;
  },
  release: (tx, order) => deleteHeld(tx.db, order.id),
  lockBuyers: holdMembers,
  async fulfil(tx, orders) {
    await giveAll(tx, orders);
    tx.afterCommit(() => wakeJob(tx.app, UNION_JOB));
    return orders.map(() => true);
  },
  async isWanted(tx, order) {
    await lockUnionOf(tx.db, order.buyer_id);
    return !(await tooLong(tx, order.buyer_id, partsOf(order), order.id));
  },
  async revoke(tx, order) {
    const now = tx.app.clock.now();
    const rights = await lockRights(tx.db, order.id);
    await refuseCredited(tx, order.buyer_id, sourceOf(order.id));
    await endTermsOf(tx, sourceOf(order.id));
    for (const right of rights) {
      if (right.sort === 'plan') await setRight(tx.db, right.id, { state: 'ended', ended_at: now });
      // also one that waits: the partner may have given it and the answer be lost
      else if (right.state !== 'ended') await setRight(tx.db, right.id, { state: 'ending', attempts: 0, next_try_at: now, last_error: '' });
    }
    tx.afterCommit(() => wakeJob(tx.app, UNION_JOB));
  },
  async usable(ctx, user_id, bundle_ids) {
    return new Set(await findUsableBundles(ctx.db, user_id, bundle_ids, ctx.app.clock.now()));
  },
  ways: ['given', 'member_content', 'member_price', 'member_quota', 'credited'],
  // what a partner was asked for may be given there, whatever it answered
  async usedBy(ctx, order) {
    const rights = isTx(ctx) ? await lockRights(ctx.db, order.id) : await findRights(ctx.db, order.id);
    const is_given = rights.some(({ sort, state, attempts }) => sort === 'partner' && (state !== 'waiting' || attempts > 0));
    const is_credited = (await creditedOf(ctx, sourceOf(order.id))) !== null;
    return [...(is_given ? ['given' as const] : []), ...(is_credited ? ['credited' as const] : [])];
  },
  part: {
    text: '买家保留所购权益',
    // what went back is no longer credited when the bundle's membership is upgraded
    async take(tx, order, amount_fen) {
      const from_fen = leftToRefund(order);
      await creditLessOf(tx, order.buyer_id, sourceOf(order.id), { from_fen, to_fen: from_fen - amount_fen });
    },
  },
  unused: (ctx, order) => unusedOfOrder(ctx, order.id),
  async parts(ctx, order) {
    const now = ctx.app.clock.now();
    return (await findRights(ctx.db, order.id)).map((right) => partOf(right, now));
  },
};

const seconds = (at: Date | null): number => (at === null ? 0 : unixSeconds(at));

/** What the buyer may know of a right: neither our numbers nor what a partner answered. */
function partOf(right: RightRow, now: Date): OrderPart {
  const text = right.sort === 'plan' ? `${right.days} 天` : [`${right.months} 个月`, maskedPhone(right.phone)].filter(Boolean).join('，');
  const { title, starts_at, ends_at } = right;
  return { title, text, state: partState(right, now), starts_at: seconds(starts_at), ends_at: seconds(ends_at) };
}

const NO_PART = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0, phone: '' };

/** Rows of the parts of orders, set aside. The partner's go to the phone of the buyer's account. */
async function writeRights(tx: TxCtx, orders: readonly OrderRecord[]): Promise<void> {
  const phones = await accountMobiles(
    tx,
    orders.map(({ buyer_id }) => buyer_id),
  );
  const created_at = tx.app.clock.now();
  const rows = orders.flatMap((order): NewRight[] => {
    const parts = partsOf(order);
    const prices = priceParts(order.price_fen, parts);
    const phone = phones.get(order.buyer_id) ?? '';
    return parts.map(({ share: _share, ...part }, at) => ({
      ...NO_PART,
      ...part,
      ...(part.sort === 'partner' ? { phone } : {}),
      ...{ order_id: order.id, orderid: order.orderid, bundle_id: order.subject_id, user_id: order.buyer_id, part: at },
      ...{ price_fen: prices[at] ?? 0, request_no: `U${order.orderid}${String(at).padStart(2, '0')}`, created_at },
    }));
  });
  await insertRights(tx.db, rows);
}

/** Gives every part of these orders by the same few statements: our memberships at once, a partner's by a job. */
async function giveAll(tx: TxCtx, orders: readonly OrderRecord[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const held = await lockRights(tx.db, ...ids);
  // paid late: what was set aside went back
  const late = orders.filter(({ id }) => !held.some(({ order_id }) => order_id === id));
  if (late.length > 0) await writeRights(tx, late);
  const rights = late.length > 0 ? await lockRights(tx.db, ...ids) : held;
  // one order of members everywhere, so that two batches cannot wait for each other
  const plans = rights.filter(({ sort }) => sort === 'plan').toSorted((a, b) => a.user_id - b.user_id || a.id - b.id);
  const terms = await extendMemberships(
    tx,
    plans.map(({ user_id, vip_type, days, max_download_pre_day, price_fen, order_id }) => ({
      ...{ user_id, vip_type, days, max_download_pre_day, paid_fen: price_fen, source: sourceOf(order_id) },
    })),
  );
  const now = tx.app.clock.now();
  const given = new Map(terms.map(({ from, to }, at) => [plans[at]?.id, { starts_at: from, ends_at: to }]));
  const moved = rights.map(({ id }): GivenRight => {
    const term = given.get(id);
    return term ? { id, state: 'active', ...term, granted_at: now } : { id, state: 'waiting', next_try_at: now };
  });
  assert(await giveRights(tx.db, moved), `a right of ${orders.map(({ orderid }) => orderid)} was not held before it was paid`);
}

/** What of an order's price is unused at this moment, fen: each part by its own time; memberships that an upgrade credited are used up. */
export async function unusedOfOrder(ctx: Ctx, order_id: number): Promise<Fen> {
  const now = ctx.app.clock.now();
  const rights = await findRights(ctx.db, order_id);
  const is_credited = (await creditedOf(ctx, sourceOf(order_id))) !== null;
  const isOver = ({ state, sort }: RightRow) => state === 'ended' || state === 'ending' || (sort === 'plan' && is_credited);
  return rights.reduce((sum, right) => sum + (isOver(right) ? 0 : unusedPart(right, now)), 0);
}

/** A right that waits is tried at once. @throws AppError 403, 409 for one that does not wait */
export async function retryRight(tx: TxCtx, id: number): Promise<void> {
  requireVerb(tx, 'campaign.edit');
  const done = await tryNow(tx, id);
  if (!done) throw conflict('这项权益不需要重试');
  await recordAudit(tx, 'union.retry', `union_right:${id}`, {});
  tx.afterCommit(() => wakeJob(tx.app, UNION_JOB));
}

async function tryNow(tx: TxCtx, id: number): Promise<boolean> {
  const change = { next_try_at: tx.app.clock.now() };
  return (await moveRight(tx.db, id, 'waiting', change)) || (await moveRight(tx.db, id, 'ending', change));
}
