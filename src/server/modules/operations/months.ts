import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { type Ctx, inTransaction, type TxCtx } from '../../app/ctx.ts';
import { StartError } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import type { Part } from './months.repo.ts';
import * as repo from './months.repo.ts';

/** A table that lies in parts by time, and what becomes of those that are old (decision 0321). */
export interface MonthTable {
  table: string;
  title: string;
  /** Months of a part: 1 or 12. */
  every: 1 | 12;
  /** By its time it goes where it has a rest; else by numbers, which begin again with each part, so that a number is in one part alone. */
  numbered: boolean;
  /** The column by which rows grow old. */
  time: string;
  /** Months that a part has to stay after its end. */
  keep(ctx: Ctx): Promise<number> | number;
  /** The hourly job drops what is older; else an operator does, after an export. */
  leaves: boolean;
  /** What stays in the place of a part: written into a new table; and whether that was done. */
  close?: { done(ctx: Ctx, part: string): Promise<boolean>; write(tx: TxCtx, part: string, into: string): Promise<void> };
}

const tables = new Map<string, MonthTable>();

export function registerMonthTable(table: MonthTable): void {
  tables.set(table.table, table);
}

/** Parts ahead that are there: a job that fails for weeks keeps no row from its place. */
const AHEAD = 2;

const monthOf = (at: Date, later = 0) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1));

/** Makes parts ahead and those of what a restore brought, turns numbers, and drops what leaves by itself. @returns the names of the dropped */
export async function keepMonths(ctx: Ctx): Promise<string[]> {
  const now = ctx.app.clock.now();
  const dropped: string[] = [];
  for (const { table, every, numbered, keep, leaves } of tables.values()) {
    const make = (moment: Date) => inTransaction(ctx, (tx) => repo.makePart(tx.db, table, moment, every));
    for (let later = 0; later <= AHEAD; later++) await make(monthOf(now, later * every));
    if (numbered) await inTransaction(ctx, (tx) => repo.turnNumbers(tx.db, table, now, every));
    else for (const month of await repo.restMonths(ctx.db, table)) await make(month);
    if (!leaves) continue;
    const first = monthOf(now, -(await keep(ctx)));
    for (const { name, starts_at } of await partsOf(ctx, table)) {
      if (starts_at === null || starts_at >= first) continue;
      await inTransaction(ctx, (tx) => repo.dropPart(tx.db, name));
      dropped.push(name);
    }
  }
  return dropped;
}

/** The parts of one table, or of all. */
const partsOf = (ctx: Ctx, table?: string): Promise<Part[]> =>
  repo.findParts(
    ctx.db,
    new Map([...tables.values()].filter((one) => table === undefined || one.table === table).map((one) => [one.table, one.every])),
  );

export interface ShownPart extends Part {
  title: string;
  /** Of its rows none comes any more. */
  over: boolean;
  /** Its time is still to come. */
  ahead: boolean;
}

/** All parts with what they are, each table's oldest first. The first takes rows until the first turn, each until the next one; a rest always may. */
export async function monthParts(ctx: Ctx): Promise<ShownPart[]> {
  const now = ctx.app.clock.now();
  const turned = new Set<string>();
  for (const { table, every, numbered } of tables.values())
    if (!numbered || (await repo.isTurned(ctx.db, table, now, every))) turned.add(table);
  return (await partsOf(ctx)).map((part) => {
    const { title = '', numbered = false } = tables.get(part.table) ?? {};
    return {
      ...part,
      title,
      ...{
        over: turned.has(part.table) && (part.ends_at === null ? numbered : part.ends_at <= now),
        ahead: part.starts_at !== null && part.starts_at > now,
      },
    };
  });
}

/** A part into which no row comes any more. @throws StartError */
async function oldPart(ctx: Ctx, name: string): Promise<{ part: ShownPart; of: MonthTable; last: Date | null }> {
  const part = (await monthParts(ctx)).find((one) => one.name === name);
  const of = part && tables.get(part.table);
  if (!part || !of) throw new StartError(`没有名为 ${name} 的分段，months list 列出全部`);
  if (!part.over) throw new StartError(`${name} 还在写入，结束之后才能处理`);
  return { part, of, last: await repo.lastRow(ctx.db, name, of.time) };
}

