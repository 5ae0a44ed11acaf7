import { plainPhone } from '#contract/identity.ts';
import { plainTaxNumber } from '#contract/tax-number.ts';
import { authPictureFiles, type CompanyForm, checkCompany, ID_PICTURE_TEXT, type OwnCompany } from '#contract/verification.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { sqlState } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { openWith, sealWith } from '../../kernel/key-ring.ts';
import { contactMobile, maskMobile } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { dropUploads, uploadedPicture } from '../publishing/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { type CompanyRow, endCompany, findCompany, freeLicence, isLicenceTaken, lockCompany, lockVerifying, saveCompany } from './repo.ts';
import { certifiedUntil, companyStatus, isCertified, moveVerification } from './rules.ts';
import { ringOf, sealedPictures, storeSealed } from './sealed-pictures.ts';

/** Type of the review, and the purpose under which contacts are sealed. */
export const COMPANY = 'company';
export const CONTACT = 'company contact';
export const ENTERPRISE_PAGE = '/personalCenter/myEnterprise';
const TAKEN = '这家企业已在另一个账号认证，如有疑问请联系客服';

/**
 * Sends an enterprise in, or a change of it; people decide. What was approved before counts until then, and on after a refusal. A change
 * may leave the picture away: the one before it is looked at again.
 * @throws AppError code 1 for a wrong field, 404 for a picture that is not theirs, 409 while one is looked at
 */
export async function submitCompany(ctx: Ctx, form: CompanyForm): Promise<OwnCompany> {
  const user_id = requireUser(ctx);
  const known = await findCompany(ctx.db, user_id);
  const wrong = checkCompany(form, known !== null);
  if (Object.keys(wrong).length > 0) throw invalid({ ...wrong });
  requireFree(known);
  const mobile = await mobileOf(ctx, user_id, known, form.contact_mobile);
  const files = form.licence_url === '' ? [] : (authPictureFiles(form.licence_url) as number[]);
  const fresh = files[0] === undefined ? null : await uploadedPicture(ctx, files[0]);
  if (fresh && fresh.type !== 'png' && fresh.type !== 'jpeg') throw invalid({ licence_url: ID_PICTURE_TEXT });
  const now = ctx.app.clock.now();
  const licence = plainTaxNumber(form.licence);
  if (await isLicenceTaken(ctx.db, user_id, licence, now)) throw invalid({ licence: TAKEN });
  const stored = fresh && (await storeSealed(ctx, fresh.data));
  try {
    return await inTransaction(ctx, async (tx) => {
      await lockVerifying(tx.db, user_id);
      const before = await findCompany(tx.db, user_id);
      requireFree(before);
      const picture_key = stored ?? before?.picture_key;
      if (picture_key === undefined) throw invalid({ licence_url: '请上传营业执照' });
      await freeLicence(tx.db, user_id, licence, now);
      const row = await saveCompany(tx.db, {
        ...{ user_id, status: moveVerification(companyStatus(before, now), 'submit'), reason: '', picture_key, licence },
        ...{ name: form.name.trim(), legal_person: form.legal_person.trim(), contact_name: form.contact_name.trim() },
        ...{ sealed_contact: sealWith(ringOf(tx), CONTACT, mobile), masked_contact: maskMobile(mobile) },
        ...{ submitted_at: now, decided_at: null },
      });
      if (stored !== null) await sealedPictures.sweepLater(tx, [before?.picture_key ?? '']);
      await dropUploads(tx, user_id, files);
      await openReview(tx, { type: COMPANY, target_id: row.id });
      return ownOf(row, now);
    });
  } catch (error) {
    // two accounts at once: the index let one of them
    if (sqlState(error) === '23505') throw invalid({ licence: TAKEN });
    throw error;
  }
}

function requireFree(row: CompanyRow | null): void {
  if (row?.status === 'reviewing') throw conflict('企业资料正在审核，请等待结果，或先撤回再修改');
}

/** The number as it was shown masked: that of the submission before, or of the account. */
async function mobileOf(ctx: Ctx, user_id: number, before: CompanyRow | null, given: string): Promise<string> {
  if (!given.includes('*')) return plainPhone(given);
  if (before?.masked_contact === given) return openWith(ringOf(ctx), CONTACT, before.sealed_contact);
  const own = await contactMobile(ctx, user_id, given);
  if (own === null) throw invalid({ contact_mobile: '请输入正确的手机号' });
  return own;
}

/** Withdraws an undecided submission: it can be changed and sent in again. @throws AppError 409 when none is under review */
export async function withdrawCompany(ctx: Ctx): Promise<OwnCompany> {
  const user_id = requireUser(ctx);
  return inTransaction(ctx, async (tx) => {
    await lockVerifying(tx.db, user_id);
    const found = await findCompany(tx.db, user_id);
    const row = found && (await lockCompany(tx.db, found.id));
    if (row?.status !== 'reviewing') throw conflict('没有正在审核的企业资料');
    await withdrawReview(tx, { type: COMPANY, target_id: row.id });
    const end = { status: moveVerification(row.status, 'reject'), reason: '您已撤回，可以修改后重新提交', decided_at: tx.app.clock.now() };
    await endCompany(tx.db, row.id, end);
    return ownOf({ ...row, ...end }, end.decided_at);
  });
}

/** Ends a submission under review, and notifies its owner. The caller has locked it. */
export async function decideCompany(tx: TxCtx, row: CompanyRow, event: 'approve' | 'reject', reason: string): Promise<void> {
  const now = tx.app.clock.now();
  const passed = event === 'approve';
  await endCompany(tx.db, row.id, {
    ...{ status: moveVerification(row.status, event), reason, decided_at: now },
    ...(passed ? { certified: { name: row.name, licence: row.licence }, certified_until: certifiedUntil(now), warned_at: null } : {}),
  });
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'verify', key: `company:${row.id}:${row.submissions}:${event}` },
    title: passed ? '企业认证已通过' : '企业认证未通过',
    content: passed ? '现在可以发布职位，页面上会显示企业认证标识。' : reason,
    href: ENTERPRISE_PAGE,
  });
}

/** How the enterprise of the signed-in user stands. */
export async function ownCompany(ctx: Ctx): Promise<OwnCompany> {
  const row = await findCompany(ctx.db, requireUser(ctx));
  return ownOf(row, ctx.app.clock.now());
}

const NO_FORM = { name: '', licence: '', legal_person: '', contact_name: '', contact_mobile: '', has_picture: false };

function ownOf(row: CompanyRow | null, now: Date): OwnCompany {
  const status = companyStatus(row, now);
  const certified = row !== null && isCertified(row, now);
  return {
    status,
    certified: certified ? 1 : 0,
    certified_until: certified ? unixSeconds(row.certified_until as Date) : 0,
    certified_as: certified ? row.certified : null,
    reason: row?.reason ?? '',
    form: row
      ? {
          ...{ name: row.name, licence: row.licence, legal_person: row.legal_person, contact_name: row.contact_name },
          ...{ contact_mobile: row.masked_contact, has_picture: row.picture_key !== '' },
        }
      : NO_FORM,
    submitted_at: row ? unixSeconds(row.submitted_at) : 0,
    decided_at: row?.decided_at ? unixSeconds(row.decided_at) : 0,
  };
}
