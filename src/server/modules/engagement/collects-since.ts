import type { Ctx } from '../../app/ctx.ts';
import { sumCollects } from './repo.ts';

/** How often these things were collected since then and still are, by Shanghai day and by thing. `type`: of the collect calls. */
export function collectsSince(ctx: Ctx, of: ReadonlyArray<{ type: number; rid: number }>, since: Date) {
  return sumCollects(ctx.db, of, since);
}
