import { type Ctx, inTransaction } from '../../app/ctx.ts';
import {
  chosenFacets,
  itemDetails,
  itemMedia,
  kindOf,
  lockItem,
  type OwnFieldsOf,
  renewCodes,
  soldAfter,
  termsById,
} from '../catalog/index.ts';
import { renewalOf } from '../settings/index.ts';
import { termsOfFiles } from './drafts/apply-form.ts';

/**
 * Gives works of older rules the terms that follow from their files and the codes of their prices (drafts/apply-form.ts, catalog/rules.ts), as their
 * next save would. @returns works looked at
 */
export const renewWorks = renewalOf({ key: 'work_rules', rules: 1, next: soldAfter, renew: renewWork });

async function renewWork(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, id);
    if (!item) return;
    const kind = kindOf(item.kind);
    if (!kind.facets.some(({ derived }) => derived)) return renewCodes(tx, id);
    const media = await itemMedia(tx, id);
    const found = await termsOfFiles(tx, item, {
      file_id: item.file_id,
      pictures: media.filter(({ type }) => type === 'picture').map(({ file_id }) => file_id),
      fields: (await itemDetails<OwnFieldsOf>(tx, item))?.fields ?? {},
    });
    const chosen = new Set(chosenFacets(kind).map(({ key }) => key));
    const terms = await termsById(tx, item.term_ids);
    await renewCodes(tx, id, [...item.term_ids.filter((term) => chosen.has(terms.get(term)?.facet ?? '')), ...found]);
  });
}
