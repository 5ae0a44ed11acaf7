import { ANSWER_TEXT_MAX, type AssistantEvent, type AssistantTurn, isOpen, VOTE_NOTE_MAX } from '#contract/assistant.ts';
import type { StreamEvent } from '#contract/stream.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { type AnswerRow, findOwnAnswer, updateAnswer } from './repo.ts';
import { cleanText } from './rules.ts';
import { turnOf, withCovers } from './show-answers.ts';
import { endUnbegun } from './write-answer.ts';

/** @throws AppError 404 for another's, and for what is not there */
export async function requireOwn(ctx: Ctx, id: number): Promise<AnswerRow> {
  const row = await findOwnAnswer(ctx.db, requireUser(ctx), id);
  if (!row) throw notFound('回答不存在或已删除');
  return row;
}

/** One of the reader's answers, as it stands. @throws AppError 404 */
export async function answerOf(ctx: Ctx, id: number): Promise<AssistantTurn> {
  return turnOf(ctx, await requireOwn(ctx, id));
}

/**
 * What came of an answer since `after` characters, and once it is over one event more, with the whole of it. The place of an event is how
 * far its text goes; the last stands one behind it.
 */
export async function answerEvents(ctx: Ctx, id: number, after: number): Promise<StreamEvent<AssistantEvent>[]> {
  const row = await requireOwn(ctx, id);
  const events: StreamEvent<AssistantEvent>[] = [];
  const { state, text } = row;
  const sources = await withCovers(ctx, row);
  if (text.length > after && !row.removed) {
    events.push({ seq: text.length, data: { from: after, text: text.slice(after), state, sources, turn: null } });
  }
  if (!isOpen(state) && after <= text.length) {
    events.push({ seq: text.length + 1, data: { from: text.length, text: '', state, sources, turn: await turnOf(ctx, row) } });
  }
  return events;
}

/** Stops an answer: what was written stays and is paid for. One that is over stays as it is. @throws AppError 404 */
export async function stopAnswer(ctx: Ctx, id: number): Promise<AssistantTurn> {
  const row = await requireOwn(ctx, id);
  if (isOpen(row.state)) {
    await updateAnswer(ctx.db, id, { stop_asked: true });
    // no worker has taken it yet: there is nothing to wait for
    await endUnbegun(ctx, id);
  }
  return answerOf(ctx, id);
}

/** The asker's own words in place of the answer's; empty: the answer as it was. @throws AppError 404; 409 while it is written; code 1 too long */
export async function editAnswer(ctx: Ctx, id: number, text: string): Promise<AssistantTurn> {
  const row = await requireOwn(ctx, id);
  if (isOpen(row.state)) throw conflict('还在生成，完成后再编辑');
  const words = cleanText(plainText(text));
  if (words.length > ANSWER_TEXT_MAX) throw invalid({ text: `最多 ${ANSWER_TEXT_MAX} 字` });
  const kept = await updateAnswer(ctx.db, id, { edited: words === '' || words === row.text ? null : words });
  return turnOf(ctx, kept as AnswerRow);
}

/** Whether an answer helped; 0 takes it back. Staff read voted answers with their questions. @throws AppError 404; 409 while it is written */
export async function voteAnswer(ctx: Ctx, { id, vote, note }: { id: number; vote: -1 | 0 | 1; note: string }): Promise<AssistantTurn> {
  const row = await requireOwn(ctx, id);
  if (isOpen(row.state)) throw conflict('还在生成，完成后再评价');
  const voted_at = vote === 0 ? null : ctx.app.clock.now();
  const kept = await updateAnswer(ctx.db, id, { vote, vote_note: vote === 0 ? '' : plainText(note).slice(0, VOTE_NOTE_MAX), voted_at });
  return turnOf(ctx, kept as AnswerRow);
}
