import { type SavedView, VIEW_NAME_MAX } from '#contract/admin.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { parseQuery } from './list-query.ts';
import { countViews, deleteView, findViews, upsertView } from './repo.ts';
import { listFor } from './staff-list.ts';

/** Of one list, one person. */
const MOST = 20;

/** Keeps the query under a name, for the caller alone; the same name again replaces it. @returns all views of the list */
export async function saveView(ctx: Ctx, input: { list: string; name: string; query: string }): Promise<SavedView[]> {
  const user_id = requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  parseQuery(list, input.query);
  const name = plainText(input.name);
  if (name === '' || name.length > VIEW_NAME_MAX) throw invalid({ name: `名称为 1 至 ${VIEW_NAME_MAX} 个字` });
  if ((await countViews(ctx.db, user_id, list.key)) >= MOST) throw invalid({ name: `最多保存 ${MOST} 个视图` });
  await upsertView(ctx.db, { user_id, list: list.key, name, query: input.query });
  return findViews(ctx.db, user_id, list.key);
}

/** Forgets a view of the caller; others' are not touched. @returns what is left of the list */
export async function dropView(ctx: Ctx, input: { list: string; id: number }): Promise<SavedView[]> {
  const user_id = requireVerb(ctx, 'list.use');
  const list = listFor(ctx, input.list);
  await deleteView(ctx.db, user_id, input.id);
  return findViews(ctx.db, user_id, list.key);
}
