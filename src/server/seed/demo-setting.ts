import { z } from 'zod';
import { defineSetting } from '../modules/settings/index.ts';

const DemoPeople = z.object({
  buyer_id: z.int(),
  member_id: z.int(),
  publisher_ids: z.array(z.int()),
  reader_ids: z.array(z.int()),
});
export type DemoPeople = z.output<typeof DemoPeople>;

/** How far the demo world is, and whom it is made of. */
export const demoWorld = defineSetting(
  'demo_world',
  z
    .object({ state: z.enum(['none', 'growing', 'done']), people: DemoPeople })
    .default({ state: 'none', people: { buyer_id: 0, member_id: 0, publisher_ids: [], reader_ids: [] } }),
  { title: '演示世界', about: '演示内容生成到哪一步；只由程序写入。', is_operators: false },
);
