import { z } from 'zod';
import { checkCode, checkPassword, checkPhone, plainPhone } from '#contract/identity.ts';

/** Text or a number from a form, held against one of the rules that the browser uses too; absent counts as empty. */
const ruled = (rule: (value: string) => string | null, label: string) =>
  z
    .preprocess((value) => (typeof value === 'number' ? String(value) : (value ?? '')), z.string({ error: `${label}应为文字` }))
    .superRefine((value, issue) => {
      const wrong = rule(value);
      if (wrong) issue.addIssue({ code: 'custom', message: wrong });
    });

export const phoneField = ruled(checkPhone, '手机号').transform(plainPhone);
export const passwordField = ruled(checkPassword, '密码');
export const captchaField = ruled((value) => checkCode(value) ?? (value.length > 16 ? '验证码错误' : null), '验证码').transform((value) =>
  value.trim(),
);

/** Empty text in a query means not given. */
export const blankToNone = (value: unknown) => (value === '' || value === null ? undefined : value);

/** What its owner says they are at least; the site may ask for 14 or 18. */
export const ageField = z.preprocess((value) => Number(value ?? 0), z.int('年龄无效').min(0, '年龄无效').max(18, '年龄无效')).optional();
