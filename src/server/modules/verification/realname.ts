import { maskIdCard, plainIdCard } from '#contract/id-card.ts';
import { authPictureFiles, checkRealname, ID_PICTURE_TEXT, type OwnRealname, type RealnameForm } from '#contract/verification.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { sqlState } from '../../db/pool.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { hashesBy, openWith, sealWith } from '../../kernel/key-ring.ts';
import type { RealnameFacts } from '../../providers/realname/port.ts';
import { sendNotices } from '../notices/index.ts';
import { dropUploads, uploadedPicture } from '../publishing/index.ts';
import { openReview, settleReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { endPerson, findPerson, isNumberTaken, lockVerifying, type PersonRow, removeOf, savePerson } from './repo.ts';
import { maskName, moveVerification, picturesUntil } from './rules.ts';
import { ringOf, sealedPictures, storeSealed } from './sealed-pictures.ts';
import { idPictureDays, realnameMode } from './settings.ts';

/** Type of the review, and the purposes under which name and number are sealed and hashed. */
export const REALNAME = 'realname';
export const PERSON = 'person';
const NUMBER = 'identity number';
export const TAKEN = '这个身份证号码已用于另一个账号，如有疑问请联系客服';

/**
 * Sends in who one is. The check of name and number decides at once where the site lets it; what it does not know, people look at. The
 * uploads are sealed and removed. One submission a user at a time; of two accounts with one number, one is approved.
 * @throws AppError code 1 for a wrong field, 404 for a picture that is not theirs, 409 while one is looked at and once approved
 */
export async function submitRealname(ctx: Ctx, form: RealnameForm): Promise<OwnRealname> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const wrong = checkRealname(form, shanghaiDay(now));
  if (Object.keys(wrong).length > 0) throw invalid({ ...wrong });
  const name = form.name.trim();
  const number = plainIdCard(form.idcard);
  const files = authPictureFiles(form.idcard_url) as number[];
  const hashes = numberHashes(ctx, number);
  requireFree(await findPerson(ctx.db, user_id));
  const pictures = [];
  for (const id of files) {
    const picture = await uploadedPicture(ctx, id);
    if (picture.type !== 'png' && picture.type !== 'jpeg') throw invalid({ idcard_url: ID_PICTURE_TEXT });
    pictures.push(picture);
  }
  const facts = await factsOf(ctx, name, number);
  const keys: string[] = [];
  for (const { data } of pictures) keys.push(await storeSealed(ctx, data));
  try {
    return await inTransaction(ctx, async (tx) => {
      await lockVerifying(tx.db, user_id);
      const before = await findPerson(tx.db, user_id);
      requireFree(before);
      // revealed only to a user who knows the name of the number; everybody else gets the answer of any other number
      if (facts === 'match' && (await isNumberTaken(tx.db, user_id, hashes))) throw invalid({ idcard: TAKEN });
      const row = await savePerson(tx.db, {
        ...{ user_id, status: moveVerification(before?.status ?? 'none', 'submit'), reason: '' },
        ...{ sealed: sealWith(ringOf(tx), PERSON, JSON.stringify({ name, number })), number_hash: hashes[0] },
        ...{ masked_name: maskName(name), masked_number: maskIdCard(number), picture_keys: keys },
        ...{ pictures_until: null, submitted_at: now, decided_at: null },
      });
      await sealedPictures.sweepLater(tx, before?.picture_keys ?? []);
      await dropUploads(tx, user_id, files);
      if (facts === 'unknown') await openReview(tx, { type: REALNAME, target_id: row.id });
      else {
        await decidePerson(tx, row, facts === 'match' ? 'approve' : 'reject', facts === 'match' ? '' : '姓名与身份证号码不一致');
        await settleReview(tx, { type: REALNAME, target_id: row.id, status: facts === 'match' ? 'approved' : 'rejected' });
      }
      return ownOf((await findPerson(tx.db, user_id)) as PersonRow);
    });
  } catch (error) {
    // two accounts at once: the index let one of them
    if (sqlState(error) === '23505') throw invalid({ idcard: TAKEN });
    throw error;
  }
}

/** By which the same number of another account is found. */
export const numberHashes = (ctx: Ctx, number: string) => hashesBy(ringOf(ctx), NUMBER, number);

function requireFree(row: PersonRow | null): void {
  if (row?.status === 'approved') throw conflict('您已通过实名认证');
  if (row?.status === 'reviewing') throw conflict('您提交的资料正在审核，请等待结果');
}

async function factsOf(ctx: Ctx, name: string, number: string): Promise<RealnameFacts> {
  if ((await getSetting(ctx, realnameMode)) === 'staff') return 'unknown';
  try {
    return await ctx.app.providers.realname.check(name, number);
  } catch (error) {
    ctx.log.warn({ err: error, provider: ctx.app.providers.realname.name }, 'real-name check failed, people decide');
    return 'unknown';
  }
}

/** Ends a submission under review, and notifies its owner. The caller has locked it. */
export async function decidePerson(tx: TxCtx, row: PersonRow, event: 'approve' | 'reject', reason: string): Promise<void> {
  const now = tx.app.clock.now();
  const pictures_until = picturesUntil(now, await getSetting(tx, idPictureDays));
  await endPerson(tx.db, row.id, { status: moveVerification(row.status, event), reason, decided_at: now, pictures_until });
  const passed = event === 'approve';
  await sendNotices(tx, [row.user_id], {
    ...{ topic: 'verify', key: `realname:${row.id}:${row.submissions}:${event}` },
    title: passed ? '个人实名认证已通过' : '个人实名认证未通过',
    content: passed ? '现在可以发布需求了。' : reason,
    href: '/personalCenter/myVerify',
  });
}

/** How the signed-in user's verification stands; nothing is shown whole. */
export async function ownRealname(ctx: Ctx): Promise<OwnRealname> {
  const row = await findPerson(ctx.db, requireUser(ctx));
  return row ? ownOf(row) : { status: 'none', name: '', idcard: '', reason: '', submitted_at: 0, decided_at: 0 };
}

function ownOf(row: PersonRow): OwnRealname {
  return {
    ...{ status: row.status, name: row.masked_name, idcard: row.masked_number, reason: row.reason },
    submitted_at: unixSeconds(row.submitted_at),
    decided_at: row.decided_at ? unixSeconds(row.decided_at) : 0,
  };
}

/** The whole name and number, for staff who decide. */
export function openPerson(ctx: Ctx, row: PersonRow): { name: string; number: string } {
  return JSON.parse(openWith(ringOf(ctx), PERSON, row.sealed)) as { name: string; number: string };
}

/** Removes all that a user sent in, with its pictures, when their account ends. Idempotent. */
export async function forgetVerification(tx: TxCtx, user_id: number): Promise<void> {
  await sealedPictures.sweepLater(tx, await removeOf(tx.db, user_id));
}
