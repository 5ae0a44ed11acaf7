import type { Queryable } from '../../db/pool.ts';
import { assert } from '../../kernel/assert.ts';
import { conflict } from '../../kernel/errors.ts';

/** Which of these demands are tenders whose offers were opened. */
export type OpenedTenders = (db: Queryable, ids: readonly number[]) => Promise<ReadonlySet<number>>;

let asked: OpenedTenders | null = null;

/** Called once while the areas are put together: the module that stores the offers knows it. */
export function registerOpenedTenders(opened: OpenedTenders): void {
  assert(asked === null, 'opened tenders are registered twice');
  asked = opened;
}

export async function openedOf(db: Queryable, ids: readonly number[]): Promise<ReadonlySet<number>> {
  assert(asked !== null, 'nobody tells which tenders were opened');
  return ids.length === 0 ? new Set() : asked(db, ids);
}

export async function wasOpened(db: Queryable, id: number): Promise<boolean> {
  return (await openedOf(db, [id])).has(id);
}

/** Before a demand is opened again. @throws AppError 409 for a tender that was opened */
export async function refuseSecondRound(db: Queryable, id: number): Promise<void> {
  if (await wasOpened(db, id)) throw conflict('这次招标已开标，不再接受第二轮投标；需要时请发布新的招标');
}
