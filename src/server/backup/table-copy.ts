import pg from 'pg';

/** A table as a backup sees it: its columns with their types, in the order in which they were made. */
export interface TableShape {
  /** schema.table, unquoted. */
  name: string;
  columns: Array<{ name: string; type: string }>;
}

/** Rows of an entry: few enough that those with long texts are taken in a moment of the site's process. */
const BATCH = 100;
const quoted = (name: string) => name.split('.').map(pg.escapeIdentifier).join('.');

/** Values leave as text in a form that does not depend on the session, and come back by a cast: nothing is lost, whatever the type. */
export async function fixTextForm(client: pg.Client): Promise<void> {
  await client.query(
    "set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex'",
  );
}

/** Every table of the site and of its job queue, those first to which others point. */
export async function readShapes(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<{ oid: string; name: string; columns: TableShape['columns'] }>(`
    select c.oid::text as oid, n.nspname || '.' || c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, n.nspname, c.relname order by 2`);
  const { rows: links } = await client.query<{ from: string; to: string }>(`
    select conrelid::text as "from", confrelid::text as "to" from (
      select distinct conrelid::oid as conrelid, confrelid::oid as confrelid from pg_constraint
      where contype = 'f' and conparentid = 0 and conrelid <> confrelid
    ) f join pg_class c on c.oid = confrelid join pg_namespace n on n.oid = c.relnamespace
    -- two backups of the same tables name them in the same order
    order by n.nspname, c.relname`);
  const by_oid = new Map(rows.map((row) => [row.oid, row]));
  const targets = Map.groupBy(links, ({ from }) => from);
  const sorted: TableShape[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (oid: string) => {
    const row = by_oid.get(oid);
    if (!row || state.get(oid) === 'done') return;
    if (state.get(oid) === 'open') throw new Error(`tables point at each other in a circle: ${row.name}`);
    state.set(oid, 'open');
    for (const { to } of targets.get(oid) ?? []) visit(to);
    state.set(oid, 'done');
    sorted.push({ name: row.name, columns: row.columns });
  };
  for (const { oid } of rows) visit(oid);
  return sorted;
}

/** The rows of a table in batches, each row one line: a JSON array of texts and nulls. Call inside a transaction. */
export async function* dumpRows(client: pg.Client, table: TableShape): AsyncGenerator<string[]> {
  const values = table.columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ');
  await client.query(`declare dump no scroll cursor for select json_build_array(${values})::text as line from ${quoted(table.name)}`);
  try {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from dump`);
      if (rows.length === 0) return;
      yield rows.map(({ line }) => line);
    }
  } finally {
    await client.query('close dump');
  }
}

/** Inserts lines of dumpRows(); identity columns keep their numbers. */
export async function loadRows(client: pg.Client, table: TableShape, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const names = table.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const values = table.columns.map(({ type }, at) => `(v->>${at})::${type}`).join(', ');
  await client.query(
    `insert into ${quoted(table.name)} (${names}) overriding system value select ${values} from json_array_elements($1::json) v`,
    [`[${lines.join(',')}]`],
  );
}

/** Our own triggers guard what people do; a restore repeats what they had already passed. */
export async function setTriggers(client: pg.Client, table: TableShape, enabled: boolean): Promise<void> {
  await client.query(`alter table ${quoted(table.name)} ${enabled ? 'enable' : 'disable'} trigger user`);
}

export async function emptyTable(client: pg.Client, table: TableShape): Promise<void> {
  await client.query(`delete from ${quoted(table.name)}`);
}

export async function countRows(client: pg.Client, table: TableShape): Promise<number> {
  const { rows } = await client.query<{ n: string }>(`select count(*)::text as n from ${quoted(table.name)}`);
  return Number(rows[0]?.n);
}

/** Numbers the next rows after the highest that is there. */
export async function advanceSequences(client: pg.Client, table: TableShape): Promise<void> {
  for (const { name } of table.columns) {
    const { rows } = await client.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [
      quoted(table.name),
      name,
    ]);
    if (!rows[0]?.sequence) continue;
    await client.query(
      `select setval($1, greatest((select max(${pg.escapeIdentifier(name)}) from ${quoted(table.name)}), 1),
      exists (select 1 from ${quoted(table.name)}))`,
      [rows[0].sequence],
    );
  }
}
