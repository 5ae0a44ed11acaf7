import { renewalOf } from '../settings/index.ts';
import { indexItem } from './index-item.ts';
import { documentsAfter } from './repo.ts';

/** Writes documents of older rules again: what a document says of an item changed (normalise.ts, rules.ts, index-item.ts). @returns documents written */
export const reindexOld = renewalOf({
  key: 'search_index',
  rules: 1,
  next: (ctx, after, most) => documentsAfter(ctx.db, after, most),
  renew: indexItem,
});
