import { type CallerChange, CONTACT_COUPON, CONTACT_TTL_MS, type ContactState, checkCaller } from '#contract/contact.ts';
import { KINDS } from '#contract/kinds.ts';
import { type App, type Ctx, inTransaction, readTogether, requireUser, type TxCtx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { isSandboxCalls } from '../../providers/calls/sandbox.ts';
import { getItem, type Item } from '../catalog/index.ts';
import { type AccountTrace, accountMobile, maskMobile, phoneTrace, sendCallerCode, withCode } from '../identity/index.ts';
import { getSetting } from '../settings/index.ts';
import { getShop, shopOf } from '../shops/index.ts';
import { verifiedOf } from '../verification/index.ts';
import { holdCoupon, redeemCoupon, releaseCoupon, usableCoupons } from '../vouchers/index.ts';
import { balances, release, reserve, settle } from '../wallet/index.ts';
import {
  beginUnlock,
  connectUnlock,
  endUnconnected,
  findCallers,
  findConnected,
  findLive,
  findStale,
  noteCoupon,
  setCaller,
  type Unlock,
} from './repo.ts';
import { buttonText, contactPrice, paidBy } from './rules.ts';
import { contactClosed, contactCoins, contactFreeForCompanies, contactOpen, contactPrices } from './settings.ts';

/** A resource whose supplier may be called. @throws AppError 404 */
export async function callable(ctx: Ctx, item_id: number): Promise<Item> {
  const item = await getItem(ctx, item_id);
  if (item?.kind !== KINDS.resource.code || item.status !== 'published') throw notFound('资源不存在或已下架');
  return item;
}

/** Phones that users called from, as traces. */
export async function callerTraces(ctx: Ctx, user_ids: readonly number[]): Promise<AccountTrace[]> {
  const rows = await findCallers(ctx.db, user_ids);
  return rows.map(({ user_id, caller_number }) => ({ user_id, trace: phoneTrace(ctx.app, caller_number) }));
}

/** The account that is rung: the shop's owner, else the publisher. */
export async function supplierOf(ctx: Ctx, item: Item): Promise<number> {
  const shop = item.shop_id === null ? null : await getShop(ctx, item.shop_id);
  return shop?.owner_id ?? item.publisher_id;
}

/** Companies that are verified, and shops that the platform certified. */
async function isCompany(ctx: Ctx, user_id: number): Promise<boolean> {
  if (!(await getSetting(ctx, contactFreeForCompanies))) return false;
  if ((await verifiedOf(ctx, user_id)).company?.status === 1) return true;
  const shop = await shopOf(ctx, user_id);
  return shop !== null && (shop.card.is_vip === 1 || shop.card.is_gold_certification === 1);
}

/** What a contact costs this reader now. */
export interface ContactTerms {
  open: boolean;
  price: number;
  is_company: boolean;
}

export async function termsFor(ctx: Ctx, item: Item, user_id: number): Promise<ContactTerms> {
  const is_company = await isCompany(ctx, user_id);
  const [base, special] = [await getSetting(ctx, contactCoins), await getSetting(ctx, contactPrices)];
  const closed = await getSetting(ctx, contactClosed);
  const open = (await getSetting(ctx, contactOpen)) && !closed.includes(item.id) && (await supplierOf(ctx, item)) !== user_id;
  return { open, is_company, price: contactPrice({ item_id: item.id, base, special, is_company }) };
}

/** What the button for the contact says to this reader. */
export async function contactButton(ctx: Ctx, item: Item, user_id: number): Promise<string> {
  const unlock = await findLive(ctx.db, user_id, item.id, ctx.app.clock.now());
  const terms = await termsFor(ctx, item, user_id);
  return unlock?.x_number || terms.open ? buttonText({ unlocked: Boolean(unlock?.x_number), ...terms }) : '联系供应商';
}

/** What the signed-in reader may do about a resource's contact. @throws AppError 404 */
export async function contactState(ctx: Ctx, item_id: number): Promise<ContactState> {
  const user_id = requireUser(ctx);
  const item = await callable(ctx, item_id);
  const now = ctx.app.clock.now();
  const [terms, found, coupons, { coin }] = await readTogether(
    ctx,
    () => termsFor(ctx, item, user_id),
    () => findLive(ctx.db, user_id, item_id, now),
    () => usableCoupons(ctx, { user_id, ...CONTACT_COUPON, limit: 1 }),
    () => balances(ctx, user_id),
  );
  const unlock = found?.x_number ? found : null;
  return {
    ...(await numbersOf(ctx, item, user_id, unlock)),
    unlock_price: terms.price,
    is_unlock: unlock ? 1 : 0,
    coupon_num: coupons.total,
    button_str: buttonText({ unlocked: unlock !== null, ...terms }),
    remind_str: '解锁后 24 小时内可随时拨打，重复查看不再扣费',
    tips_str: '通话使用隐私号码，双方都看不到对方的真实号码。请用下面的本机号码拨打。',
    code: 0,
    expires_at: unlock ? unixSeconds(unlock.expires_at) : 0,
    auth_company: terms.is_company ? 1 : 0,
    company_free: (await getSetting(ctx, contactFreeForCompanies)) ? 1 : 0,
    money: coin,
    open: terms.open ? 1 : 0,
    sandbox: isSandboxCalls(ctx.app.providers.calls) ? 1 : 0,
  };
}

async function numbersOf(ctx: Ctx, item: Item, user_id: number, unlock: Unlock | null) {
  if (!unlock) return { phone: '', caller_number: maskMobile((await accountMobile(ctx, user_id)) ?? ''), bind_id: 0, x_number: '' };
  const callee = (await accountMobile(ctx, await supplierOf(ctx, item))) ?? '';
  return { phone: maskMobile(callee), caller_number: maskMobile(unlock.caller_number), bind_id: unlock.id, x_number: unlock.x_number };
}

/** What is not connected in this time is given back. */
const CONNECT_MS = 10 * 60_000;
const ATTEMPTS = 3;
const STALE_BATCH = 100;
/** Coupons have no price here: what is unlocked costs one coupon. */
const COUPON_PRICE_FEN = 100_000_000;
const keyOf = ({ unlock_no }: Unlock): string => `contact:${unlock_no}`;

/**
 * Unlocks a supplier's contact for 24 hours; again meanwhile costs nothing and answers the same. Coins are reserved, the private number is
 * asked for, and only then are they taken; without a number everything returns. Of many at once one pays.
 * @throws AppError 404; code 8 猫币余额不足; code 1 without a coupon, or when no number could be had
 */
export async function unlockContact(ctx: Ctx, input: { item_id: number; use_coupon: boolean }): Promise<ContactState> {
  const user_id = requireUser(ctx);
  const item = await callable(ctx, input.item_id);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const now = ctx.app.clock.now();
    const unlock = (await findLive(ctx.db, user_id, item.id, now)) ?? (await begin(ctx, item, user_id, input.use_coupon));
    if (unlock && (unlock.x_number !== '' || (await connect(ctx, item, unlock)))) return contactState(ctx, item.id);
  }
  throw conflict('刚才的解锁未完成，请再试一次');
}

