import { POINT_FEN } from '#contract/staff-bounds.ts';
import { type App, type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { rowByRow, timedJob } from '../../app/timed-job.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { crowdedUsers, isAccountOpen, linksBetween, publicUsers, shareNetwork } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { paidOrders } from '../orders/index.ts';
import { grantPoints } from '../points/index.ts';
import { getSetting } from '../settings/index.ts';
import { countGranted, findDue, findInvite, type InviteRecord, lockInviter, newestInvited, type Reward, updateInvite } from './repo.ts';
import { CROWD_AMONG, CROWD_LEAST, flagsOf, monthOf } from './rules.ts';
import { inviteMonthMost, invitePaidPoints, inviteRegisterPoints } from './settings.ts';

/** Every ten minutes: rewards of invitations that fell due. */
export function inviteJobs(app: App): JobDefinition[] {
  return [timedJob(app, 'invites.settle', '*/10 * * * *', settleInvites)];
}

const BATCH = 200;

/** Decides what fell due: given, capped by the month, come to nothing, or held up with flags for staff. Returns how many were looked at. */
export async function settleInvites(ctx: Ctx, stopping?: AbortSignal): Promise<number> {
  const due = await findDue(ctx.db, ctx.app.clock.now(), BATCH);
  await rowByRow(ctx, due, 'an invitation was not settled', (id) => settleInvite(ctx, id), stopping);
  return due.length;
}

/** One invitation; of many at once each reward is given once. */
async function settleInvite(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const seen = await findInvite(tx.db, id);
    if (!seen) return;
    await lockInviter(tx.db, seen.invitor_id);
    const invite = (await findInvite(tx.db, id)) as InviteRecord;
    if (invite.cleared_at === null) {
      const flags = await lookClosely(tx, invite);
      if (flags.length > 0) return updateInvite(tx.db, id, { flags });
    }
    const now = tx.app.clock.now();
    if (invite.register_state === 'waiting' && invite.register_due_at <= now) await decide(tx, invite, 'register');
    if (invite.paid_state === 'waiting' && invite.paid_due_at !== null && invite.paid_due_at <= now) await decide(tx, invite, 'paid');
  });
}

async function lookClosely(tx: TxCtx, { invitor_id, user_id }: InviteRecord) {
  const links = await linksBetween(tx, invitor_id, user_id);
  const same_network = await shareNetwork(tx, invitor_id, user_id);
  const crowded = await crowdedUsers(tx, await newestInvited(tx.db, invitor_id, CROWD_AMONG), CROWD_LEAST);
  return flagsOf({ links, same_network, crowd: crowded.includes(user_id) });
}

async function tellGiven(tx: TxCtx, { id, invitor_id, user_id }: InviteRecord, reward: Reward, points: number): Promise<void> {
  const name = (await publicUsers(tx, [user_id])).get(user_id).nickname;
  await sendNotices(tx, [invitor_id], {
    ...{ topic: 'points', key: `invite:${reward}:${id}`, title: `邀请奖励已到账：${points} 积分`, href: '/personalCenter/myInvite' },
    content: `您邀请的“${name}”${reward === 'register' ? '已注册' : '已完成首次付款'}。`,
  });
}

async function decide(tx: TxCtx, invite: InviteRecord, reward: Reward): Promise<void> {
  const points = await getSetting(tx, reward === 'register' ? inviteRegisterPoints : invitePaidPoints);
  const write = (state: string, given = 0): Promise<void> => {
    const change = reward === 'register' ? { register_state: state, register_points: given } : { paid_state: state, paid_points: given };
    return updateInvite(tx.db, invite.id, change);
  };
  if (points === 0 || !(await stillRight(tx, invite, reward))) return write('refused');
  const due = (reward === 'register' ? invite.register_due_at : invite.paid_due_at) as Date;
  const { from, to } = monthOf(due);
  if ((await countGranted(tx.db, invite.invitor_id, from, to)) >= (await getSetting(tx, inviteMonthMost))) return write('capped');
  await grantPoints(tx, { user_id: invite.invitor_id, points, reason: 'invite', key: `invite:${reward}:${invite.id}` });
  await write('granted', points);
  await tellGiven(tx, invite, reward, points);
}

/** Both are still here, and what was paid was not given back. */
async function stillRight(tx: TxCtx, { invitor_id, user_id, order_id }: InviteRecord, reward: Reward): Promise<boolean> {
  if (!(await isAccountOpen(tx, invitor_id)) || !(await isAccountOpen(tx, user_id))) return false;
  if (reward === 'register') return true;
  const paid = order_id === null ? undefined : (await paidOrders(tx, user_id, [order_id])).get(order_id);
  return paid !== undefined && paid.left_fen > 0;
}

/**
 * Staff looked: either the invitation is right, and its rewards are decided as they fall due, or nothing more comes of it.
 * @throws AppError 403, 404, 409 when nothing waits
 */
export async function judgeInvite(tx: TxCtx, id: number, right: boolean, reason: string): Promise<void> {
  if (right) await performAct(tx, clearAct, { id, reason });
  else await writeJudged(tx, id, false, reason);
}

const clearAct = defineStaffAct<{ id: number; reason: string }, void>({
  name: 'invite.clear',
  title: '核实邀请奖励',
  verb: 'invite.judge',
  async concerns(ctx, { id }) {
    const invite = await findInvite(ctx.db, id);
    return invite ? [invite.invitor_id, invite.user_id] : [];
  },
  value: async (ctx) => ((await getSetting(ctx, inviteRegisterPoints)) + (await getSetting(ctx, invitePaidPoints))) * POINT_FEN,
  about: (_ctx, { id, reason }) => `邀请 ${id} 核实通过，按时发放奖励（${reason}）`,
  run: (tx, { id, reason }) => writeJudged(tx, id, true, reason),
});

async function writeJudged(tx: TxCtx, id: number, right: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'invite.judge');
  const seen = await findInvite(tx.db, id);
  if (!seen) throw notFound('邀请不存在');
  await lockInviter(tx.db, seen.invitor_id);
  const invite = (await findInvite(tx.db, id)) as InviteRecord;
  if (invite.register_state !== 'waiting' && !['waiting', 'none'].includes(invite.paid_state)) throw conflict('奖励已经处理完');
  if (right) {
    if (invite.cleared_at) throw conflict('已经核实通过');
    await updateInvite(tx.db, id, { cleared_at: tx.app.clock.now() });
  } else {
    await updateInvite(tx.db, id, {
      ...(invite.register_state === 'waiting' ? { register_state: 'refused' } : {}),
      ...(['waiting', 'none'].includes(invite.paid_state) ? { paid_state: 'refused' } : {}),
    });
  }
  await recordAudit(tx, right ? 'invite.clear' : 'invite.refuse', `invite:${id}`, { flags: invite.flags, reason });
}
