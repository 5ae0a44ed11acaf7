import type { Context } from 'hono';
import { sandboxCallCalls } from '#contract/sandbox/call-calls.ts';
import type { Ctx } from '../../app/ctx.ts';
import { serve } from '../../http/endpoint.ts';
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
  serve(sandboxCallCalls.calls, async (ctx, _input, c) => ({ list: (await sandboxOf(ctx, c).open(ctx.app.clock.now())).map(shown) })),
  serve(sandboxCallCalls.call, async (ctx, { x_number, caller }, c) => {
    const row = await sandboxOf(ctx, c).dial(x_number, caller, ctx.app.clock.now());
    if (!row) throw new AppError('您拨打的号码无法接通：号码已到期，或本机号码不是绑定的号码');
    return shown(row);
  }),
];
