import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { appliedMigrations, knownMigrations, migrate, missingMigrations } from '#server/db/migrate.ts';
import { StartError } from '#server/kernel/errors.ts';
import * as schema from '#server/schema.ts';

const made: string[] = [];
let admin: pg.Client;
beforeAll(async () => {
  const url = new URL(inject('template_url'));
  url.pathname = '/postgres';
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
});
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

async function scratch(): Promise<string> {
  const name = `s_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  made.push(name);
  const url = new URL(inject('template_url'));
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Columns, indexes and constraints as PostgreSQL itself words them. */
const structure = (url: string) =>
  withClient(url, async (client) => {
    const ask = async (text: string) => (await client.query<{ line: string }>(text)).rows.map(({ line }) => line);
    return {
      columns:
        await ask(`select concat_ws(' ', table_name, column_name, data_type, udt_name, is_nullable, column_default, is_identity, identity_generation, generation_expression) as line
        from information_schema.columns where table_schema = 'public' and table_name <> 'cemao_migrations' order by 1`),
      indexes: await ask(
        `select indexdef as line from pg_indexes where schemaname = 'public' and tablename <> 'cemao_migrations' order by 1`,
      ),
      constraints: await ask(`select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 't' and conrelid <> 'cemao_migrations'::regclass order by 1`),
    };
  });

const guards = readFileSync(fileURLToPath(new URL('../../src/server/db/guards.sql', import.meta.url)), 'utf8');

/** A database made straight from the tables as the code has them now, without migrations. */
async function fromTables(tables: Record<string, unknown>): Promise<string> {
  const url = await scratch();
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(tables));
  await withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
    await client.query(guards);
    await client.query('create table cemao_migrations (name text)');
  });
  return url;
}

it('schema equals migrations', async () => {
  const migrated = await scratch();
  await migrate(migrated);
  expect(await structure(migrated)).toEqual(await structure(await fromTables(schema)));
});

it('keeps one snapshot, which the next migration is compared with: it equals the tables', async () => {
  const folder = new URL('../../src/server/db/migrations/meta/', import.meta.url);
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'));
  expect(others).toEqual([]);
  const snapshot = JSON.parse(readFileSync(new URL(String(name), folder), 'utf8'));
  expect(await generateMigration(snapshot, generateDrizzleJson(schema))).toEqual([]);
  const { site_settings, ...fewer } = schema;
  expect(await generateMigration(snapshot, generateDrizzleJson(fewer))).not.toEqual([]);
});

it('would notice a table, a column or an index without a migration', async () => {
  const migrated = await structure(inject('template_url'));
  const extra = pgTable('forgotten', { n: integer().notNull() });
  expect(await structure(await fromTables({ ...schema, extra }))).not.toEqual(migrated);
  const { site_settings, ...fewer } = schema;
  expect(site_settings).toBeDefined();
  expect(await structure(await fromTables(fewer))).not.toEqual(migrated);
});

it('orders downwards as a plain `desc` asks for, but for the lists of works and the ledger, whose statements say otherwise', async () => {
  const { indexes } = await structure(inject('template_url'));
  const other = indexes.flatMap((line) => (line.includes('DESC NULLS LAST') ? [/INDEX (\w+)/.exec(line)?.[1] ?? ''] : []));
  expect(other.filter((name) => !/^(items_(by|for)_|terms_most_used$|ledger_entries_)/.test(name))).toEqual([]);
});

it('applies each migration once, also when many processes start at once', async () => {
  const url = await scratch();
  expect(await missingMigrations(url)).toEqual(knownMigrations());
  const applied = (await Promise.all(Array.from({ length: 5 }, () => migrate(url)))).flat();
  expect(applied).toEqual(knownMigrations());
  expect(await missingMigrations(url)).toEqual([]);
});

it('goes on where it stopped: a failing migration leaves nothing of itself, the earlier ones stay', async () => {
  const url = await scratch();
  const [first, second] = knownMigrations();
  await migrate(url, { through: first });
  // in the way of something that the second migration makes
  await withClient(url, (client) =>
    client.query('create function cemao_transfer_sums_to_zero() returns int language sql as $$ select 1 $$'),
  );
  await expect(migrate(url)).rejects.toThrow(`migration ${second} failed`);
  expect(await withClient(url, appliedMigrations)).toEqual([first]);
  await withClient(url, (client) => client.query('drop function cemao_transfer_sums_to_zero()'));
  expect(await migrate(url)).toEqual(knownMigrations().slice(1));
});

it('refuses to go on when an applied migration was changed afterwards', async () => {
  const url = await scratch();
  await migrate(url);
  await withClient(url, (client) => client.query("update cemao_migrations set hash = 'other' where name = $1", [knownMigrations()[0]]));
  await expect(migrate(url)).rejects.toThrow(StartError);
  await expect(migrate(url)).rejects.toThrow(`迁移 ${knownMigrations()[0]} 的内容与本程序不同`);
});

it('names every tables.ts in the schema barrel', () => {
  const barrel = readFileSync(new URL('../../src/server/schema.ts', import.meta.url), 'utf8');
  const named = [...barrel.matchAll(/'(.*tables\.ts)'/g)].map((match) => match[1]);
  expect(new Set(named).size).toBe(named.length);
  expect(named.length).toBeGreaterThan(12);
});
