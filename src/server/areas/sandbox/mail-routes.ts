import { sandboxMailCalls } from '#contract/sandbox/mail-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { notFound } from '../../kernel/errors.ts';
import { isSandboxMail } from '../../providers/mail/sandbox.ts';

/** The phone's mailbox. There only while mail is in sandbox. */
export const sandboxMailEndpoints = [
  serve(sandboxMailCalls.mails, async (ctx, _input, c) => {
    requireSandboxAllowed(ctx, c);
    const { mail } = ctx.app.providers;
    if (!isSandboxMail(mail)) throw notFound('接口不存在');
    return { list: await mail.inbox() };
  }),
];
