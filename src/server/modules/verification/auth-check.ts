import { AUTH_CODES, AUTH_TYPES, type AuthCheck, mayPublishJob, VERIFY_TEXTS } from '#contract/verification.ts';
import { actingAs, type Ctx, readTogether, requireUser } from '../../app/ctx.ts';
import { openWith } from '../../kernel/key-ring.ts';
import { publicUsers } from '../identity/index.ts';
import { shopNamesOf, shopOf } from '../shops/index.ts';
import { openPerson, PERSON } from './realname.ts';
import { findCertifiedNames, findCompany, findPerson } from './repo.ts';
import { companyStatus, isCertified } from './rules.ts';
import { ringOf } from './sealed-pictures.ts';

/** `auth_company` and `auth_personal` of the user info: 1 and a number once they are done, null before anything was sent in. */
export interface Verified {
  company: { status: number } | null;
  personal: { id: number } | null;
}

export async function verifiedOf(ctx: Ctx, user_id: number): Promise<Verified> {
  const [person, company] = await readTogether(
    ctx,
    () => findPerson(ctx.db, user_id),
    () => findCompany(ctx.db, user_id),
  );
  const now = ctx.app.clock.now();
  return {
    personal: person?.status === 'approved' ? { id: person.id } : null,
    company: company && { status: isCertified(company, now) ? 1 : AUTH_CODES[companyStatus(company, now)] },
  };
}

/** How the signed-in user stands: 1 a person, 2 an enterprise, 3 a shop that staff certified. `status` 1 lets through. */
export async function authCheck(ctx: Ctx, type: number): Promise<AuthCheck> {
  const user_id = requireUser(ctx);
  if (type === AUTH_TYPES.personal) {
    const status = (await findPerson(ctx.db, user_id))?.status ?? 'none';
    return { status: AUTH_CODES[status], text: VERIFY_TEXTS[status] };
  }
  if (type === AUTH_TYPES.shop) {
    const certified = (await shopOf(ctx, user_id))?.card.is_gold_certification === 1;
    return certified ? { status: 1, text: '店铺已认证' } : { status: 0, text: '没有经过认证的店铺' };
  }
  const now = ctx.app.clock.now();
  const company = await findCompany(ctx.db, user_id);
  const status = company && isCertified(company, now) ? 'approved' : companyStatus(company, now);
  return { status: AUTH_CODES[status], text: VERIFY_TEXTS[status] };
}

/** Whether the user may publish demands: verified users may. */
export async function mayPublishDemands(ctx: Ctx, user_id: number): Promise<boolean> {
  return (await findPerson(ctx.db, user_id))?.status === 'approved';
}

/** Whether the signed-in user may publish jobs. */
export async function mayPublishJobs(ctx: Ctx): Promise<boolean> {
  const [company, shop] = [await authCheck(ctx, AUTH_TYPES.company), await authCheck(ctx, AUTH_TYPES.shop)];
  return mayPublishJob({ company: company.status, shop: shop.status });
}

/** Whether there is a verified enterprise behind the user now: what lets them publish jobs lets them employ and find resumes. */
export function isEnterprise(ctx: Ctx, user_id: number): Promise<boolean> {
  return mayPublishJobs(actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }));
}

/** How the enterprises of these users are called: as they were verified, else as their shop, else as the user. */
export async function enterpriseNames(ctx: Ctx, user_ids: readonly number[]): Promise<(id: number) => string> {
  const ids = [...new Set(user_ids)];
  const [users, shops, companies] = await readTogether(
    ctx,
    () => publicUsers(ctx, ids),
    () => shopNamesOf(ctx, ids),
    () => findCertifiedNames(ctx.db, ids),
  );
  return (id) => companies.get(id) ?? shops.get(id) ?? users.get(id).nickname;
}

/** Who a user is by law: their certified enterprise, else the verified person with the whole number; null: not verified. The caller writes the log. */
export async function legalIdentity(
  ctx: Ctx,
  user_id: number,
): Promise<{ kind: 'person' | 'company'; name: string; number: string } | null> {
  const company = await findCompany(ctx.db, user_id);
  if (company?.certified && isCertified(company, ctx.app.clock.now()))
    return { kind: 'company', name: company.certified.name, number: company.certified.licence };
  const person = await findPerson(ctx.db, user_id);
  return person?.status === 'approved' ? { kind: 'person', ...openPerson(ctx, person) } : null;
}

const plain = (name: string): string => name.normalize('NFKC').replace(/[\s·.]/g, '');

/** Whether a name is that of the user as they were verified, or of their certified enterprise. Null: neither was ever verified. */
export async function isVerifiedAs(ctx: Ctx, user_id: number, name: string): Promise<boolean | null> {
  const person = await findPerson(ctx.db, user_id);
  const names = [...(await findCertifiedNames(ctx.db, [user_id])).values()];
  if (person?.status === 'approved') names.push((JSON.parse(openWith(ringOf(ctx), PERSON, person.sealed)) as { name: string }).name);
  return names.length === 0 ? null : names.some((known) => plain(known) === plain(name));
}