/** Moves an old part to another tablespace. @throws StartError */
export async function movePart(ctx: Ctx, name: string, tablespace: string): Promise<void> {
  const { part } = await oldPart(ctx, name);
  if (!(await repo.hasTablespace(ctx.db, tablespace))) throw new StartError(`数据库里没有表空间 ${tablespace}，请先 create tablespace`);
  await inTransaction(ctx, async (tx) => {
    await repo.moveTo(tx.db, part.name, tablespace);
    await recordAudit(tx, 'months.move', name, { tablespace });
  });
}

/** Stands beside an export. */
export interface ExportManifest {
  format: 1;
  part: string;
  rows: number;
  /** Of the CSV before it was compressed. */
  sha256: string;
  last: string | null;
  made_at: string;
}

const signatureOf = (ctx: Ctx, manifest: ExportManifest) => hmacSha256(ctx.app.config.secrets.link, `months:${JSON.stringify(manifest)}`);

/** Writes an old part as compressed CSV, with FILE.json that says and signs what it holds. @throws StartError */
export async function exportPart(ctx: Ctx, name: string, file: string): Promise<ExportManifest> {
  const { of, last } = await oldPart(ctx, name);
  if (existsSync(file) || existsSync(`${file}.json`)) throw new StartError(`${file} 已存在`);
  try {
    const manifest: ExportManifest = {
      format: 1,
      part: name,
      ...(await repo.copyOut(ctx.app.db, name, of.numbered, file)),
      last: last?.toISOString() ?? null,
      made_at: ctx.app.clock.now().toISOString(),
    };
    writeFileSync(`${file}.json`, `${JSON.stringify({ manifest, signature: signatureOf(ctx, manifest) }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    await inTransaction(ctx, (tx) => recordAudit(tx, 'months.export', name, { rows: manifest.rows, sha256: manifest.sha256 }));
    return manifest;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** What an export holds. @throws StartError where a byte of it differs from what was signed */
export async function checkExport(ctx: Ctx, file: string): Promise<ExportManifest> {
  if (!existsSync(file) || !existsSync(`${file}.json`)) throw new StartError(`找不到 ${file} 或它的清单 ${file}.json`);
  let read: { manifest: ExportManifest; signature: string };
  const hash = createHash('sha256');
  try {
    read = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
    for await (const chunk of createReadStream(file).pipe(createGunzip())) hash.update(chunk as Buffer);
  } catch (error) {
    throw new StartError(`导出文件已损坏：${(error as Error).message}`);
  }
  if (!sameText(signatureOf(ctx, read.manifest), read.signature)) throw new StartError('清单的签名不符：不是本站导出的，或被改动过');
  if (hash.digest('hex') !== read.manifest.sha256) throw new StartError('导出文件与清单不符');
  return read.manifest;
}

/**
 * Drops an old part that is in a checked export, row by row as it is now: the oldest first, and nothing before its time. What `close` makes stays.
 * @returns whether sums stay in its place
 * @throws StartError
 */
export async function dropOldPart(ctx: Ctx, name: string, file: string): Promise<{ closed: boolean }> {
  const { part, of, last } = await oldPart(ctx, name);
  if (await of.close?.done(ctx, name)) throw new StartError(`${name} 已经结转过`);
  const months = await of.keep(ctx);
  const until = last && new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1 + months, 1));
  if (until && until > ctx.app.clock.now()) throw new StartError(`${name} 依法须保存到 ${until.toISOString().slice(0, 10)}`);
  for (const older of await partsOf(ctx, of.table)) {
    if (older.name === name) break;
    const emptied = (await of.close?.done(ctx, older.name)) || (await repo.lastRow(ctx.db, older.name, of.time)) === null;
    if (of.close && !emptied) throw new StartError(`请先处理更早的 ${older.name}`);
  }
  const manifest = await checkExport(ctx, file);
  if (manifest.part !== name || (await repo.copyOut(ctx.app.db, name, of.numbered, null)).sha256 !== manifest.sha256)
    throw new StartError(`${file} 与数据库里的 ${name} 不同`);
  await inTransaction(ctx, async (tx) => {
    const { close } = of;
    if (close) await repo.replacePart(tx.db, of.table, part.name, (into) => close.write(tx, part.name, into));
    else await repo.dropPart(tx.db, part.name);
    await recordAudit(tx, 'months.drop', name, { rows: manifest.rows, sha256: manifest.sha256 });
  });
  return { closed: of.close !== undefined };
}
