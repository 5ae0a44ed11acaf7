import { KINDS } from '#contract/kinds.ts';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { countWorksOfShop } from '../catalog/index.ts';
import { addShopViewsRows, addToShop, lockShop, updateShop } from './repo.ts';

/** Sets the shop's numbers of resources and cases to what is published now. Under the shop's lock, so the last to count is right. */
export async function countShopWorks(ctx: Ctx, shop_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockShop(tx.db, shop_id))) return;
    const counts = await countWorksOfShop(tx, shop_id);
    const of = (...codes: number[]) => codes.reduce((sum, code) => sum + (counts.get(code) ?? 0), 0);
    await updateShop(tx.db, shop_id, {
      res_num: of(KINDS.resource.code),
      case_num: of(KINDS.resource_case.code, KINDS.supplier_case.code),
    });
  });
}

/** Moves the number of followers, in the transaction that writes or removes the follow. */
export async function addToShopFollowers(tx: TxCtx, shop_id: number, delta: 1 | -1): Promise<void> {
  await addToShop(tx.db, shop_id, 'focus_num', delta);
}

/** Adds reads of shop pages, by id, in one statement; unknown ids change nothing. */
export async function addShopViews(ctx: Ctx, views: ReadonlyMap<number, number>): Promise<void> {
  await addShopViewsRows(ctx.db, [...views.keys()], [...views.values()]);
}
