import { z } from 'zod';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { ownSetting } from '#server/modules/settings/index.ts';
import { lockSeed } from './repo.ts';

const ids = z.array(z.int());

/** How far the demo world is, whom it is made of, and which works stand by the key of their description. */
const schema = z
  .object({
    state: z.enum(['none', 'growing', 'done']),
    seed: z.int().default(1),
    people: z.object({ buyer_id: z.int(), member_id: z.int(), publisher_ids: ids, reader_ids: ids }),
    works: z.record(z.string(), z.int()).default({}),
    /** What stands beside the works, by name. */
    made: z.array(z.string()).default([]),
  })
  .default({ state: 'none', seed: 1, people: { buyer_id: 0, member_id: 0, publisher_ids: [], reader_ids: [] }, works: {}, made: [] });

export type DemoWorld = z.output<typeof schema>;
export type DemoPeople = DemoWorld['people'];

export const worldState = ownSetting<DemoWorld>('demo_world', schema as z.ZodType<DemoWorld>);

/** Writes what of the world became true, under its lock: several parts of it are made side by side. */
export async function changeWorld(ctx: Ctx, change: (world: DemoWorld) => Partial<DemoWorld>): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockSeed(tx.db);
    const world = await worldState.read(tx);
    await worldState.write(tx, { ...world, ...change(world) });
  });
}

export const noteMade = (ctx: Ctx, name: string) => changeWorld(ctx, ({ made }) => ({ made: [...made, name] }));
