import { z } from 'zod';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { sandboxMailOutput } from '../../http/outputs/sandbox.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { notFound } from '../../kernel/errors.ts';
import { isSandboxMail } from '../../providers/mail/sandbox.ts';

/** The phone's mailbox. There only while mail is in sandbox. */
export const sandboxMailEndpoints = [
  endpoint({
    method: 'GET',
    path: '/sandbox/mails',
    summary: '演示手机收到的邮件，最新的在前',
    tag: 'sandbox',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(sandboxMailOutput) }),
    handle: async (ctx, _input, c) => {
      requireSandboxAllowed(ctx, c);
      const { mail } = ctx.app.providers;
      if (!isSandboxMail(mail)) throw notFound('接口不存在');
      return { list: await mail.inbox() };
    },
  }),
];
