import { KINDS, type KindFacts, type KindKey } from '#contract/kinds.ts';
import { type Ctx, inTransaction, type TxCtx } from '#server/app/ctx.ts';
import { DEFAULT_TERMS, ensureTerm, installDefaultTerms, ownFacets } from '#server/modules/catalog/index.ts';
import { learnTexts, termsOf } from '#server/modules/search/index.ts';
import * as repo from './scale/repo.ts';
import { introductions, pageTexts, tagNames, titledWords, titles } from './scale/texts.ts';

export interface ScaleOptions {
  /** Thousands of items: 1,000 makes a million. */
  factor: number;
  database_url: string;
  /** Receives what is done now; a million takes minutes. */
  progress?: (text: string) => void;
}

/** Formats whose codes the set-based load writes. */
const CODED = ['pdf', 'pptx'];

/** How many of a hundred items are of each kind. */
const SHARES: Record<KindKey, number> = {
  scheme: 38,
  ppt: 14,
  design: 10,
  sample: 8,
  resource: 8,
  resource_case: 5,
  supplier_case: 4,
  article: 4,
  course: 3,
  talk: 2,
  salon: 1.5,
  demand: 1.5,
  job: 1,
};

/**
 * Adds `factor` thousand items of all kinds without files, for measuring: skewed categories, tags, prices, counters, texts. Set-based, in one
 * transaction; drops the list indexes meanwhile, so not for a site in use.
 */
export async function seedScale(ctx: Ctx, { factor, database_url, progress = () => undefined }: ScaleOptions): Promise<void> {
  const kinds = Object.entries(SHARES).map(([key, share]) => ({ facts: KINDS[key as KindKey] as KindFacts, share: share / 100 }));
  await inTransaction(ctx, async (tx) => {
    await installDefaultTerms(tx);
    for (const { facts } of kinds) if (!DEFAULT_TERMS[facts.key]) await makeTerms(tx, facts);
  });
  await learnTexts(ctx, titles(), [...tagNames(), ...titledWords()], true);
  await repo.withConnection(database_url, async (db) => {
    await db.query(`set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set max_parallel_maintenance_workers = 2; set jit = off`);
    await db.query('begin');
    await repo.trustReferences(db);
    const indexes = await repo.dropListIndexes(db);
    progress('texts');
    const withTerms = (texts: string[]) => texts.map((text) => ({ text, terms: termsOf(text) }));
    await repo.loadTexts(db, { title: withTerms(titles()), introduction: withTerms(introductions()), page: withTerms(pageTexts()) });
    const publishers = await repo.insertPublishers(db, Math.min(200, 10 * factor));
    progress('items');
    const pools: repo.KindPool[] = [];
    for (const { facts, share } of kinds) {
      const { code: kind, sale, formats } = facts;
      const terms = await repo.readTerms(
        db,
        kind,
        ownFacets(facts).map(({ key }) => key),
      );
      pools.push({
        kind,
        share,
        sold: sale !== undefined,
        formats: formats.filter((format) => CODED.includes(format)),
        ...terms,
        tags: await repo.insertTags(db, kind, tagNames()),
      });
    }
    await repo.insertItems(db, factor * 1_000, { publishers, pools });
    progress('search documents');
    await repo.insertDocuments(db);
    await repo.countTerms(db);
    for (const [done, index] of indexes.entries()) {
      progress(`index ${done + 1} of ${indexes.length}`);
      await db.query(index);
    }
    await db.query('commit');
    progress('statistics');
    await db.query('vacuum (analyze) items');
    await db.query('vacuum (analyze) item_files');
    await db.query('vacuum (analyze) search_documents');
    await db.query('analyze terms');
    await db.query('vacuum (analyze) search_words');
  });
}

/** Terms of a kind that begins without any: eight categories of four, and a dozen of each of its own facets. */
async function makeTerms(tx: TxCtx, kind: KindFacts): Promise<void> {
  for (let n = 1; n <= 8; n++) {
    const parent_id = await ensureTerm(tx, kind, { facet: 'category', parent_id: null, name: `${kind.noun}分类${n}`, sort: n });
    for (let sub = 1; sub <= 4; sub++)
      await ensureTerm(tx, kind, { facet: 'category', parent_id, name: `${kind.noun}分类${n}.${sub}`, sort: sub });
  }
  for (const { key, label } of ownFacets(kind))
    for (let n = 1; n <= 12; n++) await ensureTerm(tx, kind, { facet: key, parent_id: null, name: `${label}${n}`, sort: n });
}
