import type { AssistantTurn } from '#contract/assistant.ts';
import { AI_MARK, resultText } from '#contract/assistant-text.ts';
import {
  changeLine,
  emptyBody,
  type OwnPaper,
  PAPER_DAYS,
  PAPER_NAMES,
  PAPER_TITLE_MAX,
  PAPER_VERSIONS_MOST,
  PAPERS_MOST,
  type PaperBody,
  type PaperKind,
  type PaperLine,
  type PaperVersion,
  paperAbout,
  paperFault,
  paperOfResult,
  resultOfPaper,
} from '#contract/paper.ts';
import { actingAs, type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { editionOf, savedAtOf } from '../../kernel/edition.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { answerOf, askChange, assistantTalk } from '../assistant/index.ts';
import { publicUsers } from '../identity/index.ts';
import {
  countLive,
  deleteGone,
  deleteOfUser,
  deleteVersions,
  findOfAnswer,
  findOfUser,
  findOwn,
  findVersion,
  findVersionLines,
  findVersions,
  insertPaper,
  insertVersion,
  lockOwner,
  lockPaper,
  type PaperRecord,
  setPaper,
  setVersion,
} from './repo.ts';

const GONE = '文档不存在或已删除';
const DAY_MS = 86_400_000;
/** Below the bound of a conversation: then another is begun. */
const CHANGES_A_TALK = 40;
/** Saves by hand within this time become one version: one goes back to what was, not to every pause in typing. */
const VERSION_MS = 5 * 60_000;

const shown = ({ id, kind, title, body, by_ai, saved_at }: PaperRecord): OwnPaper => ({
  ...{ id, kind, title, body, by_ai: by_ai ? 1 : 0 },
  ...{ edition: editionOf(saved_at), saved_at: unixSeconds(saved_at) },
});

/** One of the signed-in user's, not thrown away. @throws AppError 404 */
export async function ownPaper(ctx: Ctx, id: number): Promise<OwnPaper> {
  const row = await findOwn(ctx.db, requireUser(ctx), id);
  if (!row || row.deleted_at) throw notFound(GONE);
  return shown(row);
}

/** A document as a client reads it: its words, and the works that its answer stands on. */
export interface ClientPaper {
  kind: PaperKind;
  title: string;
  text: string;
  by_ai: boolean;
  sources: Array<{ title: string; path: string }>;
}

/** Somebody's document for who holds a link to it; null: it was thrown away, or is another's. */
export async function clientPaper(ctx: Ctx, user_id: number, id: number, sources: boolean): Promise<ClientPaper | null> {
  const row = await findOwn(ctx.db, user_id, id);
  if (!row || row.deleted_at) return null;
  const { kind, title, body, by_ai, answer_id } = row;
  const owner = actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: '' });
  const answer = sources && answer_id !== null ? await answerOf(owner, answer_id).catch(goneAnswer) : null;
  // files of one’s own are named to no one else
  const works = answer?.sources.filter(({ path }) => path !== '').map(({ title: name, path }) => ({ title: name, path })) ?? [];
  return { kind, title, text: resultText(resultOfPaper(kind, title, body)), by_ai, sources: works };
}

function goneAnswer(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}

/** A page of the signed-in user's; `gone`: of those thrown away. */
export async function ownPapers(
  ctx: Ctx,
  {
    page,
    limit,
    ...query
  }: { gone: boolean; q: string; kind: PaperKind | ''; order: 'saved' | 'made' | 'title'; page: number; limit: number },
): Promise<{ list: PaperLine[]; total: number; page: number; limit: number }> {
  const { rows, total } = await findOfUser(ctx.db, requireUser(ctx), { ...query, offset: (page - 1) * limit, limit });
  const list = rows.map(({ id, kind, title, body, saved_at, deleted_at }) => ({
    ...{ id, kind, title, about: paperAbout(kind, body), saved_at: unixSeconds(saved_at) },
    gone_until: deleted_at ? unixSeconds(new Date(deleted_at.getTime() + PAPER_DAYS * DAY_MS)) : 0,
  }));
  return { list, total, page, limit };
}

/**
 * Makes a document of an answer of the assistant that has rows, or an empty one. The same answer is the same document, however many ask at once.
 * @throws AppError 404 for another's answer, 409 for one without rows and above the bound
 */
