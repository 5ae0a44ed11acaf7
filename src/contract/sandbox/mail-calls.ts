import { z } from 'zod';
import { call } from '#contract/call.ts';
import { noInput } from '#contract/input-fields.ts';
import { sandboxMailOutput } from '#contract/outputs/sandbox.ts';

export const sandboxMailCalls = {
  mails: call({
    method: 'GET',
    path: '/sandbox/mails',
    summary: '演示手机收到的邮件，最新的在前',
    tag: 'sandbox',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(sandboxMailOutput) }),
  }),
};
