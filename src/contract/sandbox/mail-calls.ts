import { z } from 'zod';
import { callsOf } from '#contract/call.ts';
import { sandboxMailOutput } from '#contract/outputs/sandbox.ts';

const call = callsOf('sandbox');

export const sandboxMailCalls = {
  mails: call('GET', '/sandbox/mails', {
    summary: '演示手机收到的邮件，最新的在前',
    auth: 'none',
    output: z.strictObject({ list: z.array(sandboxMailOutput) }),
  }),
};
