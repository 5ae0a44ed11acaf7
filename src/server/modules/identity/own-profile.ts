import { refuseName, STAFF_LIKE_TEXT, skeletonOf, visibleLine } from '#contract/display-name.ts';
import { checkProfile, type EditableProfile, type OwnProfile, PROFILE_MAX, type ProfileInput } from '#contract/identity.ts';
import type { Role } from '#contract/staff.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { type FieldErrors, invalid, signInFirst } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { findMobiles, findStaffNames, findUser, setHeadimg, updateOwnFields, updateProfile } from './repo.ts';

/** What the user may see of their own account. */
export interface Account {
  id: number;
  /** 138****0000 */
  masked_mobile: string;
  nickname: string;
  headimgurl: string;
  show_company: string;
  show_job: string;
  works_num: number;
  roles: Role[];
}

/** The account, or null for an unknown id. */
export async function getAccount(ctx: Ctx, user_id: number): Promise<Account | null> {
  const user = await findUser(ctx.db, user_id);
  if (!user) return null;
  const { id, nickname, headimgurl, show_company, show_job, works_num, roles } = user;
  return { id, masked_mobile: maskMobile(user.mobile), nickname, headimgurl, show_company, show_job, works_num, roles };
}

/** The whole number of an account, for what is given to its phone: a partner's right, a connected call. Never shown. Null for an unknown id. */
export async function accountMobile(ctx: Ctx, user_id: number): Promise<string | null> {
  return (await findUser(ctx.db, user_id))?.mobile ?? null;
}

/** The same of many by user; unknown ids are absent. */
export function accountMobiles(ctx: Ctx, user_ids: readonly number[]): Promise<Map<number, string>> {
  return findMobiles(ctx.db, user_ids);
}

/**
 * The number that somebody gave for being reached at: their own account's when it is written as their browser knows it (138****0000).
 * Null: it is masked and not theirs.
 */
export async function contactMobile(ctx: Ctx, user_id: number | null, given: string): Promise<string | null> {
  if (!given.includes('*')) return given;
  const user = user_id === null ? null : await findUser(ctx.db, user_id);
  return user && maskMobile(user.mobile) === given ? user.mobile : null;
}

export function maskMobile(mobile: string): string {
  return `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
}

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Name or picture of somebody changed, which stand on the pages of their works. */
    'user.changed': { user_id: number };
  }
}

/** What the signed-in user sees of the own account. @throws AppError code 2 for visitors and users who are gone */
export async function ownProfile(ctx: Ctx): Promise<OwnProfile> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  const { nickname, city, show_company, show_job, headimgurl } = user;
  const supplement = { birthday: user.birthday ?? '', sex: user.sex as OwnProfile['sex'] };
  const account = maskMobile(user.mobile);
  return { nickname, city, show_company, show_job, headimgurl, ...supplement, account, has_password: user.password_hash !== null };
}

/** All that the account's own row says of the signed-in user, for the package of their data. */
export async function exportedAccount(ctx: Ctx): Promise<object> {
  const user = await findUser(ctx.db, requireUser(ctx));
  if (!user) throw signInFirst();
  const { password_hash, roles: _roles, blocked: _blocked, ...facts } = user;
  return { ...facts, has_password: password_hash !== null };
}

const LABELS: Record<keyof EditableProfile, string> = { nickname: '昵称', city: '城市', show_company: '公司', show_job: '职位' };

/**
 * Changes name, city and work of the signed-in user; only the name is required. Invisible characters are dropped, and names that pass for ours
 * are for staff alone.
 * @throws AppError code 1 with one message a field
 */
export async function editProfile(ctx: Ctx, input: EditableProfile): Promise<void> {
  const user_id = requireUser(ctx);
  const wrong: FieldErrors = {};
  const profile = { ...input };
  for (const key of Object.keys(LABELS) as Array<keyof EditableProfile>) {
    profile[key] = visibleLine(input[key]);
    if ([...profile[key]].length > PROFILE_MAX[key]) wrong[key] = `${LABELS[key]}最多 ${PROFILE_MAX[key]} 个字`;
  }
  if (profile.nickname === '') wrong['nickname'] = '请输入昵称';
  const ours = await refuseOwnName(ctx, profile.nickname);
  if (ours) wrong['nickname'] = ours;
  const company = refuseShownName(ctx, profile.show_company);
  if (company) wrong['show_company'] = company;
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  await inTransaction(ctx, async (tx) => {
    await updateOwnFields(tx.db, user_id, profile);
    await emit(tx, 'user.changed', { user_id });
  });
}

/** Null, or why the signed-in user cannot show this as the name of their company: it passes for ours. Staff may. */
function refuseShownName({ actor }: Ctx, name: string): string | null {
  return actor.kind === 'user' && actor.roles.length > 0 ? null : refuseName(name);
}

/** The same of a name that is one's own, a shop's too: it may not look like that of somebody who works here either. */
export async function refuseOwnName(ctx: Ctx, name: string): Promise<string | null> {
  if (ctx.actor.kind === 'user' && ctx.actor.roles.length > 0) return null;
  const wrong = refuseShownName(ctx, name);
  if (wrong) return wrong;
  const skeleton = skeletonOf(name);
  const taken = (await findStaffNames(ctx.db)).some((staff) => skeletonOf(staff) === skeleton);
  return taken && skeleton !== '' ? STAFF_LIKE_TEXT : null;
}

/** Writes the address of the user's picture. Who may, and that it is there, is the caller's to know. */
export async function setUserPicture(ctx: Ctx, user_id: number, headimgurl: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await setHeadimg(tx.db, user_id, headimgurl);
    await emit(tx, 'user.changed', { user_id });
  });
}

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** What others see of a user changed: name, picture, city, job. */
    'user.changed': { user_id: number };
  }
}

/**
 * Stores the signed-in user's profile supplement (spec 4.2), all fields of which are required, without invisible characters. Names that pass for
 * ours are for staff alone. `reward`: what it brings, in the same transaction, and once by its own key.
 * @throws AppError code 1 with one message a field (spec 5), code 2 for visitors
 */
export async function completeProfile(
  ctx: Ctx,
  input: ProfileInput,
  reward: (tx: TxCtx, user_id: number) => Promise<unknown> = async () => undefined,
): Promise<void> {
  const user_id = requireUser(ctx);
  const profile = {
    ...input,
    nickname: visibleLine(input.nickname),
    show_company: visibleLine(input.show_company),
    show_job: visibleLine(input.show_job),
  };
  const wrong = checkProfile({ ...profile }, shanghaiDay(ctx.app.clock.now()));
  const ours = await refuseOwnName(ctx, profile.nickname);
  if (ours) wrong.nickname ??= ours;
  const company = refuseShownName(ctx, profile.show_company);
  if (company) wrong.show_company ??= company;
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  await inTransaction(ctx, async (tx) => {
    await updateProfile(tx.db, user_id, profile);
    await emit(tx, 'user.changed', { user_id });
    await reward(tx, user_id);
  });
}
