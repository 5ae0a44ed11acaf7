import type { Context } from 'hono';
import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import type { Ctx } from '../app/ctx.ts';
import type { WrittenJson } from '../kernel/written-json.ts';

export type { Limit, Method } from '#contract/call.ts';

/** A call of the contract with what answers it. */
export interface Endpoint extends Call {
  handle(ctx: Ctx, input: unknown, c: Context): Promise<unknown>;
  /** What it does, of one that answers nothing; tests read where it leads. */
  act?: unknown;
}

/** What a call's handler gives: `data` of its output, or a Response that leaves as it is (files, provider callbacks). */
type Answer<C extends Call> = (C extends { output: infer O extends z.ZodType } ? z.output<O> : unknown) | Response | WrittenJson;

/** Serves a call: parse -> verb -> envelope. */
export function serve<C extends Call>(
  call: C,
  handle: (ctx: Ctx, input: z.output<C['input']>, c: Context) => Promise<Answer<C>>,
): Endpoint {
  return { ...call, handle } as unknown as Endpoint;
}

/** The same for a call that answers nothing. */
export function serveDone<C extends Call>(call: C, act: (ctx: Ctx, input: z.output<C['input']>, c: Context) => Promise<unknown>): Endpoint {
  const done = serve(call, async (ctx, input, c) => {
    await act(ctx, input, c);
    return null as Answer<C>;
  });
  return { ...done, act };
}
