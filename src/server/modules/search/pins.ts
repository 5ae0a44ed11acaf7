import { PINS_MOST, type SearchPins } from '#contract/search-console.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid } from '../../kernel/errors.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { allKinds, itemCards } from '../catalog/index.ts';
import { judgeSoon } from './judged/judged.ts';
import { keyOf } from './learning/note-acts.ts';
import { normalise } from './normalise.ts';
import { countPins, deletePin, lockPins, replacePins } from './pins.repo.ts';
import { forgetSignals, SUPPOSED_PINS } from './read-tiers.ts';

const ALL_PINS_MOST = 20_000;

/**
 * Puts works in front of whatever else a query finds, in this order, in place of those that were pinned. Seen in every process within half a
 * minute. @throws AppError 403, code 1 for words that say nothing, for works that are not published, and where there are too many
 */
export async function savePins(ctx: Ctx, { keyword, item_ids }: SearchPins): Promise<void> {
  const created_by = requireVerb(ctx, 'search.edit');
  const key = await keyOf(ctx, keyword);
  if (key === '') throw invalid({ keyword: '这个搜索词没有可以置顶的内容' });
  const ids = [...new Set(item_ids)].slice(0, PINS_MOST);
  const cards = await itemCards(ctx, ids);
  if (cards.length < ids.length) throw invalid({ item_ids: '有作品不存在或已下架' });
  await inTransaction(ctx, async (tx) => {
    await lockPins(tx.db, key);
    if (ids.length > 0 && (await countPins(tx.db)) >= ALL_PINS_MOST)
      throw invalid({ item_ids: `置顶的作品最多 ${ALL_PINS_MOST} 件，请先取消一些` });
    const rows = cards.map(({ id, kind }, at) => ({
      ...{ key, keyword: normalise(keyword), item_id: id, kind: allKinds().find(({ key: of }) => of === kind)?.code ?? 0, place: at + 1 },
      ...{ created_by, created_at: tx.app.clock.now() },
    }));
    await replacePins(tx.db, key, rows);
    await recordAudit(tx, 'search.pin', key, { item_ids: ids });
    tx.afterCommit(() => {
      forgetSignals(tx, key);
      return judgeSoon(tx, `置顶“${normalise(keyword)}”`);
    });
  });
}

/** @throws AppError 403, 409 when it is gone already */
export async function dropPin(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'search.edit');
  const key = await deletePin(tx.db, id);
  if (key === null) throw conflict('已经取消置顶');
  await recordAudit(tx, 'search.unpin', key, { reason });
  tx.afterCommit(() => {
    forgetSignals(tx, key);
    return judgeSoon(tx, `取消置顶“${key}”`);
  });
}

/** The same caller where these works were pinned for this keyword. Nothing is stored. */
export async function supposePins<C extends Ctx>(ctx: C, { keyword, item_ids }: SearchPins): Promise<C> {
  const pins = new Map([[await keyOf(ctx, keyword), item_ids.slice(0, PINS_MOST)]]);
  return { ...ctx, supposed: new Map(ctx.supposed).set(SUPPOSED_PINS, pins) };
}
