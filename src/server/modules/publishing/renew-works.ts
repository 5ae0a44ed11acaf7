import { type Ctx, inTransaction } from '../../app/ctx.ts';
import {
  chosenFacets,
  getItem,
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
import { findFile, setContents } from './repo.ts';

const READ_LATER = ['zip', 'pptx', 'psd'];

/**
 * Gives works of older rules what is in their files, the terms that follow from it and the codes of their prices (drafts/apply-form.ts, catalog/rules.ts), as their
 * next save would. @returns works looked at
 */
export const renewWorks = renewalOf({ key: 'work_rules', rules: 3, next: soldAfter, renew: renewWork });

/** What is in the file that it gives, where nothing read it yet. A file that is gone is for the check of the storage. */
async function readFileOf(ctx: Ctx, item_id: number): Promise<void> {
  const file_id = (await getItem(ctx, item_id))?.file_id;
  const file = file_id ? await findFile(ctx.db, file_id) : null;
  if (!file || !READ_LATER.includes(file.type) || file.contents?.deck || file.contents?.list.length) return;
  const { storage, documents } = ctx.app.providers;
  if (!(await storage.statPrivate(file.key))) return;
  const contents = await storage.withPrivateFile(file.key, (path) => documents.contents(path, file));
  await setContents(ctx.db, file.id, contents);
}

async function renewWork(ctx: Ctx, id: number): Promise<void> {
  await readFileOf(ctx, id);
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
