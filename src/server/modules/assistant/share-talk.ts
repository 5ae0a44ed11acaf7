import { isOpen } from '#contract/assistant.ts';
import { type Ctx, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { itemsById } from '../catalog/index.ts';
import { findAnswers, findBranch, findConversation, findNewest, findOwnAnswer, findShared, writeShared } from './repo.ts';
import { turnsOf } from './show-answers.ts';
import type { SharedTurn } from './tables.ts';

/** A page of so many is made in 20 ms. */
const SHARED_CHARS_MOST = 200_000;
const GONE = '对话不存在或已删除';

export interface TalkToShare {
  conversation_id: number;
  title: string;
  turns: SharedTurn[];
}

/** A branch of the reader's conversation up to an answer (0: the newest), as others may read it. @throws AppError 404; 409 where there is no answer yet */
export async function talkToShare(ctx: Ctx, conversation_id: number, answer_id: number): Promise<TalkToShare> {
  const user_id = requireUser(ctx);
  const talk = await findConversation(ctx.db, user_id, conversation_id);
  if (!talk) throw notFound(GONE);
  if (talk.tool !== '') throw conflict('工具的结果请保存为文档后发给客户');
  const end = answer_id === 0 ? await findNewest(ctx.db, conversation_id) : answer_id;
  const last = end === null ? null : await findOwnAnswer(ctx.db, user_id, end);
  if (answer_id !== 0 && last?.conversation_id !== conversation_id) throw notFound(GONE);
  const branch = last ? await turnsOf(ctx, await findBranch(ctx.db, last.id)) : [];
  const turns = branch
    .filter(({ state, text }) => !isOpen(state) && state !== 'refused' && text !== '')
    .map(({ id, question, files, text, edited, mark, sources }) => ({
      ...{ id, question, text, mark, edited: edited === 1, files: files.map(({ name }) => name) },
      // a passage of a file is its owner's
      sources: sources.map(({ cover: _cover, ...source }) => (source.path === '' ? { ...source, excerpt: '' } : source)),
    }));
  const chars = turns.reduce((sum, { question, text }) => sum + question.length + text.length, 0);
  if (chars > SHARED_CHARS_MOST)
    throw conflict(`对话太长，一条链接最多放 ${SHARED_CHARS_MOST / 10_000} 万字，请在新的对话里问要分享的部分`);
  if (turns.length === 0) throw conflict('还没有可以分享的回答，等回答完成后再分享');
  return { conversation_id, title: talk.title, turns };
}

/** From now on this is what the link of the conversation shows. */
export const keepShared = (tx: TxCtx, { conversation_id, turns }: TalkToShare): Promise<void> =>
  writeShared(tx.db, { conversation_id, user_id: requireUser(tx), turns, shared_at: tx.app.clock.now() });

/** What somebody's conversation is called; null: it was thrown away, or is another's. */
export async function sharedTitle(ctx: Ctx, user_id: number, conversation_id: number): Promise<string | null> {
  return (await findConversation(ctx.db, user_id, conversation_id))?.title ?? null;
}

/** What others read of a conversation: without what staff took away since, and of works those alone that are still public. */
export async function sharedTalk(ctx: Ctx, conversation_id: number): Promise<{ turns: SharedTurn[]; shared_at: number }> {
  const row = await findShared(ctx.db, conversation_id);
  if (!row) throw notFound(GONE);
  const ids = row.turns.map(({ id }) => id);
  const removed = new Set((await findAnswers(ctx.db, ids)).flatMap((answer) => (answer.removed ? [answer.id] : [])));
  const turns = row.turns.filter(({ id }) => !removed.has(id));
  const works = await itemsById(ctx, [
    ...new Set(turns.flatMap(({ sources }) => sources.flatMap(({ id, path }) => (path === '' ? [] : [id])))),
  ]);
  const isPublic = ({ id, path }: SharedTurn['sources'][number]) => path === '' || id === 0 || works.get(id)?.status === 'published';
  return {
    turns: turns.map((turn) => ({ ...turn, sources: turn.sources.filter(isPublic) })),
    shared_at: unixSeconds(row.shared_at),
  };
}
