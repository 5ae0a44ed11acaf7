import { type Ctx, requireUser } from '../../app/ctx.ts';
import { bindUuid } from './repo.ts';

/** From now on what this browser did without a name is the caller's, until somebody else signs in on it. @throws AppError code 2 for visitors */
export async function bindVisitor(ctx: Ctx, uuid: string): Promise<void> {
  await bindUuid(ctx.db, uuid, requireUser(ctx), ctx.app.clock.now());
}
