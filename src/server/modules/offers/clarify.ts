import { contactDetailsText } from '#contract/contact-details.ts';
import { OPEN_STATES } from '#contract/demand.ts';
import { NOTE_ANSWER_MAX, NOTE_QUESTION_MAX, NOTE_QUESTION_MIN, NOTES_MOST, QUESTIONS_WAITING } from '#contract/offer.ts';
import type { OpenQuestion, TenderNote } from '#contract/outputs/offer.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { type DemandFacts, demandOf, lockDemand } from '../demands/index.ts';
import { findAsked, findLast, findNote, findPublished, findWaiting, insertNote, type NoteRow, setNote } from './clarify.repo.ts';
import { findInvited } from './invitations.repo.ts';
import { refused, rightsOf } from './make-offer.ts';
import { findOffering, lockBoard } from './repo.ts';
import { documentsRefusal, laterOf, TENDER } from './rules.ts';
import { announceChange, tell } from './talk.ts';

/** Of one tender, from all who ask. */
const WAITING_MOST = 100;
export const NO_TENDER = '招标不存在';

/** What everybody may read of a tender beside its notice. */
export async function tenderNotes(ctx: Ctx, demand_id: number): Promise<TenderNote[]> {
  return (await findPublished(ctx.db, demand_id)).map(shownNote);
}

const shownNote = ({ no, question, text, hash, published_at }: NoteRow): TenderNote => ({
  ...{ no: no ?? 0, question, text, hash },
  at: published_at ? unixSeconds(published_at) : 0,
});

/** Questions that its reader may see: the owner those that wait, of whom none says who asked; others their own. */
export async function openQuestions(ctx: Ctx, demand_id: number, of: { user_id: number; is_owner: boolean }): Promise<OpenQuestion[]> {
  const rows = of.is_owner ? await findWaiting(ctx.db, demand_id) : await findAsked(ctx.db, demand_id, of.user_id);
  return rows.map(({ id, question, text, state, created_at }) => ({
    ...{ id, question, reason: text, waits: state === 'waiting' },
    at: unixSeconds(created_at),
  }));
}

/** A tender that may still be asked about, locked with its board. @throws AppError 404, 409 once its time is over */
export async function lockOpen(tx: TxCtx, demand_id: number): Promise<DemandFacts> {
  const demand = await lockDemand(tx.db, demand_id);
  if (demand?.label_type !== TENDER) throw notFound(NO_TENDER);
  const board = await lockBoard(tx.db, demand_id);
  const in_time = demand.closes_at !== null && tx.app.clock.now() < demand.closes_at;
  if (!OPEN_STATES.includes(demand.state) || board.opened_at !== null || !in_time) throw conflict('招标已截止，不能再提问或公告');
  return demand;
}

function said(text: string, field: string, [least, most]: readonly [number, number]): string {
  const plain = plainText(text);
  if (plain.length < least || plain.length > most) throw invalid({ [field]: `请填写 ${least} 至 ${most} 个字` });
  const contact = contactDetailsText(plain);
  if (contact) throw invalid({ [field]: contact });
  return plain;
}

/**
 * Asks about a tender; only who asks ever sees whose question it is. The same question that waits is one. Locks the demand, then its board.
 * @throws AppError code 1; 403 with an OfferRefusal for who may not bid; 404; 409 once its time is over or too many wait
 */
export async function askTender(ctx: Ctx, demand_id: number, text: string): Promise<void> {
  const asker_id = requireUser(ctx);
  const question = said(text, 'text', [NOTE_QUESTION_MIN, NOTE_QUESTION_MAX]);
  const seen = await demandOf(ctx.db, demand_id);
  if (seen?.label_type !== TENDER) throw notFound(NO_TENDER);
  if (seen.owner_id === asker_id) throw conflict('请直接发布补充公告');
  const refusal = documentsRefusal(seen, await rightsOf(ctx, asker_id));
  if (refusal) throw refused(refusal);
  await inTransaction(ctx, async (tx) => {
    const demand = await lockOpen(tx, demand_id);
    const own = (await findAsked(tx.db, demand_id, asker_id)).filter(({ state }) => state === 'waiting');
    if (own.some((row) => row.question === question)) return;
    if (own.length >= QUESTIONS_WAITING) throw conflict(`您有 ${QUESTIONS_WAITING} 个提问还没有答复，请等发布者答复后再问`);
    if ((await findWaiting(tx.db, demand_id)).length >= WAITING_MOST) throw conflict('等待答复的提问太多，请稍后再问');
    const { id } = await insertNote(tx.db, { demand_id, asker_id, question, state: 'waiting', created_at: tx.app.clock.now() });
    await tell(tx, [demand.owner_id], demand, {
      key: `tender:${id}:asked`,
      title: '您的招标有新的提问',
      content: `「${demand.title}」：${question}`,
    });
  });
}