export async function makePaper(ctx: Ctx, of: { answer_id?: number | undefined; kind?: PaperKind | undefined }): Promise<OwnPaper> {
  const user_id = requireUser(ctx);
  const { answer_id, kind } = of;
  if ((answer_id === undefined) === (kind === undefined)) throw invalid({ kind: '请选择文档类型' });
  const answer = answer_id === undefined ? null : await answerOf(ctx, answer_id);
  const result = answer?.result ?? null;
  const made = kind ? { kind, title: `未命名${PAPER_NAMES[kind]}`, body: emptyBody(kind) } : result && paperOfResult(result);
  const fault = made && paperFault(made.kind, made.body);
  if (!made || fault) throw conflict(fault ?? '这个结果没有可以编辑的表格或大纲');
  return inTransaction(ctx, async (tx) => {
    await lockOwner(tx.db, user_id);
    const same = answer_id === undefined ? null : await findOfAnswer(tx.db, user_id, answer_id);
    if (same) return shown(same);
    await refuseTooMany(tx, user_id);
    const now = tx.app.clock.now();
    const row = await insertPaper(tx.db, {
      ...made,
      ...{ user_id, answer_id: answer_id ?? null, by_ai: answer?.mark === AI_MARK, saved_at: now, created_at: now },
    });
    await insertVersion(tx.db, { paper_id: row.id, no: 1, how: 'made', title: row.title, body: row.body, begun_at: now, saved_at: now });
    return shown(row);
  });
}

async function refuseTooMany(tx: TxCtx, user_id: number): Promise<void> {
  if ((await countLive(tx.db, user_id)) >= PAPERS_MOST) throw conflict(`最多保存 ${PAPERS_MOST} 份文档，请先删除不用的`);
}

interface PaperText {
  title: string;
  body: PaperBody;
}

function tidied({ title, body }: PaperText, kind: PaperKind): PaperText {
  const rows = body.rows.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.map((cell) => (typeof cell === 'string' ? plainText(cell) : cell)),
  }));
  const name = plainText(title).replace(/\s+/g, ' ').slice(0, PAPER_TITLE_MAX);
  return { title: name || `未命名${PAPER_NAMES[kind]}`, body: { ...body, note: plainText(body.note), rows } };
}

/**
 * Writes a document and its version, one after the other however many save at once. The caller holds its row.
 * @throws AppError 409 with `data.edition` where another page saved it, code 1 for what is wrong in it
 */
async function write(
  tx: TxCtx,
  row: PaperRecord,
  text: PaperText,
  { how, edition, by_ai = row.by_ai }: { how: PaperVersion['how']; edition?: number | undefined; by_ai?: boolean },
): Promise<OwnPaper> {
  const fault = paperFault(row.kind, text.body);
  if (fault) throw invalid({ body: fault });
  // two saves of one millisecond are two editions
  const now = new Date(Math.max(tx.app.clock.now().getTime(), row.saved_at.getTime() + 1));
  const stored = { saved_at: row.saved_at, form: { title: row.title, body: row.body } };
  const saved_at = savedAtOf(stored, { edition, form: text, now });
  if (saved_at === row.saved_at) return shown(row);
  const [newest, before] = await findVersions(tx.db, row.id, 2);
  if (newest && before && how === 'hand' && newest.how === 'hand' && now.getTime() - newest.begun_at.getTime() < VERSION_MS) {
    await setVersion(tx.db, newest.id, { ...text, what: changeLine(before, text), saved_at });
  } else {
    const no = (newest?.no ?? 0) + 1;
    await insertVersion(tx.db, { ...text, paper_id: row.id, no, how, what: changeLine(row, text), begun_at: now, saved_at });
    await deleteVersions(tx.db, row.id, no - PAPER_VERSIONS_MOST);
  }
  return shown(await setPaper(tx.db, row.id, { ...text, by_ai, saved_at }));
}

async function lockOwn(tx: TxCtx, id: number): Promise<PaperRecord> {
  const row = await lockPaper(tx.db, requireUser(tx), id);
  if (!row) throw notFound(GONE);
  return row;
}

/** Saves what its owner typed, or took over of an answer of the assistant. @throws AppError 404, 409 where another page saved it since `edition`, code 1 for what is wrong in it */
export async function savePaper(
  ctx: Ctx,
  { id, edition, answer_id, ...text }: PaperText & { id: number; edition?: number | undefined; answer_id?: number | undefined },
): Promise<OwnPaper> {
  const answer = answer_id === undefined ? null : await answerOf(ctx, answer_id);
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, id);
    if (answer && answer.tool !== row.kind) throw conflict('这不是对这份文档的修改');
    return write(
      tx,
      row,
      tidied(text, row.kind),
      answer ? { how: 'sentence', edition, by_ai: row.by_ai || answer.mark === AI_MARK } : { how: 'hand', edition },
    );
  });
}

