import { type Ctx, requireVerb } from '../../../app/ctx.ts';
import { shanghaiDay } from '../../../kernel/clock.ts';
import { findFigures, type QueryFigures } from './queries.repo.ts';

/** Days of figures that a query shows. */
const SHOWN_DAYS = 30;

/** What readers did for a query by its key, and day by day; nothing of one that too few asked for. @throws AppError 403 */
export function queryFigures(ctx: Ctx, key: string): Promise<QueryFigures> {
  requireVerb(ctx, 'search.see');
  return findFigures(ctx.db, key, shanghaiDay(new Date(ctx.app.clock.now().getTime() - SHOWN_DAYS * 86_400_000)));
}
