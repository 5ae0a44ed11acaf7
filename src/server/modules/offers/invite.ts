import { demandPath, OPEN_STATES } from '#contract/demand.ts';
import { FITTING_MOST, type FittingPeople, INVITED_A_DAY, INVITES_A_DAY, INVITES_A_DEMAND } from '#contract/offer.ts';
import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound, tooOften } from '../../kernel/errors.ts';
import { countWorksOf } from '../catalog/index.ts';
import { findBlocks } from '../chat/index.ts';
import { type DemandFacts, demandOf, lockDemand } from '../demands/index.ts';
import { isAccountOpen, publicUsers } from '../identity/index.ts';
import { takeDaily } from '../membership/index.ts';
import { findInvited, findUnanswered, insertInvitation } from './invitations.repo.ts';
import { rightsOf } from './make-offer.ts';
import { findBoard, findOwn } from './repo.ts';
import { didOf, nounOf, offerRefusal } from './rules.ts';
import { offerPeople } from './show-offers.ts';
import { tell } from './talk.ts';

/** Somebody whose published work is about what a demand asks. */
export interface Candidate {
  user_id: number;
  work: { title: string; path: string };
}

/**
 * Whom the owner may ask for an offer, of these in their order: who could make one and does not block the owner.
 * @throws AppError code 2; 404 for any other's demand
 */
export async function fittingPeople(ctx: Ctx, demand_id: number, candidates: readonly Candidate[]): Promise<FittingPeople> {
  const demand = await ownDemand(ctx, demand_id);
  const invited = await findInvited(ctx.db, demand_id);
  const left = Math.max(0, INVITES_A_DEMAND - invited.size);
  const found: Candidate[] = [];
  for (const candidate of candidates) {
    if (found.length === FITTING_MOST) break;
    if (invited.has(candidate.user_id) || (await whyNot(ctx, demand, candidate.user_id)) === null) found.push(candidate);
  }
  const people = await offerPeople(
    ctx,
    found.map(({ user_id }) => user_id),
  );
  const list = found.flatMap(({ user_id, work }) => {
    const person = people.get(user_id);
    return person ? [{ person, work, invited: invited.has(user_id) }] : [];
  });
  return { list, left };
}

async function ownDemand(ctx: Ctx, demand_id: number): Promise<DemandFacts> {
  const demand = await demandOf(ctx.db, demand_id);
  if (demand?.owner_id !== requireUser(ctx)) throw notFound('需求不存在');
  return demand;
}

/** Why somebody cannot be asked, for the owner; null: they can. */
async function whyNot(ctx: Ctx, demand: DemandFacts, user_id: number): Promise<string | null> {
  if (user_id === demand.owner_id) return '不能邀请自己';
  if (!(await isAccountOpen(ctx, user_id)) || (await countWorksOf(ctx, user_id)).size === 0) return '只能邀请发布过作品的用户';
  if ((await findBlocks(ctx.db, demand.owner_id, user_id)).length > 0) return '对方暂时不接收您的邀请';
  if (await findOwn(ctx.db, demand.id, user_id)) return `对方已经${didOf(demand)}`;
  const opened = (await findBoard(ctx.db, demand.id))?.opened_at != null;
  const { limit: _limit, ...who } = await rightsOf(ctx, user_id);
  // what is left of today says nothing of tomorrow
  const refusal = offerRefusal({ ...demand, opened, owner_gone: false }, { ...who, own: null, left_today: 1 }, ctx.app.clock.now());
  if (refusal === null) return null;
  return refusal.code === 'closed' || refusal.code === 'late' ? refusal.text : `对方不符合“谁可以${nounOf(demand)}”的条件`;
}

/**
 * Asks somebody for an offer: a message to them and an entry of their board. Once a person and demand: again is nothing. So many a demand, a day,
 * and a day to one person. Locks the demand.
 * @throws AppError code 2; 404 for any other's demand; 409 with why this person cannot be asked; 429 at a bound
 */
export async function inviteToOffer(ctx: Ctx, { demand_id, user_id }: { demand_id: number; user_id: number }): Promise<{ left: number }> {
  const owner_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    if (demand?.owner_id !== owner_id) throw notFound('需求不存在');
    const before = await findInvited(tx.db, demand_id);
    if (before.has(user_id)) return { left: Math.max(0, INVITES_A_DEMAND - before.size) };
    const why = await whyNot(tx, demand, user_id);
    if (why !== null) throw conflict(why);
    if (before.size >= INVITES_A_DEMAND) throw tooOften(`一条需求最多邀请 ${INVITES_A_DEMAND} 位`);
    const at = tx.app.clock.now();
    if (!(await takeDaily(tx, { user_id: owner_id, name: 'invite', limit: INVITES_A_DAY, at })))
      throw tooOften(`每天最多发出 ${INVITES_A_DAY} 份邀请，请明天再来`);
    if (!(await takeDaily(tx, { user_id, name: 'invited', limit: INVITED_A_DAY, at })))
      throw tooOften('对方今天收到的邀请已经很多，请明天再试');
    await insertInvitation(tx.db, demand_id, user_id, at);
    const { nickname } = (await publicUsers(tx, [owner_id])).get(owner_id);
    await tell(tx, [user_id], demand, {
      key: `demand:${demand_id}:invited`,
      title: `邀请您${nounOf(demand)}`,
      content: `${nickname} 看过您的作品，邀请您为「${demand.title}」${nounOf(demand)}。`,
      href: demandPath(demand_id),
    });
    return { left: INVITES_A_DEMAND - before.size - 1 };
  });
}

/** An invitation waits on the board for so long at most. */
const WAITS_MS = 30 * 86_400_000;
const MOST = 20;

/** Invitations to open demands that somebody has made no offer for. */
export async function invitations(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  const now = ctx.app.clock.now();
  const entries: WorkbenchEntry[] = [];
  for (const id of await findUnanswered(ctx.db, user_id, new Date(now.getTime() - WAITS_MS), MOST)) {
    const demand = await demandOf(ctx.db, id);
    if (!demand || !OPEN_STATES.includes(demand.state) || (demand.closes_at !== null && demand.closes_at <= now)) continue;
    entries.push({
      ...{ key: `invitation:${id}`, group: 'offer', title: demand.title, path: demandPath(id) },
      ...{ state: `邀请您${nounOf(demand)}`, asks_for_answer: true },
      ...(demand.closes_at ? { ends_at: unixSeconds(demand.closes_at) } : {}),
    });
  }
  return entries;
}
