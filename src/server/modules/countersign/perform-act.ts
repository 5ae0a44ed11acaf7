import { type Role, rolesMay, type StaffVerb } from '#contract/staff.ts';
import { ASKED_SECOND_STATUS, type SecondPersonFacts, WAITING_MOST } from '#contract/staff-bounds.ts';
import { type Ctx, createCtx, inSavepoint, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { assert } from '../../kernel/assert.ts';
import { AppError, conflict, forbidden } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { linkedAmong, staffAccounts } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { openReview } from '../review/index.ts';
import { defineSetting, fenSchema, getSetting } from '../settings/index.ts';
import { countWaiting, findSameAct, insertAct, lockStaffActs, lockWaiting, moveAct, sumAlone } from './repo.ts';

/** The key is older than its other uses: refunds were the first. */
export const confirmAbove = defineSetting('refund_confirm_above_fen', fenSchema(0, 1_000_000_000, 50_000), {
  group: '交易',
  title: '复核金额',
  about:
    '工作人员的退款、发放优惠券、积分与会员等操作，24 小时内合计超过此金额的，须由另一位同事在审核台确认；0 表示每一笔都要复核。仅管理员可修改，并须由另一位管理员确认。',
  moves_money: true,
});

export const confirmBound = (ctx: Ctx): Promise<number> => getSetting(ctx, confirmAbove);

/** Fen; `always`: whatever it is worth, a second person confirms it. */
export type ActValue = number | 'always';

/** Something that staff do and that moves money, rank or personal data out. Its input is stored as JSON while it waits. */
export interface StaffAct<Input extends object = object, Result = unknown> {
  /** As the table of `contract/staff-bounds.ts` names it. */
  name: string;
  title: string;
  verb: StaffVerb;
  /** Whom it serves or harms: neither they nor accounts of theirs do or confirm it. */
  concerns(ctx: Ctx, input: Input): readonly number[] | Promise<readonly number[]>;
  value(tx: TxCtx, input: Input): ActValue | Promise<ActValue>;
  /** What will happen, for who confirms. */
  about(ctx: Ctx, input: Input): string | Promise<string>;
  /**
   * Does it. Also asked for validation, in a transaction that is taken back: no effect but in the database and after the commit.
   * `confirmed_by`: the second person, where one confirmed it.
   */
  run(tx: TxCtx, input: Input, confirmed_by?: number): Promise<Result>;
  /** Only who gives roles confirms it. */
  by_admin?: boolean;
  /** Its result is for the eyes of who asked: a confirmation lets them do it once more, within a day. */
  result_is_secret?: boolean;
}

const known = new Map<string, StaffAct>();

export function defineStaffAct<Input extends object, Result>(act: StaffAct<Input, Result>): StaffAct<Input, Result> {
  assert(!known.has(act.name), `the staff act ${act.name} is defined twice`);
  known.set(act.name, act as unknown as StaffAct);
  return act;
}

export function findStaffAct(name: string): StaffAct | null {
  return known.get(name) ?? null;
}

export function allStaffActs(): StaffAct[] {
  return [...known.values()];
}

export const COUNTERSIGN = 'countersign';
export const DAY_MS = 86_400_000;
export const WAITS_DAYS = 7;
/** Roles that confirm; the act's own verb is asked for too. */
const CONFIRMERS: readonly Role[] = ['operator', 'finance'];

/** What was asked for waits for a second person: no failure, though the caller has no result. */
class AskedSecond extends AppError {
  constructor(value: ActValue, bound_fen: number, id: number) {
    const why = value === 'always' ? '这项操作' : `24 小时内合计超过 ¥${fenToYuan(bound_fen)}，`;
    super(`已提交：${why}须由另一位同事在审核台确认后生效`, { status: ASKED_SECOND_STATUS, data: { waiting_id: id } });
  }
}

interface Waiting {
  value: ActValue;
  about: string;
  /** Asked before with the same input. */
  same_id: number | null;
}

/** What validation found fit; takes its transaction back. */
class TakenBack extends Error {}

/** Whether one of these people is this one, or has an account that belongs to theirs. */
export async function isOneOf(ctx: Ctx, user_id: number, people: readonly number[]): Promise<boolean> {
  return (await linkedAmong(ctx, user_id, people)).size > 0;
}

export const OWN_TEXT = '不能为自己或自己的关联账号办理，请由另一位同事处理';

/** @throws AppError 403 when the actor is one of them; machine actors are exempt */
export async function refuseOwn(ctx: Ctx, people: readonly number[]): Promise<void> {
  if (ctx.actor.kind === 'user' && (await isOneOf(ctx, ctx.actor.user_id, people))) throw forbidden(OWN_TEXT);
}

/**
 * Staff do what an act says: at once up to the bound of the day, else a second person confirms it in the review queue. Where no other account
 * could confirm, it is done at once, logged, and all staff are notified. Machines are exempt. Locks the acts of this member of staff.
 * @throws AppError 403 without the verb or for oneself; what the act throws; AskedSecond (202) when it waits
 */
export async function performAct<Input extends object, Result>(ctx: Ctx, act: StaffAct<Input, Result>, input: Input): Promise<Result> {
  const { actor } = ctx;
  if (actor.kind === 'job' || actor.kind === 'command') return inTransaction(ctx, (tx) => act.run(tx, input));
  const staff_id = requireVerb(ctx, act.verb);
  const people = await act.concerns(ctx, input);
  await refuseOwn(ctx, people);
  const done = await inTransaction(ctx, async (tx): Promise<{ result: Result } | Waiting> => {
    await lockStaffActs(tx.db, staff_id);
    const value = await act.value(tx, input);
    if (value === 0) return { result: await act.run(tx, input) };
    const same = await findSameAct(tx.db, { staff_id, name: act.name, input });
    if (same?.state === 'granted' && (same.decided_at?.getTime() ?? 0) > tx.app.clock.now().getTime() - DAY_MS) {
      await moveAct(tx.db, same.id, 'granted', { state: 'done' });
      return { result: await act.run(tx, input) };
    }
    const alone = await whyAlone(tx, { act, staff_id, people, value });
    if (alone === null) {
      await validate(tx, act, input);
      return { value, about: await act.about(tx, input), same_id: same?.state === 'waiting' ? same.id : null };
    }
    const result = await act.run(tx, input);
    await countDone(tx, { name: act.name, value, about: alone === 'nobody_else' ? await act.about(tx, input) : '' });
    if (alone === 'nobody_else') await tellAlone(tx, act, input);
    return { result };
  });
  if ('result' in done) return done.result;
  const id = done.same_id ?? (await ask(ctx, act, input, done));
  throw new AskedSecond(done.value, await confirmBound(ctx), id);
}

/** Why somebody may do it alone: within the bound, or no other account could confirm; null: they may not. */
async function whyAlone<Input extends object, Result>(
  tx: TxCtx,
  { act, staff_id, people, value }: { act: StaffAct<Input, Result>; staff_id: number; people: readonly number[]; value: ActValue },
): Promise<'within' | 'nobody_else' | null> {
  if (value !== 'always' && !(await isBeyond(tx, staff_id, value))) return 'within';
  return (await hasConfirmer(tx, { ...act, staff_id, people })) ? null : 'nobody_else';
}

/** Whether this, with what they did alone in a day, is above the bound. The caller holds the lock of `lockStaffActs`. */
export async function isBeyond(tx: TxCtx, staff_id: number, value_fen: number): Promise<boolean> {
  const since = new Date(tx.app.clock.now().getTime() - DAY_MS);
  return (await sumAlone(tx.db, staff_id, since)) + value_fen > (await confirmBound(tx));
}

/** The bound and what the actor did alone of it in a day, for the hint before an act. @throws AppError 403 to all but staff */
export async function secondPersonFacts(ctx: Ctx): Promise<SecondPersonFacts> {
  const staff_id = requireVerb(ctx, 'today.see');
  const since = new Date(ctx.app.clock.now().getTime() - DAY_MS);
  const [bound, used] = await Promise.all([confirmBound(ctx), sumAlone(ctx.db, staff_id, since)]);
  return { bound: bound / 100, used: used / 100 };
}

/** Counts what was done without a second person. */
export async function countDone(tx: TxCtx, of: { name: string; value: ActValue; about: string }): Promise<void> {
  if (tx.actor.kind !== 'user') return;
  await insertAct(tx.db, {
    ...{ name: of.name, staff_id: tx.actor.user_id, value_fen: of.value === 'always' ? null : of.value },
    ...{ input: {}, about: of.about, state: 'done', created_at: tx.app.clock.now() },
  });
}

/** Whether an account may confirm: the verb, a role that confirms, neither who asked nor whom it concerns. */
export function mayConfirm(roles: readonly string[], { verb, by_admin = false }: { verb: StaffVerb; by_admin?: boolean }): boolean {
  if (by_admin) return roles.includes('admin');
  return rolesMay(roles, verb) && (roles.includes('admin') || CONFIRMERS.some((role) => roles.includes(role)));
}

async function hasConfirmer(
  tx: TxCtx,
  { staff_id, people, ...of }: { staff_id: number; people: readonly number[]; verb: StaffVerb; by_admin?: boolean },
): Promise<boolean> {
  for (const { id, roles } of await staffAccounts(tx)) {
    if (mayConfirm(roles, of) && !(await isOneOf(tx, id, [staff_id, ...people]))) return true;
  }
  return false;
}

async function validate<Input extends object, Result>(tx: TxCtx, act: StaffAct<Input, Result>, input: Input): Promise<void> {
  try {
    await inSavepoint(tx, async (inner) => {
      await act.run(inner, input);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}

/** In a transaction of its own: what surrounds the act is taken back, the request stays. */
async function ask<Input extends object, Result>(
  ctx: Ctx,
  act: StaffAct<Input, Result>,
  input: Input,
  { value, about }: { value: ActValue; about: string },
): Promise<number> {
  return inTransaction(createCtx(ctx.app, ctx.actor, ctx.request_id), async (tx) => {
    const staff_id = requireVerb(tx, act.verb);
    await lockWaiting(tx.db, staff_id);
    const since = new Date(tx.app.clock.now().getTime() - WAITS_DAYS * DAY_MS);
    if ((await countWaiting(tx.db, { staff_id, since, most: WAITING_MOST })) >= WAITING_MOST)
      throw conflict(`您已有 ${WAITING_MOST} 项操作在等待复核，请先请同事处理，或撤回其中几项`);
    const id = await insertAct(tx.db, {
      ...{ name: act.name, staff_id, value_fen: value === 'always' ? null : value, input, about },
      ...{ state: 'waiting', created_at: tx.app.clock.now() },
    });
    await openReview(tx, { type: COUNTERSIGN, target_id: id, score: value === 'always' ? 1 : 0 });
    await recordAudit(tx, 'countersign.ask', `act:${id}`, { act: act.name, about, value_fen: value });
    return id;
  });
}

async function tellAlone<Input extends object, Result>(tx: TxCtx, act: StaffAct<Input, Result>, input: Input): Promise<void> {
  const about = await act.about(tx, input);
  await recordAudit(tx, 'countersign.alone', `act:${act.name}`, { act: act.name, about });
  const others = (await staffAccounts(tx)).map(({ id }) => id).filter((id) => tx.actor.kind === 'user' && id !== tx.actor.user_id);
  await sendNotices(tx, others, {
    ...{ topic: 'wallet', key: `alone:${act.name}:${tx.request_id}:${tx.app.clock.now().getTime()}`, href: '/admin/audit' },
    ...{ title: `无人复核：${act.title}`, content: `${about}。没有其他同事可以复核，已直接生效，请核对。` },
  });
}
