import type { AccessDecision } from '#contract/item.ts';
import { type Ctx, readTogether } from '../../app/ctx.ts';
import { kindOf } from '../catalog/index.ts';
import { activeVips, dailyUsed, takeMembership, unlockName } from '../membership/index.ts';
import { traceUse } from '../orders/index.ts';
import { noteMemberRead } from '../pool/index.ts';
import { voucherCount } from '../vouchers/index.ts';
import { findGrants, type Holding } from './repo.ts';
import {
  type AccessItem,
  decideAccess,
  isLasting,
  type LastLockNum,
  membershipIn,
  openingVipsOf,
  type Reader,
  unlocksLeft,
  vipTypesOf,
} from './rules.ts';

/** A reader with the grants behind the sources. */
type HoldingReader = Reader & { held: readonly Holding[] };

const NOBODY: HoldingReader = {
  held: [],
  user_id: null,
  is_staff: false,
  grants: [],
  is_member: false,
  opens_whole: false,
  unlocks: { all: 0, last: -1 },
  voucher_count: 0,
};

/**
 * May this reader have the whole item, and by which right; or what would open it, at which price (spec 4, Access rules). Decided by
 * the clock at each call. Staff are recognised by the actor, and only when the actor is the reader.
 */
export async function decide(ctx: Ctx, item: AccessItem, user_id: number | null): Promise<AccessDecision> {
  return decideAccess(kindOf(item.kind), item, await readerOf(ctx, item, user_id));
}

/**
 * The decision for bytes that leave now. A right that was bought leaves its trace first (`traceUse`), so that the money cannot go back
 * beside them; whose money is going back at this moment has no right.
 */
export async function decideToGive(
  ctx: Ctx,
  item: AccessItem,
  user_id: number | null,
  way: 'pages' | 'file' | 'lesson',
): Promise<AccessDecision> {
  const { held, ...reader } = await readerOf(ctx, item, user_id);
  const decision = decideAccess(kindOf(item.kind), item, reader);
  if (!decision.allowed || user_id === null) return decision;
  const order_id = held.find(({ source }) => source === decision.right)?.source_id ?? null;
  const gone: AccessDecision = { allowed: false, reason: '权益已随退款收回', offers: [] };
  if ((decision.right === 'purchase' || decision.right === 'company') && order_id !== null)
    return (await traceUse(ctx, order_id, way)) ? decision : gone;
  // an unlock of today left its trace when it was taken
  if (decision.right !== 'member' || reader.grants.length > 0) return decision;
  return (await takeContent(ctx, item, user_id)) ? decision : gone;
}

/** Content is about to be had by the memberships that count for the item; its publisher shares in them. False: none runs any more. */
export async function takeContent(ctx: Ctx, item: Pick<AccessItem, 'kind' | 'publisher_id'>, user_id: number): Promise<boolean> {
  const kind = kindOf(item.kind);
  const vip_types = [...new Set([...vipTypesOf(kind), ...openingVipsOf(kind)])];
  const taken = await takeMembership(ctx, { user_id, way: 'member_content', vip_types });
  if (taken) await noteMemberRead(ctx, { publisher_id: item.publisher_id, reader_id: user_id });
  return taken;
}

/** Unlocks a member has today; {all: 0, last: -1} for others. */
export async function memberUnlocks(ctx: Ctx, item: Pick<AccessItem, 'kind'>, user_id: number): Promise<LastLockNum> {
  const vips = await activeVips(ctx, user_id);
  return unlocksOf(ctx, item, user_id, vips);
}

/** A running membership of the item's kind or of all kinds. */
export async function isMember(ctx: Ctx, item: Pick<AccessItem, 'kind'>, user_id: number): Promise<boolean> {
  return membershipIn(kindOf(item.kind), await activeVips(ctx, user_id)).is_member;
}

async function readerOf(ctx: Ctx, item: AccessItem, user_id: number | null): Promise<HoldingReader> {
  if (user_id === null) return NOBODY;
  const is_staff = ctx.actor.kind === 'user' && ctx.actor.user_id === user_id && ctx.actor.roles.length > 0;
  const granted = () => findGrants(ctx.db, user_id, item.id, ctx.app.clock.now());
  const opening = openingVipsOf(kindOf(item.kind));
  const free = item.price_fen === 0 && !item.vip_only && opening.length === 0;
  const settled = is_staff || user_id === item.publisher_id || free;
  if (settled) return { ...NOBODY, user_id, is_staff, ...sourcesOf(await granted()) };
  // in parallel although a grant makes the others needless: most readers have none, and one round trip is shorter than two
  const [held, vips, voucher_count] = await readTogether(
    ctx,
    granted,
    () => activeVips(ctx, user_id),
    () => voucherCount(ctx, { user_id, kind: item.kind }),
  );
  if (held.some(({ source }) => isLasting(source))) return { ...NOBODY, user_id, is_staff, ...sourcesOf(held) };
  return {
    user_id,
    is_staff,
    ...sourcesOf(held),
    ...membershipIn(kindOf(item.kind), vips),
    unlocks: item.vip_only && held.length === 0 ? await unlocksOf(ctx, item, user_id, vips) : { all: 0, last: -1 },
    voucher_count,
  };
}

const sourcesOf = (held: readonly Holding[]) => ({ held, grants: held.map(({ source }) => source) });

async function unlocksOf(
  ctx: Ctx,
  item: Pick<AccessItem, 'kind'>,
  user_id: number,
  vips: ReadonlyMap<number, { max_download_pre_day: number }>,
): Promise<LastLockNum> {
  const plans = vipTypesOf(kindOf(item.kind)).flatMap((type) => vips.get(type) ?? []);
  const limited = plans.length > 0 && plans.every((plan) => plan.max_download_pre_day > 0);
  return unlocksLeft(plans, limited ? await dailyUsed(ctx, { user_id, name: unlockName(kindOf(item.kind)) }) : 0);
}
