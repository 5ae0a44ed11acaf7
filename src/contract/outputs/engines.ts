import { z } from 'zod';

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
  /** Addresses in the file of dead links. */
  dead: num,
});
export type EngineFigures = z.infer<typeof enginesOutput>;
