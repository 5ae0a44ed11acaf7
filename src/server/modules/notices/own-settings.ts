import { checkMail, type NoticeSettings, QUIET_FROM, QUIET_TO } from '#contract/notice.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, invalid, tooOften } from '../../kernel/errors.ts';
import { hmacSha256, randomDigits, randomToken, sameText } from '../../kernel/ids.ts';
import { possibleWays, writeCode } from './deliver-notices.ts';
import {
  countMailTry,
  findNotified,
  findOwnSettings,
  findUnasked,
  removeWaysOf,
  type SettingsRow,
  saveSettings,
  wishesOf,
} from './deliveries.repo.ts';
import { allWays, choicesOf, isOn, maskMail, NO_WISHES } from './rules.ts';

const FALLBACK = { quiet_from: QUIET_FROM, quiet_to: QUIET_TO };
const CODE_MINUTES = 15;
const AGAIN_S = 60;
const TRIES = 5;

/** How the signed-in user wants to be notified of messages. */
export async function noticeSettings(ctx: Ctx): Promise<NoticeSettings> {
  return shown(ctx, await findOwnSettings(ctx.db, requireUser(ctx)));
}

function shown(ctx: Ctx, row: SettingsRow | null): NoticeSettings {
  const wishes = row ? wishesOf(row) : NO_WISHES;
  const possible = possibleWays(ctx.app);
  return {
    mail: maskMail(row?.mail ?? ''),
    mail_confirmed: wishes.has_mail ? 1 : 0,
    ways: Object.fromEntries(allWays().map(({ key, topic, channel }) => [key, isOn(wishes, topic, channel) ? 1 : 0])),
    ...{ quiet_from: wishes.quiet_from, quiet_to: wishes.quiet_to, digest: wishes.digest ? 1 : 0 },
    ask_rating: row?.ask_rating === false ? 0 : 1,
    can_mail: possible.includes('mail') ? 1 : 0,
    can_sms: possible.includes('sms') ? 1 : 0,
  };
}

/** Those of the users who want to be asked what they think of works that they got, and were not since then, by notices whose key begins so. */
export async function wantRatingAsks(ctx: Ctx, user_ids: readonly number[], asked: { key: string; since: Date }): Promise<Set<number>> {
  const against = new Set([...(await findUnasked(ctx.db, user_ids)), ...(await findNotified(ctx.db, user_ids, asked))]);
  return new Set(user_ids.filter((id) => !against.has(id)));
}

/** Keeps what was chosen; ways that are not named become what they are by default. */
export async function saveNoticeSettings(
  ctx: Ctx,
  input: { ways: Record<string, boolean>; quiet_from: number; quiet_to: number; digest: boolean; ask_rating?: boolean },
): Promise<NoticeSettings> {
  const { ways, ...rest } = input;
  const set = { ...rest, ...choicesOf(ways), updated_at: ctx.app.clock.now() };
  return shown(ctx, await saveSettings(ctx.db, requireUser(ctx), FALLBACK, set));
}

/**
 * Sends a code to an address; mail goes there once it came back. Until then nothing goes to the address before it either. An empty
 * address ends all mail.
 * @throws AppError code 1 for what is no address, where this site sends no mail, and within a minute of the last code (429)
 */
export async function changeMail(ctx: Ctx, mail: string): Promise<NoticeSettings> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const none = { mail_confirmed_at: null, mail_code_hash: '', mail_code_at: null, mail_tries: 0, updated_at: now };
  if (mail === '') return shown(ctx, await saveSettings(ctx.db, user_id, FALLBACK, { mail: '', ...none }));
  const wrong = checkMail(mail);
  if (wrong) throw invalid({ mail: wrong });
  const port = ctx.app.providers.mail;
  if (port.name === 'none') throw new AppError('本站暂未开通邮件通知');
  const before = await findOwnSettings(ctx.db, user_id);
  const again_ms = (before?.mail_code_at?.getTime() ?? 0) + AGAIN_S * 1_000 - now.getTime();
  if (again_ms > 0) throw tooOften('验证码发送过于频繁，请稍后再试', Math.ceil(again_ms / 1_000));
  const code = randomDigits(6);
  const row = await saveSettings(ctx.db, user_id, FALLBACK, {
    ...none,
    mail,
    mail_code_hash: hashOf(ctx, user_id, code),
    mail_code_at: now,
  });
  const host = new URL(ctx.app.config.site_url).hostname;
  try {
    await port.send({ to: mail, message_id: `<code-${randomToken(12)}@${host}>`, ...writeCode(code, CODE_MINUTES) });
  } catch (error) {
    await saveSettings(ctx.db, user_id, FALLBACK, { mail_code_hash: '', mail_code_at: null });
    throw new AppError('验证码没有发出去，请检查邮箱或稍后再试', { cause: error });
  }
  return shown(ctx, row);
}

const hashOf = (ctx: Ctx, user_id: number, code: string) => hmacSha256(ctx.app.config.secrets.code, `mail:${user_id}:${code}`);

/** Proves the address. A code lives 15 minutes and bears five attempts. @throws AppError code 1 for another */
export async function confirmMail(ctx: Ctx, code: string): Promise<NoticeSettings> {
  const user_id = requireUser(ctx);
  const now = ctx.app.clock.now();
  const row = await countMailTry(ctx.db, user_id, TRIES);
  const alive = row?.mail_code_at && now.getTime() - row.mail_code_at.getTime() < CODE_MINUTES * 60_000;
  if (!row || !alive || !sameText(row.mail_code_hash, hashOf(ctx, user_id, code))) throw invalid({ code: '验证码有误或已失效' });
  const set = { mail_confirmed_at: now, mail_code_hash: '', mail_tries: 0, updated_at: now };
  return shown(ctx, await saveSettings(ctx.db, user_id, FALLBACK, set));
}

/** Forgets address and choices of an account that ends; nothing more goes out to it. Idempotent. */
export function forgetNoticeWays(tx: TxCtx, user_id: number): Promise<void> {
  return removeWaysOf(tx.db, user_id, tx.app.clock.now());
}
