import { type AssistantFile, type AssistantSource, FILE_MAX_BYTES, FILES_MOST } from '#contract/assistant.ts';
import { AppMemory } from '../../app/app-memory.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import type { GivenSource } from '../../providers/assistant/port.ts';
import { DocumentError, type DocumentText, ReaderLost } from '../../providers/document/port.ts';
import { originalFile } from '../publishing/index.ts';
import {
  type AssistantFileRow,
  countUnasked,
  deleteForgotten,
  deleteUnasked,
  filesOfUser,
  findReadFile,
  findReadFiles,
  giveFiles,
  insertReadFile,
  lockFiles,
} from './files.repo.ts';
import { readBrief } from './read-brief.ts';
import { type AnswerRow, lockReader } from './repo.ts';
import { choosePassages } from './rules.ts';
import type { AskedFile } from './tables.ts';

/** Read and not asked about, of one person. */
const UNASKED_MOST = 10;
const UNASKED_MS = 86_400_000;
/** Of a file's words, that say what it is about. */
const HEAD_CHARS = 300;
const EXCERPT_MOST = 110;

/** Who sends the same again while it is read waits for that. */
const reading = new AppMemory<number, Promise<DocumentText>>({ max: 200, ttl_ms: 60_000 });

const fileOf = ({ id, name, passages, cut }: AssistantFileRow): AssistantFile => ({
  id,
  name,
  passages: passages.length,
  cut: cut ? 1 : 0,
});

/**
 * Reads the words of an upload of the reader in the sandbox of documents, and keeps these alone; its bytes go with unused uploads. The same upload is
 * read once. @throws AppError 404 for what is not theirs; code 1 with a reason for people; 409 too many that nothing was asked about; 503 for a
 * reader that was ended: the same again
 */
export async function readFile(ctx: Ctx, upload_id: number): Promise<AssistantFile> {
  const user_id = requireUser(ctx);
  const before = await findReadFile(ctx.db, user_id, upload_id);
  if (before) return fileOf(before);
  const upload = await originalFile(ctx, upload_id);
  if (upload?.owner_id !== user_id) throw notFound('文件不存在，请重新上传');
  if (upload.size_bytes > FILE_MAX_BYTES) throw new AppError('文件不能超过 10 MB，请拆分或压缩后再上传');
  await requireRoom(ctx, user_id);
  const { storage, documents } = ctx.app.providers;
  const read = await reading
    .share(
      ctx.app,
      upload_id,
      () => storage.withPrivateFile(upload.key, (path) => documents.text(path, user_id)),
      () => false,
    )
    .catch((error: unknown) => {
      if (error instanceof DocumentError) throw new AppError(error.message, { cause: error });
      if (error instanceof ReaderLost) throw new AppError('读取文件被中断，请再试一次', { status: 503, cause: error });
      throw error;
    });
  return inTransaction(ctx, async (tx) => {
    await lockReader(tx.db, user_id);
    const known = await findReadFile(tx.db, user_id, upload_id);
    if (known) return fileOf(known);
    await requireRoom(tx, user_id);
    const words = { passages: read.passages, cut: read.cut, name: upload.name.slice(0, 120), created_at: tx.app.clock.now() };
    return fileOf((await insertReadFile(tx.db, { user_id, upload_id, ...words })) as AssistantFileRow);
  });
}

async function requireRoom(ctx: Ctx, user_id: number): Promise<void> {
  if ((await countUnasked(ctx.db, user_id)) >= UNASKED_MOST) throw conflict(`还有 ${UNASKED_MOST} 个文件没有用来提问，请先移除几个`);
}

/** Takes a file away that nothing was asked about. @throws AppError 404 */
export async function dropFile(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteUnasked(ctx.db, requireUser(ctx), id))) throw notFound('文件不存在或已用来提问');
}

/**
 * Gives files to the conversation in which they are asked about; they go with it. Those of `beside` go along with a question that is asked again.
 * @throws AppError 404 for what is not theirs or went; 409 for one of another conversation
 */
export async function askedFiles(
  tx: TxCtx,
  of: { user_id: number; ids: readonly number[]; conversation_id: number },
): Promise<AskedFile[]> {
  const ids = [...new Set(of.ids)];
  const rows = await lockFiles(tx.db, of.user_id, ids);
  if (rows.length < ids.length) throw invalid({ files: '有文件已失效，请移除后重新上传' });
  if (rows.some(({ conversation_id }) => conversation_id !== null && conversation_id !== of.conversation_id))
    throw conflict('文件属于另一个对话，请重新上传');
  await giveFiles(tx.db, ids, of.conversation_id);
  return rows.map(({ id, name, passages }) => ({
    ...{ id, name, head: (passages[0]?.text ?? '').replace(/\s+/g, ' ').slice(0, HEAD_CHARS) },
    brief: readBrief(passages.map(({ text }) => text).join('\n')),
  }));
}

/** Files of a branch, the newest first, with the passages of them that a question is about. `branch`: oldest first. */
export async function fileSources(
  ctx: Ctx,
  branch: ReadonlyArray<Pick<AnswerRow, 'files'>>,
  question: string,
): Promise<{ shown: Omit<AssistantSource, 'cover'>[]; given: GivenSource[] }> {
  const ids = [...new Set(branch.toReversed().flatMap(({ files }) => files.map(({ id }) => id)))].slice(0, FILES_MOST);
  const files = await findReadFiles(ctx.db, ids);
  const chosen = choosePassages(
    files.map(({ passages }) => passages),
    question,
  );
  const sources = chosen.flatMap(({ file, at, text }, place) => {
    const of = files[file];
    return of ? [{ n: place + 1, id: of.id, name: of.name, at, text }] : [];
  });
  return {
    shown: sources.map(({ n, id, name, at, text }) => ({
      n,
      id,
      kind: `您的文件，${at}`,
      title: name,
      path: '',
      excerpt: text.slice(0, EXCERPT_MOST),
    })),
    given: sources.map(({ n, name, at, text }) => ({ n, own: true, kind: '提问者的文件', title: `${name} ${at}`, text })),
  };
}

/** Files that nothing was asked about for a day go. */
export const forgetUnasked = (ctx: Ctx): Promise<void> => deleteForgotten(ctx.db, new Date(ctx.app.clock.now().getTime() - UNASKED_MS));

/** The words that were read of somebody's files, for a package of their data. */
export async function exportedFiles(ctx: Ctx, user_id: number, { page, limit }: { page: number; limit: number }): Promise<object[]> {
  const rows = await filesOfUser(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  return rows.map(({ id, name, created_at, conversation_id, passages }) => ({
    id,
    name,
    time: created_at.toISOString(),
    conversation_id,
    passages,
  }));
}
