import { contactDetailsText } from '#contract/contact-details.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { type ItemForm, soldFiles } from '#contract/publish.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { invalid } from '../../../kernel/errors.ts';
import { type ItemVersion, versionsOf } from '../../catalog/index.ts';
import { findFiles } from '../repo.ts';

/** What is sold of an item now; undefined: it was never on the site, or has no versions. */
export async function soldVersion(ctx: Ctx, item_id: number): Promise<ItemVersion | undefined> {
  return (await versionsOf(ctx, [item_id])).get(item_id)?.at(-1);
}

/** The files of it. */
export async function soldNow(ctx: Ctx, item_id: number): Promise<number[]> {
  const sold = await soldVersion(ctx, item_id);
  return sold ? [...(sold.file_id === null ? sold.picture_ids : [sold.file_id])] : [];
}

/**
 * Who bought the work before reads what is new in it. The same bytes sent again, or in another order, are nothing new.
 * @throws AppError code 1 when it is not said, or names a way past the site
 */
export async function checkChangeNote(ctx: Ctx, kind: KindFacts, item_id: number, form: ItemForm, asks = true): Promise<void> {
  const [before, after] = [await soldNow(ctx, item_id), soldFiles(kind, form)];
  if (before.length === 0 || before.join() === after.join()) return;
  const files = await findFiles(ctx.db, [...before, ...after]);
  const content = (ids: readonly number[]) =>
    ids
      .map((id) => files.get(id)?.sha256)
      .toSorted()
      .join();
  const missing = asks && form.change_note === '' && content(before) !== content(after);
  const wrong = missing ? '请写明这次更新了什么，买过的人会看到' : contactDetailsText(form.change_note);
  if (wrong) throw invalid({ change_note: wrong });
}