/** Null: somebody else began at the same moment. */
async function begin(ctx: Ctx, item: Item, user_id: number, use_coupon: boolean): Promise<Unlock | null> {
  const terms = await termsFor(ctx, item, user_id);
  if (!terms.open) throw new AppError('该资源暂不提供站内拨号，请从店铺主页联系');
  const caller_number = await accountMobile(ctx, user_id);
  if (caller_number === null) throw notFound('账号不存在');
  const paid_by = paidBy({ ...terms, use_coupon });
  return inTransaction(ctx, async (tx) => {
    const created_at = tx.app.clock.now();
    const unlock = await beginUnlock(tx.db, {
      ...{ user_id, item_id: item.id, unlock_no: serialNumber(created_at, 'C'), paid_by, caller_number },
      coins: paid_by === 'coin' ? terms.price : 0,
      ...{ created_at, expires_at: new Date(created_at.getTime() + CONTACT_TTL_MS) },
    });
    if (unlock && paid_by === 'coin') {
      const { unlock_no } = unlock;
      const wish = { key: keyOf(unlock), user_id, unit: 'coin', max: terms.price, reason: 'contact', reference: unlock_no } as const;
      await reserve(tx, { ...wish, ttl_ms: CONNECT_MS });
    }
    if (unlock && paid_by === 'coupon') await noteCoupon(tx.db, unlock.id, await takeCoupon(tx, unlock));
    return unlock;
  });
}

async function takeCoupon(tx: TxCtx, { id, user_id }: Unlock): Promise<number> {
  const { list } = await usableCoupons(tx, { user_id, ...CONTACT_COUPON });
  // the one that ends first
  for (const coupon of list.toSorted((a, b) => a.use_end_time.getTime() - b.use_end_time.getTime())) {
    const use = { coupon_id: coupon.id, user_id, ...CONTACT_COUPON, price_fen: COUPON_PRICE_FEN, order_id: id };
    if ((await holdCoupon(tx, use)) !== null) return coupon.id;
  }
  throw new AppError('没有可用的联系券');
}

