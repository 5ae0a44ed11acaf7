import { and, asc, desc, eq, ne } from 'drizzle-orm';
import { ownRows } from '../../db/own-rows.ts';
import type { Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { tender_notes } from './tables.ts';

export type NoteRow = typeof tender_notes.$inferSelect;

export async function insertNote(db: Tx, row: typeof tender_notes.$inferInsert): Promise<NoteRow> {
  return (await db.insert(tender_notes).values(row).returning())[0] as NoteRow;
}

export async function findNote(db: Queryable, id: number): Promise<NoteRow | null> {
  return (await db.select().from(tender_notes).where(eq(tender_notes.id, id)))[0] ?? null;
}

export async function setNote(db: Tx, id: number, change: Partial<typeof tender_notes.$inferInsert>): Promise<void> {
  await db.update(tender_notes).set(change).where(eq(tender_notes.id, id));
}

/** Published ones in their order. */
export function findPublished(db: Queryable, demand_id: number): Promise<NoteRow[]> {
  return db
    .select()
    .from(tender_notes)
    .where(and(eq(tender_notes.demand_id, demand_id), eq(tender_notes.state, 'published')))
    .orderBy(asc(tender_notes.no));
}

export async function findLast(db: Queryable, demand_id: number): Promise<NoteRow | null> {
  const rows = await db
    .select()
    .from(tender_notes)
    .where(and(eq(tender_notes.demand_id, demand_id), eq(tender_notes.state, 'published')))
    .orderBy(desc(tender_notes.no))
    .limit(1);
  return rows[0] ?? null;
}

/** What waits for an answer, the oldest first. */
export function findWaiting(db: Queryable, demand_id: number): Promise<NoteRow[]> {
  return db
    .select()
    .from(tender_notes)
    .where(and(eq(tender_notes.demand_id, demand_id), eq(tender_notes.state, 'waiting')))
    .orderBy(asc(tender_notes.id));
}

/** What somebody asked and was not published, the oldest first. */
export function findAsked(db: Queryable, demand_id: number, asker_id: number): Promise<NoteRow[]> {
  return db
    .select()
    .from(tender_notes)
    .where(and(eq(tender_notes.demand_id, demand_id), eq(tender_notes.asker_id, asker_id), ne(tender_notes.state, 'published')))
    .orderBy(asc(tender_notes.id));
}

const forget = statement(
  'offers_forget_asker',
  `with gone as (delete from tender_notes where asker_id = $1 and state <> 'published')
   update tender_notes set asker_id = null where asker_id = $1 and state = 'published'`,
);

/** What was published stays without a name. */
export async function forgetAsker(db: Tx, user_id: number): Promise<void> {
  await forget(db, [user_id]);
}

// for the package of somebody's data
export const askedRows = ownRows(tender_notes, tender_notes.asker_id, [tender_notes.id]);
