import {
  TOPIC_INTRODUCTION_MAX,
  TOPIC_ITEMS_MAX,
  TOPIC_MENUS,
  TOPIC_TITLE_MAX,
  type TopicForm,
  type TopicInput,
  type TopicItem,
  topicMenuOf,
} from '#contract/topic.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { emit, recordAudit } from '../../../outbox/outbox.ts';
import { kindOf } from '../kinds/registry.ts';
import { itemsById, publicPicture } from '../read-item.ts';
import {
  type CollectionValues,
  findStored,
  insertCollection,
  itemsOfCollection,
  lockCollection,
  type StoredCollection,
  updateCollection,
  writeItems,
} from './repo.ts';

declare module '../../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** A collection says or holds something else, appeared or left; `item_ids`: what it held before or holds now. */
    'collection.changed': { collection_id: number; item_ids: number[] };
  }
}

/** Where a collection stands; null: it is none of the site's own. */
const menuOf = (row: StoredCollection | null): string | null => topicMenuOf(row?.kind);

/** A topic as staff see it, with what it holds in any status. @throws AppError 403 for others, 404 */
export async function topicForm(ctx: Ctx, id: number): Promise<TopicForm> {
  requireVerb(ctx, 'topic.edit');
  const row = await findStored(ctx.db, id);
  const menu = menuOf(row);
  if (!row || !menu) throw notFound('专题不存在');
  const { title, introduction, cover_key, cover_width, cover_height, shown } = row;
  const cover_src = cover_key === '' ? '' : publicPicture(cover_key, cover_width, cover_height).src;
  return { id, menu, title, introduction, cover_src, shown, items: await topicItems(ctx, await itemsOfCollection(ctx.db, id)) };
}

/** Works by these ids as a topic's form names them; unknown ids are left out. */
export async function topicItems(ctx: Ctx, ids: readonly number[]): Promise<TopicItem[]> {
  const items = await itemsById(ctx, ids);
  return ids.flatMap((id) => {
    const item = items.get(id);
    return item ? [{ id, noun: kindOf(item.kind).noun, title: item.title, published: item.status === 'published' }] : [];
  });
}

/**
 * Makes a topic or changes one. `cover`: a public picture, null for that of its first work, absent for no change.
 * @throws AppError 403 for others, 404, code 1 with one message a wrong field
 */
export async function saveTopic(
  ctx: Ctx,
  { id, menu, title, introduction, shown, item_ids }: Omit<TopicInput, 'cover_file_id'>,
  cover?: { key: string; width: number; height: number } | null,
): Promise<number> {
  requireVerb(ctx, 'topic.edit');
  const ids = [...new Set(item_ids)];
  const errors: Record<string, string> = {};
  if (title === '') errors['title'] = '请输入专题标题';
  else if ([...title].length > TOPIC_TITLE_MAX) errors['title'] = `专题标题最多 ${TOPIC_TITLE_MAX} 个字`;
  if ([...introduction].length > TOPIC_INTRODUCTION_MAX) errors['introduction'] = `专题介绍最多 ${TOPIC_INTRODUCTION_MAX} 个字`;
  if (ids.length === 0) errors['item_ids'] = '请至少选择一个内容';
  else if (ids.length > TOPIC_ITEMS_MAX) errors['item_ids'] = `一个专题最多 ${TOPIC_ITEMS_MAX} 个内容`;
  else {
    const items = await itemsById(ctx, ids);
    const at = TOPIC_MENUS.get((id === undefined ? null : menuOf(await findStored(ctx.db, id))) ?? menu);
    if (items.size < ids.length) errors['item_ids'] = '有内容不存在';
    else if (!at) errors['menu'] = '位置无效';
    else if (at.alone && [...items.values()].some((item) => item.kind !== at.kind.code))
      errors['item_ids'] = `${at.title}里只能放${at.kind.noun}`;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const pictured =
    cover === null ? { cover_key: '' } : cover && { cover_key: cover.key, cover_width: cover.width, cover_height: cover.height };
  return inTransaction(ctx, async (tx) => {
    const values: CollectionValues = { title, introduction, shown, updated_at: tx.app.clock.now(), ...pictured };
    const before = id === undefined ? [] : await held(tx, id);
    const collection_id = id ?? (await insertCollection(tx.db, { ...values, kind: TOPIC_MENUS.get(menu)?.kind.code ?? 0 }, ids));
    if (id !== undefined) {
      await updateCollection(tx.db, id, values);
      await writeItems(tx.db, id, ids);
    }
    await recordAudit(tx, 'topic.edit', `collection:${collection_id}`, { title, shown, items: ids.length });
    await emit(tx, 'collection.changed', { collection_id, item_ids: [...new Set([...before, ...ids])] });
    return collection_id;
  });
}

/** Takes a topic off the site or puts it back, for a reason. @throws AppError 403 for others, 404, 409 when it is so already */
export async function showTopic(tx: TxCtx, id: number, shown: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'topic.edit');
  const row = await lockCollection(tx.db, id);
  if (!row || !menuOf(row)) throw notFound('专题不存在');
  if (row.shown === shown) throw conflict('专题已经是这样了');
  await updateCollection(tx.db, id, { shown, updated_at: tx.app.clock.now() });
  await recordAudit(tx, 'topic.edit', `collection:${id}`, { shown, reason });
  await emit(tx, 'collection.changed', { collection_id: id, item_ids: await itemsOfCollection(tx.db, id) });
}

/** What a topic holds, which is locked until the transaction ends. */
async function held(tx: TxCtx, id: number): Promise<number[]> {
  if (!menuOf(await lockCollection(tx.db, id))) throw notFound('专题不存在');
  return itemsOfCollection(tx.db, id);
}