/**
 * Asks the assistant for a document changed by one sentence; nothing is written until its owner takes it over. Costs are those of an answer.
 * @throws AppError 404; as `askChange` of the assistant
 */
export async function askPaper(
  ctx: Ctx,
  { id, ...ask }: { id: number; key: string; sentence: string; pay: boolean },
): Promise<AssistantTurn> {
  const paper = await ownPaper(ctx, id);
  const sentence = plainText(ask.sentence);
  if (sentence === '') throw invalid({ sentence: '请输入怎样修改' });
  const now = resultOfPaper(paper.kind, paper.title, paper.body);
  const conversation_id = await talkOf(ctx, id);
  const turn = await askChange(ctx, { ...ask, conversation_id, sentence, now });
  if (turn.conversation_id !== conversation_id) await setPaper(ctx.db, id, { conversation_id: turn.conversation_id });
  return turn;
}

/** The conversation in which a document is changed; 0: there is none, or it was thrown away. */
async function talkOf(ctx: Ctx, id: number): Promise<number> {
  const talk = (await findOwn(ctx.db, requireUser(ctx), id))?.conversation_id ?? 0;
  if (talk === 0) return 0;
  return assistantTalk(ctx, talk).then(
    ({ turns }) => (turns.length < CHANGES_A_TALK ? talk : 0),
    (error: unknown) => {
      if (error instanceof AppError && error.status === 404) return 0;
      throw error;
    },
  );
}

/** @throws AppError 404 */
export async function renamePaper(ctx: Ctx, id: number, title: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, id);
    await write(tx, row, tidied({ title, body: row.body }, row.kind), { how: 'hand' });
  });
}

/** Brings a version back as the newest one; what was before stays a version. @throws AppError 404 */
export function bringBack(ctx: Ctx, id: number, no: number): Promise<OwnPaper> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, id);
    const version = await findVersion(tx.db, id, no);
    if (!version) throw notFound('这个版本已不存在');
    return write(tx, row, { title: version.title, body: version.body }, { how: 'back' });
  });
}

/** What one of the signed-in user's was, the newest first. @throws AppError 404 */
export async function paperVersions(ctx: Ctx, id: number): Promise<{ list: PaperVersion[] }> {
  await ownPaper(ctx, id);
  const user_id = requireUser(ctx);
  const who = (await publicUsers(ctx, [user_id])).get(user_id).nickname;
  const list = await findVersionLines(ctx.db, id);
  return { list: list.map(({ no, how, what, saved_at }) => ({ no, how, who, what, saved_at: unixSeconds(saved_at) })) };
}

/** @throws AppError 404 */
export async function paperVersion(ctx: Ctx, id: number, no: number): Promise<PaperText> {
  await ownPaper(ctx, id);
  const version = await findVersion(ctx.db, id, no);
  if (!version) throw notFound('这个版本已不存在');
  return { title: version.title, body: version.body };
}

/** Throws a document away; it comes back for seven days. @throws AppError 404 */
export async function removePaper(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockOwn(tx, id);
    await setPaper(tx.db, row.id, { deleted_at: tx.app.clock.now() });
  });
}

/** @throws AppError 404 for what was not thrown away, 409 above the bound */
export async function restorePaper(ctx: Ctx, id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockOwner(tx.db, user_id);
    const row = await findOwn(tx.db, user_id, id);
    if (!row) throw notFound('文档不存在或已彻底删除');
    if (row.deleted_at === null) return;
    await refuseTooMany(tx, user_id);
    await setPaper(tx.db, id, { deleted_at: null });
  });
}

/** What was thrown away days ago goes permanently. Idempotent. */
export async function purgePapers(ctx: Ctx): Promise<void> {
  await deleteGone(ctx.db, new Date(ctx.app.clock.now().getTime() - PAPER_DAYS * DAY_MS));
}

/** Documents go with the account of their owner. */
export async function forgetPapers(tx: TxCtx, user_id: number): Promise<void> {
  await deleteOfUser(tx.db, user_id);
}
