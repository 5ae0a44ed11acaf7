import type { Context } from 'hono';
import type { z } from 'zod';
import type { Call } from '#contract/call.ts';
import type { Ctx } from '../app/ctx.ts';
import type { WrittenJson } from '../kernel/written-json.ts';

export type { Limit, Method } from '#contract/call.ts';

/** A call of the contract with what answers it. */
export interface Endpoint extends Call {
  handle(ctx: Ctx, input: unknown, c: Context): Promise<unknown>;
  /** What it does, of one that answers nothing or its id; tests read where it leads. */
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

type Act<C extends Call> = (ctx: Ctx, input: z.output<C['input']>, c: Context) => Promise<unknown>;

/** The same for a call that answers nothing. */
export const serveDone = <C extends Call>(call: C, act: Act<C>): Endpoint => serveAct(call, act, () => null);

/** The same for a call that acts on what its `id` names and answers that id. */
export const serveId = <C extends Call & { input: z.ZodType<{ id: number }> }>(call: C, act: Act<C>): Endpoint =>
  serveAct(call, act, ({ id }) => ({ id }));

function serveAct<C extends Call>(call: C, act: Act<C>, answer: (input: z.output<C['input']>) => unknown): Endpoint {
  const served = serve(call, async (ctx, input, c) => {
    await act(ctx, input, c);
    return answer(input) as Answer<C>;
  });
  return { ...served, act };
}
