import { visibleLine } from '#contract/display-name.ts';
import { type EditableProfile, type OwnProfile, PROFILE_MAX } from '#contract/identity.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { type FieldErrors, invalid, signInFirst } from '../../kernel/errors.ts';
import { emit } from '../../outbox/outbox.ts';
import { maskMobile } from './get-account.ts';
import { refuseOwnName, refuseShownName } from './refuse-own-name.ts';
import { findUser, setHeadimg, updateOwnFields } from './repo.ts';

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
 * Changes name, city and work of the signed-in user; only the name is required. Nothing invisible is kept, and names that pass for ours
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

/** Writes the address of the user's picture. Who may, and that it is there, is the caller's to know. */
export async function setUserPicture(ctx: Ctx, user_id: number, headimgurl: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await setHeadimg(tx.db, user_id, headimgurl);
    await emit(tx, 'user.changed', { user_id });
  });
}
