import type { Context } from 'hono';
import { z } from 'zod';
import { checkCaller } from '#contract/contact.ts';
import type { Ctx } from '../../app/ctx.ts';
import { endpoint } from '../../http/endpoint.ts';
import { noInput } from '../../http/fields.ts';
import { sandboxCallOutput } from '../../http/outputs/sandbox.ts';
import { requireSandboxAllowed } from '../../http/sandbox-guard.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { maskMobile } from '../../modules/identity/index.ts';
import { isSandboxCalls, type SandboxCallPort } from '../../providers/calls/sandbox.ts';

function sandboxOf(ctx: Ctx, c: Context): SandboxCallPort {
  requireSandboxAllowed(ctx, c);
  const { calls } = ctx.app.providers;
  if (!isSandboxCalls(calls)) throw notFound('接口不存在');
  return calls;
}

type Row = Awaited<ReturnType<SandboxCallPort['open']>>[number];
const shown = ({ x_number, caller, callee, title, rung }: Row) => ({
  ...{ x_number, caller, title, rung },
  callee: maskMobile(callee),
});

/** The phone's side of private numbers: what can be dialled, and dialling. There only while calls are in sandbox. */
export const sandboxCallEndpoints = [
  endpoint({
    method: 'GET',
    path: '/sandbox/calls',
    summary: '演示手机上可以拨打的隐私号码，最新的在前',
    tag: 'sandbox',
    auth: 'none',
    input: noInput,
    output: z.strictObject({ list: z.array(sandboxCallOutput) }),
    handle: async (ctx, _input, c) => ({ list: (await sandboxOf(ctx, c).open(ctx.app.clock.now())).map(shown) }),
  }),
  endpoint({
    method: 'POST',
    path: '/sandbox/call',
    summary: '演示手机拨打隐私号码：只有绑定的本机号码能接通',
    tag: 'sandbox',
    auth: 'none',
    input: z.object({
      x_number: z.string({ error: '号码无效' }).regex(/^\d{11}$/, '号码无效'),
      caller: z.string({ error: '号码无效' }).refine((value) => checkCaller(value) === null, '请输入正确的手机号'),
    }),
    output: sandboxCallOutput,
    handle: async (ctx, { x_number, caller }, c) => {
      const row = await sandboxOf(ctx, c).dial(x_number, caller, ctx.app.clock.now());
      if (!row) throw new AppError('您拨打的号码无法接通：号码已到期，或本机号码不是绑定的号码');
      return shown(row);
    },
  }),
];
