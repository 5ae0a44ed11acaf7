import {
  RATING_BLIND_DAYS,
  RATING_STARS_MAX,
  RATING_TEXT_MAX,
  type RatingList,
  type RatingSubject,
  type RatingSum,
} from '#contract/rating.ts';
import { type App, type Ctx, createCtx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import type { JobDefinition } from '../../db/jobs.ts';
import type { Queryable } from '../../db/pool.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { recordAudit } from '../../outbox/outbox.ts';
import { publicUsers } from '../identity/index.ts';
import {
  addToSums,
  blankTexts,
  findGiven,
  findOfSubject,
  findShown,
  findSums,
  insertRating,
  lockBlindSince,
  lockRating,
  lockSubject,
  setRating,
  showRatings,
  takeFromSum,
} from './repo.ts';
import { rateRefusal, shownWith } from './rules.ts';

/** Each hour: ratings that the other side did not answer within their days. */
export function ratingJobs(app: App): JobDefinition[] {
  return [
    {
      name: 'ratings.show',
      cron: '17 * * * *',
      async run() {
        await showDueRatings(createCtx(app, { kind: 'job', name: 'ratings.show' }, 'ratings.show'));
      },
    },
  ];
}

const BATCH = 200;
const DAY_MS = 86_400_000;

export interface RatingInput {
  subject: { kind: RatingSubject; id: number };
  from: number;
  to: number;
  /** 1 to 5. */
  stars: number;
  text: string;
}

/**
 * One side rates the other, once a subject. Neither is seen before both have rated or RATING_BLIND_DAYS have gone by. That the two worked
 * together, and are done, is the caller's to know. Locks the subject's ratings, then the sums of the rated in the order of their ids.
 * @returns whether both are shown now
 * @throws AppError 409 for a second one and for one after the other's was shown, code 1 for stars and text
 */
export async function rate(tx: TxCtx, { subject, from, to, stars, text }: RatingInput): Promise<{ shown: boolean }> {
  if (!Number.isInteger(stars) || stars < 1 || stars > RATING_STARS_MAX) throw invalid({ stars: `请选择 1 至 ${RATING_STARS_MAX} 星` });
  const said = plainText(text);
  if ([...said].length > RATING_TEXT_MAX) throw invalid({ text: `评价最多 ${RATING_TEXT_MAX} 个字` });
  await lockSubject(tx.db, subject);
  const before = await findOfSubject(tx.db, subject);
  const refusal = rateRefusal(before, from, to);
  if (refusal !== '') throw conflict(refusal);
  const now = tx.app.clock.now();
  const row = { subject_kind: subject.kind, subject_id: subject.id, from_id: from, to_id: to, stars, text: said, created_at: now };
  const ids = shownWith(before, await insertRating(tx.db, row));
  await makeVisible(tx, ids, now);
  return { shown: ids.length > 0 };
}

async function makeVisible(tx: TxCtx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  const shown = await showRatings(tx.db, ids, now);
  await addToSums(
    tx.db,
    shown.filter(({ hidden_at }) => hidden_at === null),
  );
}

/** Shows what the other side did not answer in time. Repeating it is harmless; two at once share the work. @returns how many */
export async function showDueRatings(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now();
  const before = new Date(now.getTime() - RATING_BLIND_DAYS * DAY_MS);
  for (let shown = 0; ; ) {
    const batch = await inTransaction(ctx, async (tx) => {
      const ids = await lockBlindSince(tx.db, before, BATCH);
      await makeVisible(tx, ids, now);
      return ids.length;
    });
    shown += batch;
    if (batch < BATCH) return shown;
  }
}

/** What is shown of people, together. Who has none is absent. One query for any number. */
export async function ratingsOf(db: Queryable, user_ids: readonly number[]): Promise<Map<number, RatingSum>> {
  if (user_ids.length === 0) return new Map();
  const rows = await findSums(db, [...new Set(user_ids)]);
  return new Map(
    rows
      .filter(({ count }) => count > 0)
      .map(({ user_id, count, stars }) => [user_id, { count, mean: Math.round((stars * 100) / count) / 100 }]),
  );
}

/** What is shown of one person, newest first. The same for everybody. */
export async function ratingList(
  ctx: Ctx,
  { user_id, page, limit }: { user_id: number; page: number; limit: number },
): Promise<RatingList> {
  const rows = await findShown(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  const people = await publicUsers(
    ctx,
    rows.map(({ from_id }) => from_id),
  );
  const sum = (await ratingsOf(ctx.db, [user_id])).get(user_id) ?? { count: 0, mean: 0 };
  return {
    list: rows.map(({ id, stars, text, subject_kind, from_id, created_at }) => ({
      ...{ id, stars, text, subject: subject_kind as RatingSubject, created_at: unixSeconds(created_at) },
      from: { id: from_id, nickname: people.get(from_id).nickname, headimgurl: people.get(from_id).headimgurl },
    })),
    ...{ total: sum.count, page, limit, sum },
  };
}

/** How the two of a subject stand: what `from` gave, and whether the other has rated, without what they said before it is shown. */
export async function ratingState(db: Queryable, subject: { kind: RatingSubject; id: number }, from: number, to: number) {
  const rows = await findOfSubject(db, subject);
  const own = rows.find((one) => one.from_id === from && one.to_id === to);
  const other = rows.find((one) => one.from_id === to && one.to_id === from);
  return {
    given: own ? { stars: own.stars, text: own.text } : null,
    received: other?.shown_at && !other.hidden_at ? { stars: other.stars, text: other.text } : null,
    can_rate: rateRefusal(rows, from, to) === '',
  };
}

/** What a person wrote of others, for the package of their data. */
export async function givenRatings(ctx: Ctx, user_id: number, { page, limit }: { page: number; limit: number }) {
  const rows = await findGiven(ctx.db, user_id, { offset: (page - 1) * limit, limit });
  return rows.map(({ stars, text, subject_kind, to_id, created_at }) => ({
    stars,
    text,
    subject_kind,
    to_id,
    created_at: unixSeconds(created_at),
  }));
}

/** Empties what a person wrote when their account ends; the stars, which belong to the others, stay. Idempotent. */
export async function forgetRatings(tx: TxCtx, user_id: number): Promise<void> {
  await blankTexts(tx.db, user_id);
}

/** Staff take a shown rating out of sight, with a reason. Audited. @throws AppError 404, 409 when it is not shown */
export async function hideRating(ctx: Ctx, id: number, reason: string): Promise<void> {
  requireVerb(ctx, 'deal.judge');
  await inTransaction(ctx, async (tx) => {
    const row = await lockRating(tx.db, id);
    if (!row) throw notFound('评价不存在');
    if (!row.shown_at || row.hidden_at) throw conflict('评价没有在展示');
    await setRating(tx.db, id, { hidden_at: tx.app.clock.now(), hidden_reason: reason });
    await takeFromSum(tx.db, row);
    await recordAudit(tx, 'rating.hide', `rating:${id}`, { reason, to_id: row.to_id });
  });
}