/** Asks for the number and takes what it costs. False: it was given up meanwhile. @throws AppError when no number can be had */
async function connect(ctx: Ctx, item: Item, unlock: Unlock): Promise<boolean> {
  const { unlock_no, caller_number, expires_at } = unlock;
  let x_number: string;
  try {
    const callee = await accountMobile(ctx, await supplierOf(ctx, item));
    if (callee === null) throw new Error(`nobody to ring for item ${item.id}`);
    ({ x_number } = await ctx.app.providers.calls.bind({
      bind_no: unlock_no,
      caller: caller_number,
      callee,
      title: item.title,
      expires_at,
    }));
  } catch (error) {
    ctx.log.warn({ err: error, unlock_no }, 'no private number for a contact');
    await giveUp(ctx, unlock);
    throw new AppError('暂时无法接通供应商，没有扣费，请稍后再试', { cause: error });
  }
  const taken = await inTransaction(ctx, async (tx) => {
    const connected = await connectUnlock(tx.db, unlock_no, x_number, tx.app.clock.now());
    if (!connected) return (await findLive(tx.db, unlock.user_id, item.id, tx.app.clock.now()))?.unlock_no === unlock_no;
    if (!(await take(tx, connected))) throw new NotPaid();
    return true;
  }).catch((error: unknown) => {
    if (error instanceof NotPaid) return false;
    throw error;
  });
  if (!taken) await giveUp(ctx, unlock);
  return taken;
}

/** What was reserved was given back before the number was there. */
class NotPaid extends Error {}

async function take(tx: TxCtx, unlock: Unlock): Promise<boolean> {
  if (unlock.paid_by === 'coin') return (await settle(tx, keyOf(unlock), unlock.coins)).status === 'settled';
  if (unlock.coupon_id !== null) return redeemCoupon(tx, { coupon_id: unlock.coupon_id, order_id: unlock.id });
  return true;
}

/** Ends what was never connected and returns what it held; nothing happens when it was connected. */
async function giveUp(ctx: Ctx, unlock: Unlock): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await endUnconnected(tx.db, unlock.unlock_no, tx.app.clock.now());
    if (ended?.paid_by === 'coin') await release(tx, keyOf(ended));
    if (ended && ended.coupon_id !== null) await releaseCoupon(tx, { coupon_id: ended.coupon_id, order_id: ended.id });
  });
}

/** Gives back what a process left half done. @returns how many */
export async function releaseStale(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const now = ctx.app.clock.now();
  const found = await findStale(ctx.db, now, new Date(now.getTime() - CONNECT_MS), STALE_BATCH);
  return rowByRow(ctx, found, 'a contact was not released', (unlock) => giveUp(ctx, unlock), stopping);
}

export const contactJobs = (app: App) => [timedJob(app, 'contacts.release', '* * * * *', releaseStale)];

const CODE_WANTED_TEXT = '请输入发到这个号码的验证码';

/** The reader's open unlock. @throws AppError code 1 for a wrong number, 404 when it is not theirs or over */
async function callingFrom(ctx: Ctx, { mobile, bind_id }: { mobile: string; bind_id: number }): Promise<Unlock> {
  const user_id = requireUser(ctx);
  const wrong = checkCaller(mobile);
  if (wrong) throw invalid({ mobile: wrong });
  const unlock = await findConnected(ctx.db, bind_id, user_id, ctx.app.clock.now());
  if (!unlock) throw notFound('解锁已到期，请重新解锁');
  return unlock;
}

/** Sends a code to the phone that is to call. @throws AppError as `changeCaller`; 429 too often; 502 */
export async function sendCallerProof(ctx: Ctx, input: { mobile: string; bind_id: number }): Promise<void> {
  await callingFrom(ctx, input);
  const address = 'address' in ctx.actor ? ctx.actor.address : '';
  await sendCallerCode(ctx, input.mobile.trim(), address);
}

/**
 * Takes calls from another phone of the reader's: the account's own, or one that a code to it proves (`sendCallerProof`).
 * @throws AppError code 1 for a wrong number, code 4 without the code, code 1 with field captcha for a wrong one; 404 when the unlock is not theirs or over
 */
export async function changeCaller(ctx: Ctx, input: { mobile: string; captcha: string; bind_id: number }): Promise<CallerChange> {
  const unlock = await callingFrom(ctx, input);
  const mobile = input.mobile.trim();
  if (mobile === (await accountMobile(ctx, unlock.user_id))) return takeCaller(ctx, unlock, mobile);
  const captcha = input.captcha.trim();
  if (captcha === '') throw new AppError(CODE_WANTED_TEXT, { code: 4, fields: { captcha: CODE_WANTED_TEXT } });
  return withCode(ctx, { mobile, captcha, purpose: 'caller' }, () => takeCaller(ctx, unlock, mobile));
}

async function takeCaller(ctx: Ctx, unlock: Unlock, mobile: string): Promise<CallerChange> {
  const { x_number } = await ctx.app.providers.calls.rebind(unlock.unlock_no, mobile);
  await setCaller(ctx.db, unlock, mobile, x_number);
  return { caller_number: maskMobile(mobile), x_number };
}
