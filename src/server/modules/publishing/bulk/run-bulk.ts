import { createHash } from 'node:crypto';
import type { BulkImport, BulkReport } from '#contract/bulk.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { filePurpose, type ItemForm, type UploadPurpose } from '#contract/publish.ts';
import { actingAs, type Ctx, requireUser } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { getItem, kindOf, kindTerms } from '../../catalog/index.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { submitItem } from '../drafts/submit-item.ts';
import { isMachineFault } from '../machine-fault.ts';
import { findFile } from '../repo.ts';
import { uploadLimit } from '../rules.ts';
import { storeStream } from '../uploading/store-rendered.ts';
import { filesOfRow, formOfRow, hashOfRow, RowError, type RowFiles } from './form-of-row.ts';
import { COLUMN } from './read-list.ts';
import {
  countRows,
  findImport,
  findImportsOf,
  findRows,
  findWork,
  type ImportRow,
  saveWork,
  setImport,
  setRow,
  type WorkRow,
} from './repo.ts';
import { findList, withZip, type ZipEntry } from './start-bulk.ts';

const LISTED = 10;

type Counts = BulkImport['counts'];

/** The caller's last imports, the newest first. */
export async function listBulk(ctx: Ctx): Promise<BulkImport[]> {
  const rows = await findImportsOf(ctx.db, requireUser(ctx), LISTED);
  const counts = await countRows(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => importOf(row, counts.get(row.id) as Counts));
}

/** What became of each line of an own import, those that failed first. @throws AppError 404 */
export async function bulkReport(ctx: Ctx, id: number): Promise<BulkReport> {
  const found = await findImport(ctx.db, id);
  if (found?.owner_id !== requireUser(ctx)) throw notFound('没有这次导入');
  const [rows, counts] = await Promise.all([findRows(ctx.db, id), countRows(ctx.db, [id])]);
  const shown = rows.map(({ row_no, key, cells, status, message, item_id }) => ({
    ...{ row_no, key, title: cells[COLUMN.title] ?? '', status, message, item_id },
  }));
  const failed = shown.filter(({ status }) => status === 'failed');
  return { ...importOf(found, counts.get(id) as Counts), rows: [...failed, ...shown.filter(({ status }) => status !== 'failed')] };
}

function importOf({ id, kind, name, action, status, failure, created_at }: ImportRow, counts: Counts): BulkImport {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { id, kind: kindOf(kind).key, name, action, status, failure, counts, total, created_at: unixSeconds(created_at) };
}

type Terms = Awaited<ReturnType<typeof kindTerms>>;

/**
 * Makes the works of an import, line by line, as its publisher. What one line lacks is noted beside it and stops no other. A run that
 * was interrupted goes on where it was; a line that was being made is made again and is the same work.
 */
