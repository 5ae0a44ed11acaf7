import { type Ctx, inTransaction } from '../kernel/ctx.ts';
import { installDefaultTerms } from '../modules/catalog/index.ts';
import { termsOf } from '../modules/search/index.ts';
import * as repo from './scale/repo.ts';
import { introductions, pageTexts, tagNames, titles } from './scale/texts.ts';

export interface ScaleOptions {
  /** Thousands of items: 1,000 makes a million. */
  factor: number;
  database_url: string;
  /** Told what is done now; a million takes minutes. */
  progress?: (text: string) => void;
}

/**
 * Adds `factor` thousand schemes without files to the database, for measuring: skewed categories, tags, prices, counters and texts,
 * and their search documents. Set-based, on a connection of its own, in one transaction: it is there whole or not at all. Lists are
 * without their indexes meanwhile, so not for a site that people use.
 */
export async function seedScale(ctx: Ctx, { factor, database_url, progress = () => undefined }: ScaleOptions): Promise<void> {
  await inTransaction(ctx, installDefaultTerms);
  await repo.withConnection(database_url, async (db) => {
    await db.query(`set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set max_parallel_maintenance_workers = 2; set jit = off`);
    await db.query('begin');
    await repo.trustReferences(db);
    const indexes = await repo.dropListIndexes(db);
    progress('texts');
    const withTerms = (texts: string[]) => texts.map((text) => ({ text, terms: termsOf(text) }));
    await repo.loadTexts(db, { title: withTerms(titles()), introduction: withTerms(introductions()), page: withTerms(pageTexts()) });
    const publishers = await repo.insertPublishers(db, Math.min(200, 10 * factor));
    const tags = await repo.insertTags(db, tagNames());
    progress('items');
    await repo.insertItems(db, factor * 1_000, { publishers, tags, ...(await repo.readTerms(db)) });
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
  });
}
