import {
  type AssistantConversations,
  type AssistantTalk,
  CONVERSATION_TITLE_MAX,
  CONVERSATIONS_PAGE,
  PINNED_MOST,
  RESTORE_DAYS,
  TURNS_MOST,
} from '#contract/assistant.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { deleteFilesOfUser } from './files.repo.ts';
import { forgetUnasked } from './files.ts';
import {
  answersOfUser,
  blankConversations,
  conversationIdsOf,
  findConversation,
  findConversations,
  findInstructions,
  findPinned,
  findThrownAway,
  findTurns,
  lockReader,
  renameRow,
  setDeleted,
  setPinned,
  writeInstructions,
} from './repo.ts';
import { conversationOf, turnsOf } from './show-answers.ts';

const PURGE_BATCH = 200;
const DAY_MS = 86_400_000;

const CURSOR = /^(\d{1,15})~(\d{1,15})$/;

/** The reader's conversations, the pinned ones before the newest, those with `q` in title, question or answer; `after` is the `next` of the page before. @throws AppError code 1 */
export async function assistantConversations(ctx: Ctx, { q, after }: { q: string; after: string }): Promise<AssistantConversations> {
  const user_id = requireUser(ctx);
  const [, at_ms, id] = CURSOR.exec(after) ?? [];
  if (after !== '' && (at_ms === undefined || !Number.isFinite(new Date(Number(at_ms)).getTime()))) throw invalid({ after: '位置无效' });
  const place = at_ms === undefined ? null : { at: new Date(Number(at_ms)), id: Number(id) };
  const rows = await findConversations(ctx.db, user_id, { q, after: place, limit: CONVERSATIONS_PAGE + 1 });
  const page = rows.slice(0, CONVERSATIONS_PAGE);
  const last = page.at(-1);
  const next = rows.length > CONVERSATIONS_PAGE && last ? `${last.last_at.getTime()}~${last.id}` : '';
  const pinned = q === '' && after === '' ? await findPinned(ctx.db, user_id) : [];
  return { list: [...pinned, ...page].map(conversationOf), next };
}

/** One of the reader's conversations with the turns of all its branches. @throws AppError 404 */
export async function assistantTalk(ctx: Ctx, id: number): Promise<AssistantTalk> {
  const row = await findConversation(ctx.db, requireUser(ctx), id);
  if (!row) throw notFound('对话不存在或已删除');
  return {
    conversation: conversationOf(row),
    turns: await turnsOf(ctx, await findTurns(ctx.db, id, TURNS_MOST)),
  };
}

/** @throws AppError 404; code 1 without a name */
export async function renameConversation(ctx: Ctx, id: number, title: string): Promise<void> {
  const name = plainText(title).replace(/\s+/g, ' ').slice(0, CONVERSATION_TITLE_MAX);
  if (name === '') throw invalid({ title: '请输入名称' });
  if (!(await renameRow(ctx.db, requireUser(ctx), id, name))) throw notFound('对话不存在或已删除');
}

/** Puts a conversation above the others, or back among them. @throws AppError 404; 409 beyond their bound */
export async function pinConversation(ctx: Ctx, id: number, pinned: boolean): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockReader(tx.db, user_id);
    const others = (await findPinned(tx.db, user_id)).filter((one) => one.id !== id);
    if (pinned && others.length >= PINNED_MOST) throw conflict(`最多置顶 ${PINNED_MOST} 个对话，请先取消一个`);
    if (!(await setPinned(tx.db, user_id, id, pinned ? tx.app.clock.now() : null))) throw notFound('对话不存在或已删除');
  });
}

/** Throws a conversation away; it can be taken back for seven days. @throws AppError 404 */
export async function removeConversation(ctx: Ctx, id: number): Promise<void> {
  if (!(await setDeleted(ctx.db, requireUser(ctx), id, ctx.app.clock.now()))) throw notFound('对话不存在或已删除');
}

/** @throws AppError 404 for what was not thrown away, and once its days are over */
export async function restoreConversation(ctx: Ctx, id: number): Promise<void> {
  if (!(await setDeleted(ctx.db, requireUser(ctx), id, null))) throw notFound('对话不存在或已彻底删除');
}

/** Takes the words out of what was thrown away days ago, and files away that nothing was asked about. @returns how many */
export async function purgeConversations(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.app.clock.now().getTime() - RESTORE_DAYS * DAY_MS);
  const ids = await findThrownAway(ctx.db, before, PURGE_BATCH);
  await inTransaction(ctx, (tx) => blankConversations(tx.db, ids));
  await forgetUnasked(ctx);
  return ids.length;
}

/** All that somebody asked and got is without words; what it cost stays. */
export async function forgetAssistant(tx: TxCtx, user_id: number): Promise<void> {
  await blankConversations(tx.db, await conversationIdsOf(tx.db, user_id));
  await deleteFilesOfUser(tx.db, user_id);
  await writeInstructions(tx.db, { user_id, text: '', active: false });
}

/** What somebody wants of every answer, for a package of their data. */
export async function exportedInstructions(ctx: Ctx, user_id: number): Promise<object[]> {
  return (await findInstructions(ctx.db, user_id)).map(({ text, active, updated_at: time }) => ({ text, active, time }));
}

/** What somebody asked and got, for a package of their data. */
export async function exportedAnswers(ctx: Ctx, user_id: number, { page, limit }: { page: number; limit: number }): Promise<object[]> {
  const rows = await answersOfUser(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  return rows.map((row) => ({
    ...{
      id: row.id,
      after: row.parent_id,
      continues: row.first_id,
      time: row.created_at.toISOString(),
      tool: row.tool,
      question: row.question,
      instructions: row.instructions,
      input: row.input,
      state: row.state,
    },
    files: row.files.map(({ name }) => name),
    ...{ answer: row.removed ? '' : row.text, edited: row.edited, coins: row.coins, vote: row.vote, note: row.vote_note },
  }));
}
