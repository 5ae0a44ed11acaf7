import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { OwnExport } from '#contract/account.ts';
import { type App, actingAs, type Ctx, createCtx, inTransaction, requireUser, userId } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import { keptSince } from '../../db/retention.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { forbidden, notFound, tooOften } from '../../kernel/errors.ts';
import { hmacSha256, sameText } from '../../kernel/ids.ts';
import { type ByteRange, newStorageKey } from '../../providers/storage/port.ts';
import { loginOf, loginStands } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { eraseDue } from './closing.ts';
import { dropPackages, packages } from './packages.ts';
import { allPersonal, jsonText } from './personal.ts';
import { deleteOldExports, failOldExports, findExport, finishExport, insertExport, lockExportsOf, newestExport } from './repo.ts';

/** Packages of data as they are ordered; each hour, accounts whose days of grace are over and packages that are. */
export function privacyJobs(app: App): JobDefinition[] {
  const ctx = createCtx(app, { kind: 'job', name: 'privacy' }, 'privacy');
  return [
    { name: EXPORT_JOB, expire_s: 3_600, run: (payload) => makeExport(ctx, (payload as { id: number }).id) },
    {
      name: 'privacy.erase',
      cron: '7 * * * *',
      async run() {
        await eraseDue(ctx);
      },
    },
    { name: 'privacy.clean', cron: '37 * * * *', run: () => cleanExports(ctx) },
    packages.job(app),
  ];
}

export const EXPORT_JOB = 'privacy.export';
const LINK_PATH = '/gateway/user/export/';
/** How long a package lies ready, and how soon one may be asked for again. */
const KEPT_MS = 3 * 86_400_000;
const AGAIN_MS = 86_400_000;
const STUCK_MS = 3_600_000;

/** The reader's last package; null: they never asked. */
export async function ownExport(ctx: Ctx): Promise<OwnExport | null> {
  const row = await newestExport(ctx.db, requireUser(ctx));
  if (!row) return null;
  const until = row.expires_at ? unixSeconds(row.expires_at) : 0;
  const ready = row.state === 'ready' && row.expires_at !== null && row.expires_at > ctx.app.clock.now();
  return {
    state: row.state === 'ready' && !ready ? 'gone' : (row.state as OwnExport['state']),
    create_time: unixSeconds(row.created_at),
    size_bytes: row.size_bytes,
    expires_at: until,
    url: ready ? LINK_PATH + signExport(ctx.app.config.secrets.link, { id: row.id, token_id: loginOf(ctx), expires_s: until }) : '',
    again_at: unixSeconds(againAt(row)),
  };
}

/** One package for the login that asked, good until then; the package's end is the link's too. */
interface SignedExport {
  id: number;
  token_id: number;
  expires_s: number;
}

function signExport(secret: string, { id, token_id, expires_s }: SignedExport): string {
  const body = [id, token_id, expires_s].map((n) => n.toString(36)).join('.');
  return `${body}.${hmacSha256(secret, `data export\n${body}`)}`;
}

/** Null when it was forged or cut. Expiry is the caller's to compare. */
function readExport(secret: string, text: string): SignedExport | null {
  const [, body = '', mac = ''] = /^([0-9a-z]{1,11}(?:\.[0-9a-z]{1,11}){2})\.([0-9a-f]{64})$/.exec(text) ?? [];
  if (body === '' || !sameText(mac, hmacSha256(secret, `data export\n${body}`))) return null;
  const [id = 0, token_id = 0, expires_s = 0] = body.split('.').map((part) => Number.parseInt(part, 36));
  return { id, token_id, expires_s };
}

/** From when another may be asked for. */
const againAt = ({ state, created_at }: { state: string; created_at: Date }): Date =>
  state === 'failed' ? created_at : new Date(created_at.getTime() + AGAIN_MS);

/** Orders a package of all stored data of the reader; a job makes it. @throws AppError 429 within a day of the last */
export async function askExport(ctx: Ctx): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockExportsOf(tx.db, user_id);
    const last = await newestExport(tx.db, user_id);
    const now = tx.app.clock.now();
    const wait_ms = last ? againAt(last).getTime() - now.getTime() : 0;
    if (wait_ms > 0) throw tooOften('每天可以导出一次，请明天再试', Math.ceil(wait_ms / 1000));
    const id = await insertExport(tx.db, user_id, now);
    await tx.app.jobs.send(EXPORT_JOB, { id }, {}, tx.db);
  });
}

/** Makes one package: a ZIP of JSON lists, written as they are read, so that memory stays flat. Running it again changes nothing. */
export async function makeExport(ctx: Ctx, id: number): Promise<void> {
  const row = await findExport(ctx.db, id);
  if (row?.state !== 'waiting') return;
  const { storage } = ctx.app.providers;
  const reader = actingAs(ctx, { kind: 'user', user_id: row.user_id, token_id: 0, roles: [], address: '' });
  const zip = new ZipFile();
  const mtime = ctx.app.clock.now();
  for (const [name, rows] of allPersonal().flatMap(({ files = {} }) => Object.entries(files))) {
    zip.addReadStreamLazy(`${name}.json`, { mtime }, (give) => give(null, Readable.from(jsonText(rows(reader, row.user_id)))));
  }
  zip.end();
  const file_key = await packages.newKey(ctx, newStorageKey());
  const size_bytes = await storage.putPrivate(file_key, Readable.from(zip.outputStream as AsyncIterable<Uint8Array>));
  const ready_at = ctx.app.clock.now();
  const expires_at = new Date(ready_at.getTime() + KEPT_MS);
  if (!(await finishExport(ctx.db, id, { state: 'ready', file_key, size_bytes, ready_at, expires_at }))) return;
  await sendNotices(ctx, [row.user_id], {
    ...{
      topic: 'account',
      key: `export:${id}`,
      title: '您的数据已打包好',
      content: '三天内可以下载。',
      href: '/personalCenter/mySetting?tab=privacy',
    },
  });
}

export interface ExportFile {
  size_bytes: number;
  etag: string;
  name: string;
  read(range: ByteRange): Promise<Readable>;
}

/** Opens a package by its link, while the login is that asked for it. @throws AppError 403 forged, over, or lent to another account; 404 when it is gone */
export async function openExport(ctx: Ctx, signed: string): Promise<ExportFile> {
  const link = readExport(ctx.app.config.secrets.link, signed);
  const now = ctx.app.clock.now();
  if (!link || link.expires_s * 1000 <= now.getTime()) throw forbidden('链接已失效，请回到账号设置重新获取');
  const row = await findExport(ctx.db, link.id);
  const reader = userId(ctx);
  if (row && reader !== null && reader !== row.user_id) throw forbidden('数据包只供申请它的账号下载');
  if (row && !(await loginStands(ctx, { user_id: row.user_id, token_id: link.token_id })))
    throw forbidden('申请此链接的登录已退出，请登录后到账号设置重新获取');
  if (row?.state !== 'ready' || !row.file_key) throw notFound('数据包已删除，请重新导出');
  const key = row.file_key;
  return {
    size_bytes: row.size_bytes,
    etag: `"${key.replaceAll('/', '')}"`,
    name: `策猫个人数据-${row.id}.zip`,
    read: (range) => ctx.app.providers.storage.readPrivate(key, range),
  };
}

/** Deletes packages that are over, and gives up unfinished ones. */
export async function cleanExports(ctx: Ctx): Promise<void> {
  const now = ctx.app.clock.now();
  await dropPackages(ctx, { before: now });
  await failOldExports(ctx.db, new Date(now.getTime() - STUCK_MS));
  await deleteOldExports(ctx.db, keptSince('exports', now));
}
