import { contactDetailsText } from '#contract/contact-details.ts';
import { detailPath } from '#contract/kinds.ts';
import { OPINION_EVENT_MAX, OPINION_STARS_MAX, OPINION_TEXT_MAX, OPINIONS_ANCHOR, starsText } from '#contract/opinion.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, forbidden, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { emit } from '../../outbox/outbox.ts';
import { type Item, kindOf, lockItem, setItemRating } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';
import { openReview, withdrawReview } from '../review/index.ts';
import { stillMay, whyNotRate } from './may-rate.ts';
import { countByStars, deleteRow, findOf, findOpinions, insertReport, type OpinionRecord, saveRow, setOpinion } from './repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** What the page and cards of a work say of its ratings changed. */
    'opinion.changed': { item_id: number };
  }
}

/** `reviewables.type` of ratings. */
export const OPINION = 'opinion';
export const GONE = '评价不存在或已删除';
const NOTICE_TEXT_MAX = 80;

export interface OpinionText {
  item_id: number;
  stars: number;
  text?: string;
  /** What it was used for, and for how many. */
  event?: string;
  people?: number;
}

/**
 * Writes what the signed-in user says of a work, or changes it: one a person and work, however many at once. The publisher is notified of a new one. Locks
 * the work: whatever changes its ratings waits there, and counts them again.
 * @throws AppError 404, 403 for who does not have it or whose it is, code 1 for contact details and texts that are too long
 */
export async function saveOpinion(ctx: Ctx, input: OpinionText): Promise<void> {
  const user_id = requireUser(ctx);
  const { item_id, stars, people = 0 } = input;
  const [text, event] = [plainText(input.text ?? ''), plainText(input.event ?? '').replace(/\s+/g, ' ')];
  refuseWrong({ stars, text, event });
  const why = (await whyNotRate(ctx, user_id, [item_id])).get(item_id);
  if (why === undefined) throw notFound('作品不存在或不能评价');
  if (why !== '') throw forbidden(why);
  await inTransaction(ctx, async (tx) => {
    const item = await lockItem(tx, item_id);
    if (!item) throw notFound('作品不存在或不能评价');
    const row = { item_id, user_id, publisher_id: item.publisher_id, stars, text, event, people };
    const { id, fresh } = await saveRow(tx.db, row, tx.app.clock.now());
    await countAgain(tx, item_id);
    if (fresh) await tellPublisher(tx, item, { id, stars, text });
  });
}

function refuseWrong({ stars, text, event }: { stars: number; text: string; event: string }): void {
  if (!Number.isInteger(stars) || stars < 1 || stars > OPINION_STARS_MAX) throw invalid({ stars: `请选择 1 至 ${OPINION_STARS_MAX} 星` });
  if ([...text].length > OPINION_TEXT_MAX) throw invalid({ text: `评价最多 ${OPINION_TEXT_MAX} 个字` });
  if ([...event].length > OPINION_EVENT_MAX) throw invalid({ event: `用途最多 ${OPINION_EVENT_MAX} 个字` });
  const wrong = { text: contactDetailsText(text), event: contactDetailsText(event) };
  if (wrong.text || wrong.event)
    throw invalid({ ...(wrong.text ? { text: wrong.text } : {}), ...(wrong.event ? { event: wrong.event } : {}) });
}

async function tellPublisher(tx: TxCtx, item: Item, { id, stars, text }: Pick<OpinionRecord, 'id' | 'stars' | 'text'>): Promise<void> {
  const said = [...text];
  await sendNotices(tx, [item.publisher_id], {
    ...{ topic: 'rating', key: `opinion:${id}`, title: `《${item.title}》收到一条 ${stars} 星评价`, item_id: item.id },
    content: said.length === 0 ? starsText(stars) : said.length > NOTICE_TEXT_MAX ? `${said.slice(0, NOTICE_TEXT_MAX).join('')}…` : text,
    href: '/personalCenter/myReviews',
  });
}

