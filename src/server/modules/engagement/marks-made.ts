import type { Ctx } from '../../app/ctx.ts';
import { findMarksAmong, findMarksBetween, type MarkKind } from './repo.ts';

type Kept = Exclude<MarkKind, 'like'>;
const nameOf = ({ type, rid }: { type: number; rid: number }) => `${type}/${rid}`;

/** What somebody collected or follows since `from` (null: ever), by names that stay the same; the newest `most`. */
export async function marksMade(
  ctx: Ctx,
  kind: Kept,
  of: { user_id: number; from: Date | null; to: Date },
  most: number,
): Promise<string[]> {
  return (await findMarksBetween(ctx.db, kind, of, most)).map(nameOf);
}

/** Which of these marks, named by `marksMade`, still stand. */
export async function marksStanding(ctx: Ctx, kind: Kept, user_id: number, names: readonly string[]): Promise<string[]> {
  const wanted = names.map((name) => name.split('/').map(Number)).map(([type = 0, rid = 0]) => ({ type, rid }));
  return (await findMarksAmong(ctx.db, kind, user_id, wanted)).map(nameOf);
}
