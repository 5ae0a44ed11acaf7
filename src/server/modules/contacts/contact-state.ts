import { CONTACT_COUPON, type ContactState } from '#contract/contact.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, readTogether, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { isSandboxCalls } from '../../providers/calls/sandbox.ts';
import { getItem, type Item } from '../catalog/index.ts';
import { accountMobile, maskMobile } from '../identity/index.ts';
import { getSetting } from '../settings/index.ts';
import { getShop, shopOf } from '../shops/index.ts';
import { verifiedOf } from '../verification/index.ts';
import { usableCoupons } from '../vouchers/index.ts';
import { balances } from '../wallet/index.ts';
import { findLive, type Unlock } from './repo.ts';
import { buttonText, contactPrice } from './rules.ts';
import { contactClosed, contactCoins, contactFreeForCompanies, contactOpen, contactPrices } from './settings.ts';

/** A resource whose supplier may be called. @throws AppError 404 */
export async function callable(ctx: Ctx, item_id: number): Promise<Item> {
  const item = await getItem(ctx, item_id);
  if (item?.kind !== KINDS.resource.code || item.status !== 'published') throw notFound('资源不存在或已下架');
  return item;
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
