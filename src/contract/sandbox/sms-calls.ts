import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { checkPhone } from '#contract/identity.ts';
import { sandboxSmsOutput, userInfoOutput } from '#contract/outputs/identity.ts';

const call = callsOf('sandbox');

export const sandboxSmsCalls = {
  sms: call('GET', '/sandbox/sms', {
    summary: '演示手机收到的短信，最新的在前；不填手机号则为全部',
    auth: 'none',
    input: z.object({
      mobile: z
        .string()
        .refine((value) => checkPhone(value) === null, '请输入正确的手机号')
        .optional(),
    }),
    output: z.strictObject({ list: z.array(sandboxSmsOutput) }),
  }),
  login: call('POST', '/sandbox/login', {
    summary: '以演示账号登录；只在有演示账号、且模拟服务可用的地方',
    auth: 'none',
    body_only: true,
    input: z.object({ mobile: z.string().max(20) }),
    output: z.strictObject({ token: z.string(), userinfo: userInfoOutput }),
  }),
};