/** Counts a work's ratings from their rows, so that sums never drift, and announces it. The caller holds the work. */
export async function countAgain(tx: TxCtx, item_id: number): Promise<void> {
  const rows = await countByStars(tx.db, item_id);
  const num = rows.reduce((all, row) => all + row.num, 0);
  const sum = rows.reduce((all, row) => all + row.num * row.stars, 0);
  await setItemRating(tx, item_id, { num, sum });
  await emit(tx, 'opinion.changed', { item_id });
}

/** Takes the user's own back. What staff hid stays, so that it cannot be written again. @throws AppError 404, 409 */
export async function dropOpinion(ctx: Ctx, item_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockItem(tx, item_id);
    const row = await findOf(tx.db, item_id, user_id);
    if (!row) throw notFound('您还没有评价这个作品');
    if (row.hidden) throw conflict('这条评价已被平台隐藏，不能删除');
    await deleteRow(tx.db, row.id);
    await withdrawReview(tx, { type: OPINION, target_id: row.id });
    await countAgain(tx, item_id);
  });
}

/** A rating with its work locked first, as all do who change it; null: there is none. */
export async function lockOpinion(tx: TxCtx, id: number): Promise<OpinionRecord | null> {
  const [seen] = await findOpinions(tx.db, [id]);
  if (!seen) return null;
  await lockItem(tx, seen.item_id);
  return (await findOpinions(tx.db, [id]))[0] ?? null;
}

/** The publisher answers a rating of their work, changes the answer, or takes it back with an empty one. @throws AppError 404, code 1 */
export async function answerOpinion(ctx: Ctx, id: number, given: string): Promise<void> {
  const user_id = requireUser(ctx);
  const answer = plainText(given);
  const contact = contactDetailsText(answer);
  if (contact) throw invalid({ text: contact });
  await inTransaction(ctx, async (tx) => {
    const row = await lockOpinion(tx, id);
    if (!row || row.lapsed || row.publisher_id !== user_id) throw notFound(GONE);
    await setOpinion(tx.db, id, { answer, answered_at: answer === '' ? null : tx.app.clock.now() });
    await emit(tx, 'opinion.changed', { item_id: row.item_id });
    if (answer === '' || row.answer !== '' || row.hidden) return;
    const item = (await lockItem(tx, row.item_id)) as Item;
    await sendNotices(tx, [row.user_id], {
      ...{
        topic: 'rating',
        key: `opinion:${id}:answer`,
        title: `发布者回复了您对《${item.title}》的评价`,
        content: answer,
        item_id: item.id,
      },
      href: `${detailPath(kindOf(item.kind), item.id)}#${OPINIONS_ANCHOR}`,
    });
  });
}

/** A reader says that something is wrong with one; staff look at it. Once a person. @throws AppError 404, 409 */
export async function reportOpinion(ctx: Ctx, id: number, given: string): Promise<void> {
  const user_id = requireUser(ctx);
  const reason = plainText(given);
  if (reason === '') throw invalid({ reason: '请填写举报的原因' });
  await inTransaction(ctx, async (tx) => {
    const row = await lockOpinion(tx, id);
    if (!row || row.hidden || row.lapsed) throw notFound(GONE);
    if (row.user_id === user_id) throw conflict('这是您自己的评价');
    if (!(await insertReport(tx.db, { opinion_id: id, user_id, reason, created_at: tx.app.clock.now() }))) {
      throw conflict('您已举报过，我们会尽快处理');
    }
    await openReview(tx, { type: OPINION, target_id: id, score: 1 });
  });
}

/** What was bought went back: what its buyer said of it counts no more, unless they have the work by another right. */
export async function lapseRefunded(tx: TxCtx, { user_id, item_id }: { user_id: number; item_id: number }): Promise<void> {
  if (!(await findOf(tx.db, item_id, user_id))) return;
  await lockItem(tx, item_id);
  const row = await findOf(tx.db, item_id, user_id);
  if (!row || row.lapsed || (await stillMay(tx, user_id, item_id))) return;
  await setOpinion(tx.db, row.id, { lapsed: true });
  await countAgain(tx, item_id);
}
