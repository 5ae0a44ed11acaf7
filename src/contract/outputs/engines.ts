import { z } from 'zod';
import type * as contract from '#contract/engines.ts';

const num = z.int();
const visited = { hits: num, misses: num };

export const enginesOutput = z.strictObject({
  engines: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      sandbox: z.boolean(),
      pushed_today: num,
      remain: num.nullable(),
      waiting: num,
      refused: num,
      error: z.string(),
      tried_at: num,
    }),
  ),
  spiders: z.array(
    z.strictObject({ spider: z.string(), title: z.string(), ...visited, kinds: z.array(z.strictObject({ noun: z.string(), ...visited })) }),
  ),
  misses: z.array(z.strictObject({ path: z.string(), num })),
  dead: num,
}) satisfies z.ZodType<contract.EngineFigures>;
