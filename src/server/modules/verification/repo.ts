import { and, arrayOverlaps, eq, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/pool.ts';
import type { StoredStatus } from './rules.ts';
import { company_verifications as companies, person_verifications as people } from './tables.ts';

export type PersonRow = Omit<typeof people.$inferSelect, 'status'> & { status: StoredStatus };
export interface Certified {
  name: string;
  licence: string;
}
export type CompanyRow = Omit<typeof companies.$inferSelect, 'status' | 'certified'> & {
  status: StoredStatus;
  certified: Certified | null;
};

/** One submits at a time a user, also where there is no row yet; until the end of the transaction. */
export async function lockVerifying(db: Tx, user_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('verification'), (${user_id}::bigint % 2147483647)::int)`);
}

export const findPerson = (db: Queryable, user_id: number): Promise<PersonRow | null> => onePerson(db, eq(people.user_id, user_id));

async function onePerson(db: Queryable, where: SQL): Promise<PersonRow | null> {
  return ((await db.select().from(people).where(where))[0] as PersonRow | undefined) ?? null;
}

export async function findPeople(db: Queryable, ids: readonly number[]): Promise<PersonRow[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(people)
    .where(inArray(people.id, [...ids]))) as PersonRow[];
}

export async function lockPerson(db: Tx, id: number): Promise<PersonRow | null> {
  return ((await db.select().from(people).where(eq(people.id, id)).for('update'))[0] as PersonRow | undefined) ?? null;
}

/** Whether another account holds the number, by any of its hashes. */
export async function isNumberTaken(db: Queryable, user_id: number, hashes: readonly string[]): Promise<boolean> {
  const held = and(inArray(people.number_hash, [...hashes]), eq(people.status, 'approved'), ne(people.user_id, user_id));
  return (await db.$count(people, held)) > 0;
}

/** Writes what was sent in, in place of what was there. @throws the database's refusal when another account took the number meanwhile */
export async function savePerson(db: Tx, row: typeof people.$inferInsert): Promise<PersonRow> {
  const taken = { ...row, submissions: sql`${people.submissions} + 1` };
  const rows = await db.insert(people).values(row).onConflictDoUpdate({ target: people.user_id, set: taken }).returning();
  return rows[0] as PersonRow;
}

export async function endPerson(
  db: Tx,
  id: number,
  set: { status: StoredStatus; reason: string; decided_at: Date; pictures_until: Date },
): Promise<void> {
  await db.update(people).set(set).where(eq(people.id, id));
}

/** Takes the pictures off rows whose time has come, and returns their keys. */
export async function takeOldPictures(db: Tx, now: Date, limit: number): Promise<string[]> {
  const due = await db
    .select({ id: people.id, keys: people.picture_keys })
    .from(people)
    .where(lte(people.pictures_until, now))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (due.length === 0) return [];
  await db
    .update(people)
    .set({ picture_keys: [], pictures_until: null })
    .where(
      inArray(
        people.id,
        due.map(({ id }) => id),
      ),
    );
  return due.flatMap(({ keys }) => keys);
}

/** Rows that a former key sealed, locked, at most `limit`. `prefix`: what the newest key's texts begin with. */
export async function lockFormerPeople(db: Tx, prefix: string, limit: number): Promise<PersonRow[]> {
  return (await db
    .select()
    .from(people)
    .where(sql`left(${people.sealed}, ${prefix.length}) <> ${prefix}`)
    .orderBy(people.id)
    .limit(limit)
    .for('update', { skipLocked: true })) as PersonRow[];
}

export async function resealPerson(db: Tx, id: number, set: { sealed: string; number_hash: string }): Promise<void> {
  await db.update(people).set(set).where(eq(people.id, id));
}

export async function lockFormerCompanies(db: Tx, prefix: string, limit: number): Promise<CompanyRow[]> {
  return (await db
    .select()
    .from(companies)
    .where(sql`left(${companies.sealed_contact}, ${prefix.length}) <> ${prefix}`)
    .orderBy(companies.id)
    .limit(limit)
    .for('update', { skipLocked: true })) as CompanyRow[];
}

export async function resealCompany(db: Tx, id: number, sealed_contact: string): Promise<void> {
  await db.update(companies).set({ sealed_contact }).where(eq(companies.id, id));
}

/** Which of the keys some row names. */
export async function namedKeys(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const list = [...keys];
  const [of_people, of_companies] = [
    await db.select({ keys: people.picture_keys }).from(people).where(arrayOverlaps(people.picture_keys, list)),
    await db.select({ key: companies.picture_key }).from(companies).where(inArray(companies.picture_key, list)),
  ];
  return new Set([...of_people.flatMap((row) => row.keys), ...of_companies.map(({ key }) => key)]);
}

export async function findCompany(db: Queryable, user_id: number): Promise<CompanyRow | null> {
  return ((await db.select().from(companies).where(eq(companies.user_id, user_id)))[0] as CompanyRow | undefined) ?? null;
}

/** Names that were approved, by user; those without one are absent. */
export async function findCertifiedNames(db: Queryable, user_ids: readonly number[]): Promise<Map<number, string>> {
  if (user_ids.length === 0) return new Map();
  const rows = await db
    .select({ user_id: companies.user_id, certified: companies.certified })
    .from(companies)
    .where(and(inArray(companies.user_id, [...user_ids]), isNotNull(companies.certified)));
  return new Map(rows.map(({ user_id, certified }) => [user_id, (certified as Certified).name]));
}

export async function findCompanies(db: Queryable, ids: readonly number[]): Promise<CompanyRow[]> {
  if (ids.length === 0) return [];
  return (await db
    .select()
    .from(companies)
    .where(inArray(companies.id, [...ids]))) as CompanyRow[];
}

export async function lockCompany(db: Tx, id: number): Promise<CompanyRow | null> {
  return ((await db.select().from(companies).where(eq(companies.id, id)).for('update'))[0] as CompanyRow | undefined) ?? null;
}

/** Whether another account holds the licence: sent in, or approved and not run out. */
export async function isLicenceTaken(db: Queryable, user_id: number, licence: string, now: Date): Promise<boolean> {
  const counts = or(
    eq(companies.status, 'reviewing'),
    and(eq(companies.status, 'approved'), sql`${companies.certified_until} > ${now}`),
    and(sql`${companies.certified}->>'licence' = ${licence}`, sql`${companies.certified_until} > ${now}`),
  );
  const same = or(eq(companies.licence, licence), sql`${companies.certified}->>'licence' = ${licence}`);
  return (await db.$count(companies, and(same, counts, ne(companies.user_id, user_id)))) > 0;
}

/** An approval that ran out gives its licence up to the next submitter. */
export async function freeLicence(db: Tx, user_id: number, licence: string, now: Date): Promise<void> {
  const over = and(eq(companies.licence, licence), eq(companies.status, 'approved'), lte(companies.certified_until, now));
  await db
    .update(companies)
    .set({ status: 'rejected', reason: '认证已到期' })
    .where(and(over, ne(companies.user_id, user_id)));
}

export async function saveCompany(db: Tx, row: typeof companies.$inferInsert): Promise<CompanyRow> {
  const taken = { ...row, submissions: sql`${companies.submissions} + 1` };
  const rows = await db.insert(companies).values(row).onConflictDoUpdate({ target: companies.user_id, set: taken }).returning();
  return rows[0] as CompanyRow;
}

export async function endCompany(
  db: Tx,
  id: number,
  set: Partial<Pick<CompanyRow, 'status' | 'reason' | 'decided_at' | 'certified' | 'certified_until' | 'warned_at'>>,
): Promise<void> {
  await db.update(companies).set(set).where(eq(companies.id, id));
}

/** Those whose approval ends before `until` and who were not notified, each once. */
export async function takeEnding(db: Tx, now: Date, until: Date, limit: number): Promise<CompanyRow[]> {
  const rows = await db
    .select()
    .from(companies)
    .where(
      and(
        isNotNull(companies.certified),
        sql`${companies.certified_until} > ${now}`,
        lte(companies.certified_until, until),
        sql`${companies.warned_at} is null`,
      ),
    )
    .orderBy(companies.user_id)
    .limit(limit)
    .for('update', { skipLocked: true });
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.update(companies).set({ warned_at: now }).where(inArray(companies.id, ids));
  return rows as CompanyRow[];
}

/** Everything of a user. @returns keys of the pictures */
export async function removeOf(db: Tx, user_id: number): Promise<string[]> {
  const gone = await db.delete(people).where(eq(people.user_id, user_id)).returning({ keys: people.picture_keys });
  const firms = await db.delete(companies).where(eq(companies.user_id, user_id)).returning({ key: companies.picture_key });
  return [...gone.flatMap(({ keys }) => keys), ...firms.map(({ key }) => key)];
}
