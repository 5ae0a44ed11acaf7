import { DOOR_AFTER_MS, DOORS_MAX, type DoorLink } from '#contract/door.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { randomToken, sha256 } from '../../kernel/ids.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { requireFreshProof } from '../identity/index.ts';
import { countDoorsOf, countLiveDoors, type DoorRecord, endDoor, endDoorsOf, findDoor, findDoors, insertDoor } from './door.repo.ts';
import { findSalon, type SalonRow } from './repo.ts';

const TOKEN = /^[\w-]{20,64}$/;

/** The salon, when the signed-in user holds it. @throws AppError code 2; 404 for salons of others */
export async function ownSalon(ctx: Ctx, salon_id: number): Promise<SalonRow> {
  const salon = await findSalon(ctx.db, salon_id);
  if (salon?.owner_id !== requireUser(ctx)) throw notFound('沙龙不存在');
  return salon;
}

/** The same, once it is public: drafts have no guests. @throws as `ownSalon`; 409 */
export async function ownPublicSalon(ctx: Ctx, salon_id: number): Promise<SalonRow & { starts_at: Date; ends_at: Date }> {
  const salon = await ownSalon(ctx, salon_id);
  const { starts_at, ends_at } = salon;
  if (starts_at === null || ends_at === null) throw conflict('沙龙发布后才能管理来宾');
  return { ...salon, starts_at, ends_at };
}

/**
 * Makes a link for one gate; its token is shown once and stored as a hash. It ends hours after the salon.
 * @throws AppError 404; 409 when the salon is over or has too many; 428: wants fresh proof
 */
export async function makeDoorLink(
  ctx: Ctx,
  input: { salon_id: number; name: string; gate: string },
): Promise<{ id: number; token: string }> {
  await ownSalon(ctx, input.salon_id);
  await requireFreshProof(ctx);
  const token = randomToken(16);
  return inTransaction(ctx, async (tx) => {
    const salon = await ownPublicSalon(tx, input.salon_id);
    const now = tx.app.clock.now();
    const expires_at = new Date(salon.ends_at.getTime() + DOOR_AFTER_MS);
    if (expires_at <= now || salon.state === 'cancelled') throw conflict('活动已经结束或取消，不能再建检票入口');
    if ((await countLiveDoors(tx.db, salon.item_id, now)) >= DOORS_MAX)
      throw conflict(`最多同时有 ${DOORS_MAX} 个检票入口，请先停用不用的`);
    const { name, gate } = input;
    const id = await insertDoor(tx.db, { salon_id: salon.item_id, name, gate, token_hash: sha256(token), created_at: now, expires_at });
    await recordAudit(tx, 'salon.door', `item:${salon.item_id}`, { door: id, name, gate });
    return { id, token };
  });
}

/** Ends a link at once. @throws AppError 404 */
export async function endDoorLink(ctx: Ctx, input: { salon_id: number; id: number }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await ownSalon(tx, input.salon_id);
    if (!(await endDoor(tx.db, { ...input, at: tx.app.clock.now() }))) throw notFound('检票入口不存在或已停用');
    await recordAudit(tx, 'salon.door_end', `item:${input.salon_id}`, { door: input.id });
  });
}

/** Ends the links of all salons of a user, who can make new ones. */
export function endDoorLinks(tx: TxCtx, owner_id: number): Promise<void> {
  return endDoorsOf(tx.db, owner_id, tx.app.clock.now());
}

/** How many links of a user's salons let in now. */
export function liveDoors(ctx: Ctx, owner_id: number): Promise<number> {
  return countDoorsOf(ctx.db, owner_id, ctx.app.clock.now());
}

/** The links of an own salon, the newest first. @throws AppError 404 */
export async function doorLinks(ctx: Ctx, salon_id: number): Promise<DoorLink[]> {
  await ownSalon(ctx, salon_id);
  const now = ctx.app.clock.now();
  return (await findDoors(ctx.db, salon_id)).map(({ ended_at, expires_at, ...door }) => ({
    ...door,
    expires_at: unixSeconds(expires_at),
    state: ended_at !== null ? 'ended' : expires_at <= now ? 'over' : 'live',
  }));
}

/** Who stands at a door with this token, and its salon. @throws AppError 403 when the link is unknown, ended or over */
export async function doorOf(ctx: Ctx, token: string): Promise<{ door: DoorRecord; salon: SalonRow & { starts_at: Date; ends_at: Date } }> {
  const door = TOKEN.test(token) ? await findDoor(ctx.db, sha256(token)) : null;
  if (!door) throw forbidden('检票链接无效，请向主办方要新的链接');
  if (door.ended_at !== null) throw forbidden('这个检票入口已被主办方停用');
  if (door.expires_at <= ctx.app.clock.now()) throw forbidden('活动已经结束，检票链接已失效');
  const salon = await findSalon(ctx.db, door.salon_id);
  if (!salon || salon.starts_at === null || salon.ends_at === null) throw forbidden('活动已被撤下');
  return { door, salon: { ...salon, starts_at: salon.starts_at, ends_at: salon.ends_at } };
}

/** Who scans: a door, or the organiser at the desk. */
export type Scanner = { by_staff: number; by_user_id: null; gate: string } | { by_staff: null; by_user_id: number; gate: string };

export const DESK_GATE = '主办方';

export function deskOf(tx: TxCtx): Scanner {
  return { by_staff: null, by_user_id: requireUser(tx), gate: DESK_GATE };
}