export async function runBulk(machine: Ctx, import_id: number, stopping: AbortSignal): Promise<void> {
  const of = await findImport(machine.db, import_id);
  if (!of || of.status === 'done' || of.status === 'failed') return;
  const note = (change: { status: ImportRow['status']; failure?: string }) =>
    setImport(machine.db, import_id, { ...change, updated_at: machine.app.clock.now() });
  await note({ status: 'running' });
  const file = await findFile(machine.db, of.file_id);
  if (!file) return note({ status: 'failed', failure: '压缩包已被清理，请重新上传' });
  const ctx = actingAs(machine, { kind: 'user', user_id: of.owner_id, token_id: 0, roles: [], address: '' });
  const terms = await kindTerms(ctx, kindOf(of.kind));
  try {
    await machine.app.providers.storage.withPrivateFile(file.key, (path) =>
      withZip(path, async (entries) => {
        const { name } = findList(entries);
        const base = name.slice(0, name.lastIndexOf('/') + 1);
        for (const row of await findRows(machine.db, import_id)) {
          stopping.throwIfAborted();
          if (row.status === 'waiting') await makeRow(ctx, of, row, { entries, base, terms });
        }
      }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || isMachineFault(error)) throw error;
    return note({ status: 'failed', failure: error.message });
  }
  await note({ status: 'done' });
}

interface Given {
  entries: ReadonlyMap<string, ZipEntry>;
  /** Folder of the list. */
  base: string;
  terms: Terms;
}

async function makeRow(ctx: Ctx, of: ImportRow, row: WorkRow, given: Given): Promise<void> {
  try {
    await setRow(ctx.db, row, { message: '', ...(await made(ctx, of, row, given)) });
  } catch (error) {
    // the line waits for the next run
    if (isMachineFault(error)) throw error;
    await setRow(ctx.db, row, { status: 'failed', message: reasonOf(ctx, error) });
  }
}

async function made(ctx: Ctx, of: ImportRow, row: WorkRow, { entries, base, terms }: Given): Promise<Pick<WorkRow, 'status' | 'item_id'>> {
  const kind = kindOf(of.kind);
  const name = { owner_id: of.owner_id, kind: of.kind, key: row.key };
  const files = filesOfRow(row, entries, base);
  const hash = hashOfRow(row, of.action, files);
  const known = await findWork(ctx.db, name);
  if (known?.hash === hash && (await getItem(ctx, known.item_id))) return { status: 'unchanged', item_id: known.item_id };
  const form = { ...formOfRow(kind, terms, row), ...(await stored(ctx, kind, files)) };
  const draft = { kind, draft_key: draftKey(name), form };
  // saved before it is submitted: what is refused can be looked at and put right
  const { id } = await saveDraft(ctx, draft);
  await setRow(ctx.db, row, { item_id: id });
  if (of.action === 'submit') await submitItem(ctx, draft);
  await saveWork(ctx.db, { ...name, item_id: id, hash });
  return { status: 'done', item_id: id };
}

/** The same number of the same publisher is the same draft, whatever import brings it. */
function draftKey({ kind, key }: { kind: number; key: string }): string {
  return `bulk-${createHash('sha256').update(`${kind}\n${key}`).digest('hex').slice(0, 40)}`;
}

async function stored(
  ctx: Ctx,
  kind: KindFacts,
  files: RowFiles,
): Promise<Pick<ItemForm, 'file_id' | 'pictures' | 'video_file_id' | 'cover_file_id'>> {
  const store = (entry: ZipEntry | null, purpose: UploadPurpose) => (entry ? storeEntry(ctx, entry, purpose) : null);
  const pictures: number[] = [];
  for (const entry of files.pictures) pictures.push(await storeEntry(ctx, entry, 'picture'));
  return {
    file_id: await store(files.file, filePurpose(kind)),
    pictures,
    video_file_id: await store(files.video, 'video'),
    cover_file_id: await store(files.cover, 'cover'),
  };
}

async function storeEntry(ctx: Ctx, entry: ZipEntry, purpose: UploadPurpose): Promise<number> {
  const name = entry.name.split('/').at(-1) ?? entry.name;
  const { max_bytes, message } = uploadLimit(purpose);
  if (entry.size_bytes > max_bytes) throw new RowError(`“${name}”：${message}`);
  try {
    const data = await entry.open();
    return await storeStream(ctx, { purpose, name, size_bytes: entry.size_bytes, data, background: true });
  } catch (error) {
    throw error instanceof AppError && !isMachineFault(error) ? new RowError(`“${name}”：${error.message}`) : error;
  }
}

/** Why a line could not be taken, in one sentence for people. */
function reasonOf(ctx: Ctx, error: unknown): string {
  if (error instanceof RowError) return error.message;
  if (error instanceof AppError) return Object.values(error.fields ?? {}).join('；') || error.message;
  // a broken file in a ZIP is met while it is read
  ctx.log.warn({ err: error }, 'a line of an import could not be taken');
  return '文件无法从压缩包中读出，请检查后重新打包';
}
