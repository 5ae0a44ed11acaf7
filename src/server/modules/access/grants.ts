import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDayEnd } from '../../kernel/clock.ts';
import { kindOf } from '../catalog/index.ts';
import { takeDaily, unlockName } from '../membership/index.ts';
import { memberUnlocks, takeContent } from './decide.ts';
import {
  deleteLibraryPerson,
  findCompanyOf,
  findCompanyOrders,
  findEarned,
  findGrantedBetween,
  findGrants,
  findGrantsOf,
  findHeldBetween,
  findHeldItems,
  findHolders,
  findLasting,
  type Grant,
  type HeldGrant,
  type ItemSpan,
  insertLibraryPerson,
  markRevoked,
  upsertGrants,
} from './repo.ts';
import { type AccessItem, isLasting, UNLIMITED } from './rules.ts';

/**
 * Grants access to an item; renews a revoked or expired grant. False: nothing changed, because the user has one of this source already (or,
 * for a purchase, a permanent one of any source).
 */
export async function grantAccess(tx: TxCtx, grant: Grant): Promise<boolean> {
  return (await grantAccessTo(tx, [grant]))[0] === true;
}

/** The same for several different rights by one statement; answers in the order given. */
export async function grantAccessTo(tx: TxCtx, grants: readonly Grant[]): Promise<boolean[]> {
  return upsertGrants(tx.db, grants, tx.app.clock.now());
}

/** Takes the right back that came from exactly this source. */
export async function revokeAccess(tx: TxCtx, grant: Omit<Grant, 'expires_at'>): Promise<void> {
  await markRevoked(tx.db, grant, tx.app.clock.now());
}

/** True while any grant of this item holds. */
export async function hasGrant(ctx: Ctx, user_id: number, item_id: number): Promise<boolean> {
  return (await findGrants(ctx.db, user_id, item_id, ctx.app.clock.now())).length > 0;
}

/** True while the user has this item permanently: bought, redeemed or given. */
export async function hasLastingGrant(ctx: Ctx, user_id: number, item_id: number): Promise<boolean> {
  return (await findGrants(ctx.db, user_id, item_id, ctx.app.clock.now())).some(({ source }) => isLasting(source));
}

/** Who has the item permanently since before a moment, `limit` of them from behind that user on. */
export function holdersOf(ctx: Ctx, of: { item_id: number; before: Date; after: number; limit: number }): Promise<number[]> {
  return findHolders(ctx.db, of);
}

/** Which of these items the user holds a grant for now. */
export async function heldItems(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Set<number>> {
  return item_ids.length === 0 ? new Set() : new Set(await findHeldItems(ctx.db, user_id, item_ids, ctx.app.clock.now()));
}

/** Since when the user has each of these items permanently: bought, redeemed or given. */
export async function heldForGood(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Map<number, Date>> {
  return item_ids.length === 0 ? new Map() : findLasting(ctx.db, user_id, item_ids);
}

/** Since when the user has, or had, each of these items by a right of their own doing (bought, redeemed, unlocked) that was not taken back. */
export async function rightsHad(ctx: Ctx, user_id: number, item_ids: readonly number[]): Promise<Map<number, Date>> {
  return item_ids.length === 0 ? new Map() : findEarned(ctx.db, user_id, item_ids);
}

/** Such rights that were given in a time, from behind that id on, in the order of their ids. */
export function grantedBetween(ctx: Ctx, of: { from: Date; to: Date; after: number; limit: number }) {
  return findGrantedBetween(ctx.db, of);
}

/** Those of the periods in which somebody got a permanent grant that still holds. */
export async function timesOfBuyers<S extends ItemSpan>(ctx: Ctx, spans: readonly S[]): Promise<S[]> {
  const held = spans.length === 0 ? new Set<number>() : await findHeldBetween(ctx.db, spans);
  return spans.filter((_span, at) => held.has(at));
}

/** Rights that the user holds now, those given last first; the newest `most` of them. */
export async function grantsOf(ctx: Ctx, user_id: number, most: number): Promise<HeldGrant[]> {
  return findGrantsOf(ctx.db, user_id, ctx.app.clock.now(), most);
}

/**
 * A member with a daily limit unlocks one member-only item until the Shanghai day ends. Takes one use and grants in one
 * transaction; an item that is unlocked already costs nothing.
 * @returns false when the reader is no member or today's unlocks are used up
 */
export async function unlockAsMember(ctx: Ctx, item: AccessItem, user_id: number): Promise<boolean> {
  const { all, last } = await memberUnlocks(ctx, item, user_id);
  if (all === 0 || !item.vip_only) return false;
  if (last >= UNLIMITED) return takeContent(ctx, item, user_id);
  return inTransaction(ctx, async (tx) => {
    // nothing is left today, unless it was unlocked at this moment
    if (last < 0 && !(await hasGrant(tx, user_id, item.id))) return false;
    if (!(await takeContent(tx, item, user_id))) return false;
    const at = tx.app.clock.now();
    const expires_at = shanghaiDayEnd(at);
    const fresh = await grantAccess(tx, { user_id, item_id: item.id, source: 'member', source_id: null, expires_at });
    if (!fresh) return true;
    if (await takeDaily(tx, { user_id, name: unlockName(kindOf(item.kind)), limit: all, at })) return true;
    await revokeAccess(tx, { user_id, item_id: item.id, source: 'member', source_id: null });
    return false;
  });
}

/** The orders that paid for a company's library, also those that were taken back. */
export const companyOrders = (ctx: Ctx, owner_id: number): Promise<number[]> => findCompanyOrders(ctx.db, owner_id);

/** The company for which the user buys by the licence of a company; null: they buy for themselves. */
export const companyOf = (ctx: Ctx, user_id: number): Promise<number | null> => findCompanyOf(ctx.db, user_id);

/** Somebody begins, or ends, to use what a company has by its licence. */
export const shareLibrary = (tx: TxCtx, of: { owner_id: number; user_id: number }): Promise<void> =>
  insertLibraryPerson(tx.db, { ...of, created_at: tx.app.clock.now() });
export const unshareLibrary = (tx: TxCtx, of: { owner_id: number; user_id: number }): Promise<void> => deleteLibraryPerson(tx.db, of);
export const forgetLibrary = (tx: TxCtx, user_id: number): Promise<void> => deleteLibraryPerson(tx.db, { user_id });
