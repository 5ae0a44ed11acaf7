import { z } from 'zod';
import { ownSetting } from '#server/modules/settings/index.ts';

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
