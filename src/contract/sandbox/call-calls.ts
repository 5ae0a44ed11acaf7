import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { checkCaller } from '#contract/contact.ts';
import { sandboxCallOutput } from '#contract/outputs/sandbox.ts';

const call = callsOf('sandbox');

export const sandboxCallCalls = {
  calls: call('GET', '/sandbox/calls', {
    summary: '演示手机上可以拨打的隐私号码，最新的在前',
    auth: 'none',
    output: z.strictObject({ list: z.array(sandboxCallOutput) }),
  }),
  call: call('POST', '/sandbox/call', {
    summary: '演示手机拨打隐私号码：只有绑定的本机号码能接通',
    auth: 'none',
    input: z.object({
      x_number: z.string({ error: '号码无效' }).regex(/^\d{11}$/, '号码无效'),
      caller: z.string({ error: '号码无效' }).refine((value) => checkCaller(value) === null, '请输入正确的手机号'),
    }),
    output: sandboxCallOutput,
  }),
};
