import { ownRows } from '../../db/own-rows.ts';
import { files, item_drafts } from './tables.ts';

// for the package of somebody's data
export const draftRows = ownRows(item_drafts, item_drafts.owner_id, [item_drafts.item_id], {
  ours: [item_drafts.draft_key, item_drafts.file_id],
});
export const fileRows = ownRows(files, files.owner_id, [files.id], {
  ours: [files.key, files.sha256, files.crc32, files.placeholder, files.look, files.unused_since],
});
