import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { to } from 'pg-copy-streams';
import type { Db, Queryable, Tx } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';

/** A part of a table of parts. Without times it is the first one or the rest. */
export interface Part {
  table: string;
  name: string;
  starts_at: Date | null;
  ends_at: Date | null;
  rows: number;
  bytes: number;
  /** '': the database's own. */
  tablespace: string;
}

const make = statement('operations_make_part', 'select cemao_part($1, $2, $3)');

/** Who asks gives up after this: what waits for a lock keeps everybody who comes later waiting as well. */
const LOCK_WAIT = sql.raw(`set local lock_timeout = '3s'`);
const named = (name: string) => sql.raw(pg.escapeIdentifier(name));

export async function makePart(tx: Tx, table: string, moment: Date, every: number): Promise<void> {
  await tx.execute(LOCK_WAIT);
  await make(tx, [table, moment, every]);
}

/** From now on rows get the numbers of the part that holds this moment; those who write just then have committed before, so no transfer is in two parts. */
export async function turnNumbers(tx: Tx, table: string, moment: Date, every: number): Promise<void> {
  if (await isTurned(tx, table, moment, every)) return;
  await tx.execute(LOCK_WAIT);
  await tx.execute(sql`lock table ${named(table)} in share row exclusive mode`);
  if (!(await isTurned(tx, table, moment, every))) await turn(tx, [table, moment, every]);
}

const NUMBERS = `(select pg_get_serial_sequence($1, 'id')::regclass as s, cemao_part_base($2, $3) as base) n`;
const turn = statement('operations_turn_numbers', `select setval(s, base) from ${NUMBERS}`);
const turned = statement('operations_turned', `select 1 from ${NUMBERS} where pg_sequence_last_value(s) >= base`);

/** Whether rows get the numbers of the part that holds this moment. */
export async function isTurned(db: Queryable, table: string, moment: Date, every: number): Promise<boolean> {
  return (await turned(db, [table, moment, every])).length > 0;
}

/** Months that wait in a table's rest. */
export async function restMonths(db: Queryable, table: string): Promise<Date[]> {
  const { rows } = await db.execute<{ at: string | Date }>(
    sql`select distinct date_trunc('month', at, 'UTC') as at from ${named(`${table}_rest`)}`,
  );
  return rows.map(({ at }) => new Date(at));
}

const parts = statement<{ table: string; name: string; rows: number; bytes: number; tablespace: string }>(
  'operations_parts',
  `select p.relname as table, c.relname as name, greatest(c.reltuples, 0)::bigint as rows, pg_total_relation_size(c.oid) as bytes, coalesce(t.spcname, '') as tablespace
   from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid left join pg_tablespace t on t.oid = c.reltablespace
   where p.relname = any($1::text[]) and p.relnamespace = 'public'::regnamespace order by p.relname, c.relname`,
);

/** The parts of these tables, each table's oldest first; `every`: months of a part. */
export async function findParts(db: Queryable, tables: ReadonlyMap<string, number>): Promise<Part[]> {
  const rows = await parts(db, [[...tables.keys()]]);
  return rows
    .map((row) => {
      const [, year, month = '01'] = /_(\d{4})(\d{2})?$/.exec(row.name) ?? [];
      if (year === undefined) return { ...row, starts_at: null, ends_at: null };
      const at = (later: number) => new Date(Date.UTC(Number(year), Number(month) - 1 + later, 1));
      return { ...row, starts_at: at(0), ends_at: at(tables.get(row.table) ?? 1) };
    })
    .toSorted((a, b) => a.table.localeCompare(b.table) || (a.starts_at?.getTime() ?? 0) - (b.starts_at?.getTime() ?? 0));
}

/** When the youngest row of a part came; null: it has none. */
export async function lastRow(db: Queryable, part: string, time: string): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | Date | null }>(sql`select max(${named(time)}) as at from ${named(part)}`);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

export async function dropPart(tx: Tx, part: string): Promise<void> {
  await tx.execute(LOCK_WAIT);
  await tx.execute(sql`drop table if exists ${named(part)}`);
}

/** Puts another table in a part's place; `fill` writes what it holds. What is read meanwhile is the former one, until the commit. */
export async function replacePart(tx: Tx, table: string, part: string, fill: (into: string) => Promise<void>): Promise<void> {
  const fresh = `${part}_closed`;
  const { rows } = await tx.execute<{ bounds: string }>(
    sql`select pg_get_expr(relpartbound, oid) as bounds from pg_class where oid = ${part}::regclass`,
  );
  const { rows: targets } = await tx.execute<{ name: string }>(
    sql`select distinct confrelid::regclass::text as name from pg_constraint where conrelid = ${table}::regclass and contype = 'f' order by 1`,
  );
  await tx.execute(sql.raw('set local statement_timeout = 0'));
  await tx.execute(sql`create table ${named(fresh)} (like ${named(table)} including all excluding identity)`);
  await fill(fresh);
  await tx.execute(LOCK_WAIT);
  // all at once and before anything changes: foreign keys go and come, and who posts holds one of these while it asks for another
  const all = sql.join([...targets.map(({ name }) => name), table].map(named), sql`, `);
  await tx.execute(sql`lock table ${all} in access exclusive mode`);
  await tx.execute(sql`alter table ${named(table)} detach partition ${named(part)}`);
  await tx.execute(sql`drop table ${named(part)}`);
  await tx.execute(sql`alter table ${named(fresh)} rename to ${named(part)}`);
  await tx.execute(sql`alter table ${named(table)} attach partition ${named(part)} ${sql.raw(rows[0]?.bounds ?? '')}`);
}

/** A part and its indexes to another tablespace. Who reads or writes this part, or sums of the whole table, waits. */
export async function moveTo(tx: Tx, part: string, tablespace: string): Promise<void> {
  await tx.execute(sql.raw('set local statement_timeout = 0'));
  await tx.execute(LOCK_WAIT);
  await tx.execute(sql`alter table ${named(part)} set tablespace ${named(tablespace)}`);
  const { rows } = await tx.execute<{ name: string }>(
    sql`select c.relname as name from pg_index x join pg_class c on c.oid = x.indexrelid where x.indrelid = ${part}::regclass`,
  );
  for (const { name } of rows) await tx.execute(sql`alter index ${named(name)} set tablespace ${named(tablespace)}`);
}

export async function hasTablespace(db: Queryable, name: string): Promise<boolean> {
  return (await db.execute(sql`select 1 from pg_tablespace where spcname = ${name}`)).rows.length > 0;
}

/** The rows of a part as CSV with a head, by number, else in the order of all columns: hashed, counted, and into a compressed file where one is named. */
export async function copyOut(db: Db, part: string, numbered: boolean, file: string | null): Promise<{ rows: number; sha256: string }> {
  const { $client: pool } = db as unknown as { $client: pg.Pool };
  const client = await pool.connect();
  const hash = createHash('sha256');
  try {
    await client.query(`set statement_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set extra_float_digits = 3`);
    const copying = client.query(
      to(`copy (select t.* from ${pg.escapeIdentifier(part)} t order by ${numbered ? 't.id' : 't'}) to stdout (format csv, header)`),
    );
    const hashed = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        yield chunk;
      }
    };
    if (file === null) for await (const chunk of copying) hash.update(chunk as Buffer);
    else await pipeline(copying, hashed, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return { rows: copying.rowCount ?? 0, sha256: hash.digest('hex') };
  } finally {
    // its settings are not those of the pool
    client.release(true);
  }
}
