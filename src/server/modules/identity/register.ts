import { checkPassword, checkPhone } from '#contract/identity.ts';
import type { Ctx } from '../../app/ctx.ts';
import { conflict, type FieldErrors, invalid } from '../../kernel/errors.ts';
import { randomDigits } from '../../kernel/ids.ts';
import { withCode } from './claim-code.ts';
import { createUser, MOBILE_TAKEN_TEXT } from './create-user.ts';
import { issueToken, type Login, type LoginFrom } from './issue-token.ts';
import { findUser, findUserByMobile } from './repo.ts';

export interface Registration extends LoginFrom {
  account: string;
  captcha: string;
  password: string;
  /** Where the reader came from (utm_channel). */
  web_channel_id?: string | undefined;
  /** Who invited them; an unknown id is dropped. */
  invitorid?: number | undefined;
  /** How old they say they are at least; 0: nothing. */
  age?: number | undefined;
}

/**
 * Makes the user that the SMS code proves and signs them in. Of many parallel calls for one phone one wins.
 * @throws AppError code 1: wrong fields, 验证码错误, 验证码已失效，请重新获取; 409 该手机号已注册
 */
export async function register(ctx: Ctx, input: Registration): Promise<Login> {
  const wrong: FieldErrors = {};
  const phone = checkPhone(input.account);
  const weak = checkPassword(input.password);
  if (phone) wrong['account'] = phone;
  if (weak) wrong['password'] = weak;
  if (phone || weak) throw invalid(wrong);
  const taken = () => conflict(MOBILE_TAKEN_TEXT);
  if (await findUserByMobile(ctx.db, input.account)) throw taken();
  const invitor = input.invitorid === undefined ? null : await findUser(ctx.db, input.invitorid);
  const user_id = await withCode(
    ctx,
    { mobile: input.account, captcha: input.captcha, purpose: 'register' },
    () =>
      createUser(ctx, {
        mobile: input.account,
        password: input.password,
        // nothing of the phone number: nicknames are public
        nickname: `策友${randomDigits(6)}`,
        ...(input.web_channel_id ? { web_channel_id: input.web_channel_id } : {}),
        ...(invitor ? { invitor_id: invitor.id } : {}),
        registers: { age: input.age ?? 0 },
      }),
    taken,
  );
  return issueToken(ctx, user_id, 'register', input);
}
