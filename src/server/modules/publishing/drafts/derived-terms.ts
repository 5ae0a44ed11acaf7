import { designTerms } from '#contract/design-contents.ts';
import { KINDS } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { TxCtx } from '../../../app/ctx.ts';
import { derivedTermIds, type Item, kindOf } from '../../catalog/index.ts';
import { findFiles } from '../repo.ts';

/** Ids of the terms that follow from a form and its files: no publisher chooses them, so that lists by format or software are right. */
export async function termsOfFiles(tx: TxCtx, item: Item, form: Pick<ItemForm, 'file_id' | 'pictures' | 'fields'>): Promise<number[]> {
  const kind = kindOf(item.kind);
  if (kind.key !== KINDS.design.key) return [];
  const picture_id = form.pictures[0];
  const files = await findFiles(
    tx.db,
    [form.file_id, picture_id].flatMap((id) => id ?? []),
  );
  const original = form.file_id === null ? undefined : files.get(form.file_id);
  const picture = picture_id === undefined ? undefined : files.get(picture_id);
  const said = (key: string) => String(form.fields[key] ?? '');
  return derivedTermIds(
    tx,
    kind,
    designTerms({
      ...{ type: said('type'), color_mode: said('color_mode'), file_format: said('file_format') },
      ...{ file_type: original?.type ?? '', contents: original?.contents ?? null, picture: picture ?? null },
    }),
  );
}
