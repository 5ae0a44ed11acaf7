import { randomInt } from 'node:crypto';
import type { Captcha } from '#contract/download.ts';
import { checkCode } from '#contract/identity.ts';
import type { App, Ctx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { AppError, invalid } from '../../kernel/errors.ts';
import { hmacSha256, randomToken } from '../../kernel/ids.ts';
import { CAPTCHA_LENGTH, CAPTCHA_LETTERS, drawCaptcha } from './draw-captcha.ts';
import { deleteCaptchas, insertCaptcha, tryCaptcha } from './repo.ts';

/** Removes captchas an hour after they expired. */
export function captchaJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'captcha.forget',
      cron: '17 * * * *',
      async run() {
        await deleteCaptchas(app.db, new Date(app.clock.now().getTime() - 3_600_000));
      },
    },
  ];
}

export const CAPTCHA_TTL_MS = 5 * 60_000;
const CAPTCHA_MAX_TRIES = 5;

/** Draws a fresh code that lives five minutes. Only a keyed hash of the answer is stored. */
export async function newCaptcha(ctx: Ctx): Promise<Captcha> {
  const key = randomToken(18);
  const answer = Array.from({ length: CAPTCHA_LENGTH }, () => CAPTCHA_LETTERS[randomInt(CAPTCHA_LETTERS.length)]).join('');
  const image = await drawCaptcha(ctx, answer);
  const created_at = ctx.app.clock.now();
  const expires_at = new Date(created_at.getTime() + CAPTCHA_TTL_MS);
  await insertCaptcha(ctx.db, { key, answer_hash: captchaHash(ctx.app, key, answer), created_at, expires_at });
  return { key, image: `data:image/png;base64,${image.toString('base64')}` };
}

/** What is stored of an answer; capitals and spaces do not matter. */
export function captchaHash(app: App, key: string, answer: string): string {
  return hmacSha256(app.config.secrets.code, `captcha\n${key}\n${answer.trim().toUpperCase()}`);
}

/**
 * Uses a captcha up: right once, five attempts, five minutes.
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
