import { checkCode } from '#contract/identity.ts';
import type { Ctx } from '../../app/ctx.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { CAPTCHA_MAX_TRIES, captchaHash } from './new-captcha.ts';
import { tryCaptcha } from './repo.ts';

/**
 * Uses a captcha up: right once, five tries, five minutes.
 * @throws AppError code 1 when it is empty, wrong, or no longer good (`data.refresh` is 1: a new picture is needed)
 */
export async function checkCaptcha(ctx: Ctx, { key, captcha }: { key: string; captcha: string }): Promise<void> {
  const wrong = checkCode(captcha);
  if (wrong) throw invalid({ captcha: wrong });
  const right = await tryCaptcha(ctx.db, {
    key,
    answer_hash: captchaHash(ctx.app, key, captcha),
    now: ctx.app.clock.now(),
    max_tries: CAPTCHA_MAX_TRIES,
  });
  if (right === true) return;
  if (right === null) throw new AppError('验证码已失效，请换一张', { fields: { captcha: '验证码已失效，请换一张' }, data: { refresh: 1 } });
  throw new AppError('验证码错误，请重新输入', { fields: { captcha: '验证码错误，请重新输入' }, data: { refresh: 0 } });
}
