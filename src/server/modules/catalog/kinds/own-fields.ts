import type { FieldValues } from '#contract/fields.ts';
import type { DetailsTable } from './kind-store.ts';
import { deleteOwnFields, findOwnFields, upsertOwnFields } from './own-fields.repo.ts';

/** What only a kind has, as its fields in contract/kinds.ts describe it. */
export interface OwnFieldsOf {
  fields: FieldValues;
}

/** The details of every kind whose fields are its whole difference. */
export const ownFieldsTable: DetailsTable<OwnFieldsOf> = {
  insert: (db, item_id, { fields = {} }) => upsertOwnFields(db, item_id, fields),
  update: (db, item_id, { fields = {} }) => upsertOwnFields(db, item_id, fields),
  load: findOwnFields,
  remove: deleteOwnFields,
};