/**
 * The owner answers a question, or refuses to with a reason that only who asked reads. An answer is published with its question and never changes.
 * @throws AppError code 1, 404, 409 for one that was decided or once the time of the tender is over
 */
export async function answerTender(ctx: Ctx, id: number, { text, publishes }: { text: string; publishes: boolean }): Promise<void> {
  const { demand_id } = await ownersNote(ctx, id);
  const answer = said(text, 'text', [1, NOTE_ANSWER_MAX]);
  await inTransaction(ctx, async (tx) => {
    const demand = await lockOpen(tx, demand_id);
    const row = await findNote(tx.db, id);
    if (row?.state !== 'waiting') throw conflict('这个提问已经处理，请刷新页面');
    if (publishes) return publish(tx, demand, { ...row, text: answer });
    await setNote(tx.db, id, { state: 'declined', text: answer });
    if (row.asker_id !== null)
      await tell(tx, [row.asker_id], demand, {
        key: `tender:${id}:declined`,
        title: '您的提问没有公开答复',
        content: `「${demand.title}」：${answer}`,
      });
  });
}

/** @throws AppError 404 for what is not of the signed-in user's own tender */
async function ownersNote(ctx: Ctx, id: number): Promise<NoteRow> {
  const row = await findNote(ctx.db, id);
  const demand = row && (await demandOf(ctx.db, row.demand_id));
  if (!row || demand?.owner_id !== requireUser(ctx)) throw notFound('提问不存在');
  return row;
}

/** The owner adds to a tender; the same words as the last addition are one. @throws AppError code 1, 404, 409 */
export async function addToTender(ctx: Ctx, demand_id: number, given: string): Promise<void> {
  const owner_id = requireUser(ctx);
  if ((await demandOf(ctx.db, demand_id))?.owner_id !== owner_id) throw notFound(NO_TENDER);
  const text = said(given, 'text', [NOTE_QUESTION_MIN, NOTE_ANSWER_MAX]);
  await inTransaction(ctx, async (tx) => {
    const demand = await lockOpen(tx, demand_id);
    const last = await findLast(tx.db, demand_id);
    if (last?.question === '' && last.text === text) return;
    await publish(tx, demand, await insertNote(tx.db, { demand_id, text, state: 'waiting', created_at: tx.app.clock.now() }));
  });
}

/** Gives it the next number and a hash over the one before it; all who bid or were asked to hear it. The board is locked. */
async function publish(tx: TxCtx, demand: DemandFacts, row: NoteRow): Promise<void> {
  const { id, question, text, asker_id } = row;
  await chain(tx, demand, row);
  const readers = new Set([...(await findOffering(tx.db, demand.id, ['made'])), ...(await findInvited(tx.db, demand.id))]);
  if (asker_id !== null) readers.add(asker_id);
  await tell(tx, [...readers], demand, {
    key: `tender:${id}:published`,
    title: question === '' ? '招标有补充公告' : '招标有新的答疑',
    content: `「${demand.title}」：${question === '' ? text : question}`,
  });
}

/** What happened to a tender stands among what its owner published, in the same chain, beyond its bound; `tells`: bidders hear it; `at`: when it happened, of what is recorded later. The board is locked. */
export async function addToRecord(tx: TxCtx, demand: DemandFacts, text: string, tells = false, at = tx.app.clock.now()): Promise<void> {
  const row = await insertNote(tx.db, { demand_id: demand.id, text, state: 'waiting', created_at: tx.app.clock.now() });
  await (tells ? publish(tx, demand, row) : chain(tx, demand, row, Infinity, at));
}

async function chain(tx: TxCtx, demand: DemandFacts, row: NoteRow, most = NOTES_MOST, at = tx.app.clock.now()): Promise<void> {
  const { id, question, text } = row;
  const last = await findLast(tx.db, demand.id);
  const no = (last?.no ?? 0) + 1;
  if (no > most) throw conflict(`一份招标最多发布 ${NOTES_MOST} 条答疑与公告`);
  const published_at = laterOf(at, last?.published_at ?? null);
  const hash = sha256([last?.hash ?? '', no, question, text, published_at.toISOString()].join('\n'));
  await setNote(tx.db, id, { state: 'published', no, text, hash, published_at });
  await announceChange(tx, demand.id);
}
