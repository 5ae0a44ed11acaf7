import { type FieldValues, fieldWords } from '#contract/fields.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Queryable, Tx } from '../../../db/pool.ts';
import type { Item } from '../repo.ts';
import { deleteOwnFields, findOwnFields, upsertOwnFields } from './own-fields.repo.ts';

/** The table of a kind's own details. Rows are deleted with their item. */
export interface DetailsTable<D extends object> {
  insert(db: Tx, item_id: number, details: Partial<D>): Promise<void>;
  update(db: Tx, item_id: number, details: Partial<D>): Promise<void>;
  /** Unknown ids are absent. */
  load(db: Queryable, item_ids: readonly number[]): Promise<Map<number, D>>;
  remove(db: Tx, item_id: number): Promise<void>;
}

/** What the catalogue needs of a kind beyond the facts that both sides share: its only interface to a kind. */
export interface KindStore<D extends object = object> {
  facts: KindFacts;
  /** Absent: the kind has nothing of its own. */
  details?: DetailsTable<D>;
  /** Codes below -100 for what lists of the kind filter by beside terms, price and format. */
  facetCodes?(item: Item, details: D | null): readonly number[];
  /** Text that a search looks through beside title, tags, introduction and the free pages. */
  searchText?(item: Item, details: D | null): string;
}

/** What only a kind has, as its fields in contract/kinds.ts describe it. */
export interface OwnFieldsOf {
  fields: FieldValues;
}

/** The details of every kind whose fields are its whole difference. */
const ownFieldsTable: DetailsTable<OwnFieldsOf> = {
  insert: (db, item_id, { fields = {} }) => upsertOwnFields(db, item_id, fields),
  update: (db, item_id, { fields = {} }) => upsertOwnFields(db, item_id, fields),
  load: findOwnFields,
  remove: deleteOwnFields,
};

/** Declares a store with the type of its details; a kind that has fields and no table of its own keeps them as they are described. */
export function kindStore<D extends object = OwnFieldsOf>(store: KindStore<D>): KindStore {
  if (!store.facts.fields || store.details) return store as unknown as KindStore;
  const searchText = (_item: Item, details: OwnFieldsOf | null) => fieldWords(store.facts, details?.fields ?? {});
  return { searchText, ...store, details: ownFieldsTable } as unknown as KindStore;
}
