import { JUDGED_PLACES, type JudgedForm, type JudgedRun } from '#contract/search-console.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../../app/ctx.ts';
import { unixSeconds } from '../../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../../kernel/errors.ts';
import { recordAudit } from '../../../outbox/outbox.ts';
import { allKinds, itemCards } from '../../catalog/index.ts';
import { normalise } from '../normalise.ts';
import {
  countJudged,
  deleteJudged,
  endRun,
  findJudged,
  findRuns,
  insertRun,
  judgedAfter,
  replaceJudged,
  setPlace,
  trimRuns,
} from './judged.repo.ts';

const JUDGED_MOST = 1_000;
const RUNS_KEPT = 100;
const WORSE_MOST = 50;
const STRIP = 20;
export const JUDGE_JOB = 'search.judge';
/** A change of words is everywhere within some seconds. */
const WAIT_S = 10;

const kindCode = (key: string): number | null => allKinds().find((kind) => kind.key === key)?.code ?? null;

/**
 * Keeps which works should stand among the first for a query, or takes the query off the list. @throws AppError 403, code 1 for works
 * that are not published and a full list
 */
export async function saveJudged(ctx: Ctx, { keyword: typed, kind: key, item_ids, note }: JudgedForm): Promise<void> {
  const updated_by = requireVerb(ctx, 'search.edit');
  const keyword = normalise(typed);
  const kind = kindCode(key);
  if (key !== '' && kind === null) throw invalid({ kind: '没有这个类型' });
  const ids = [...new Set(item_ids)];
  if ((await itemCards(ctx, ids)).length < ids.length) throw invalid({ item_ids: '有作品不存在或已下架' });
  await inTransaction(ctx, async (tx) => {
    if (ids.length === 0) await deleteJudged(tx.db, { keyword, kind });
    else {
      if ((await countJudged(tx.db)) >= JUDGED_MOST) throw invalid({ keyword: `考题最多 ${JUDGED_MOST} 道` });
      await replaceJudged(tx.db, { keyword, kind, item_ids: ids, note, updated_by, updated_at: tx.app.clock.now() });
    }
    await recordAudit(tx, 'search.judge', keyword, { kind: key, item_ids: ids });
    tx.afterCommit(() => judgeSoon(tx, `修改考题“${keyword}”`));
  });
}

/** @throws AppError 403, 409 when it is gone already */
export async function dropJudged(tx: TxCtx, id: number, reason: string): Promise<void> {
  requireVerb(tx, 'search.edit');
  if (!(await deleteJudged(tx.db, { id }))) throw conflict('这道考题已经删除');
  await recordAudit(tx, 'search.unjudge', `judged:${id}`, { reason });
  tx.afterCommit(() => judgeSoon(tx, '删除考题'));
}

/** The judged query of a keyword; null: there is none. */
export async function judgedOf(ctx: Ctx, keyword: string, kind: string) {
  return findJudged(ctx.db, normalise(keyword), kindCode(kind));
}

/** The list is asked as soon as a change is everywhere; changes at the same time share one run. */
export async function judgeSoon({ app }: Ctx, why: string): Promise<void> {
  await app.jobs.send(JUDGE_JOB, { why }, { singleton_key: JUDGE_JOB, delay_s: WAIT_S });
}

/** @throws AppError 403, 404 while there is nothing to ask */
export async function judgeNow(ctx: Ctx): Promise<void> {
  requireVerb(ctx, 'search.edit');
  if ((await countJudged(ctx.db)) === 0) throw notFound('还没有考题');
  await inTransaction(ctx, (tx) => recordAudit(tx, 'search.run', 'search', {}));
  await judgeSoon(ctx, '手动检查');
}

/** The first works of a keyword as a reader gets them; kind null: the one that is shown first. */
export type FirstOf = (keyword: string, kind: number | null) => Promise<number[]>;

/** Asks every judged query and keeps where its works stand, and what stands lower than the time before. */
export async function runJudged(ctx: Ctx, why: string, firstOf: FirstOf, stopping?: AbortSignal): Promise<void> {
  const { db, app } = ctx;
  if ((await countJudged(db)) === 0) return;
  const run = await insertRun(db, why.slice(0, 100), app.clock.now());
  let [asked, hit] = [0, 0];
  const worse: JudgedRun['worse'] = [];
  for (let last = 0; ; ) {
    stopping?.throwIfAborted();
    const rows = await judgedAfter(db, last, STRIP);
    if (rows.length === 0) break;
    for (const row of rows) {
      const first = await firstOf(row.keyword, row.kind);
      const at = first.findIndex((id) => row.item_ids.includes(id));
      const place = at < 0 ? null : at + 1;
      const is_hit = place !== null && place <= JUDGED_PLACES;
      asked++;
      if (is_hit) hit++;
      if (row.state !== 'new' && stoodHigher(row.place, place) && worse.length < WORSE_MOST)
        worse.push({ keyword: row.keyword, from: row.place, to: place });
      await setPlace(db, row, place, is_hit, app.clock.now());
    }
    last = rows.at(-1)?.id ?? last;
  }
  await endRun(db, run, { asked, hit, worse }, app.clock.now());
  await trimRuns(db, RUNS_KEPT);
}

const stoodHigher = (before: number | null, now: number | null): boolean => before !== null && (now === null || now > before);

/** The last runs, the newest first. @throws AppError 403 */
export async function judgedRuns(ctx: Ctx, most: number): Promise<JudgedRun[]> {
  requireVerb(ctx, 'search.see');
  return (await findRuns(ctx.db, most)).map(({ begun_at, ended_at, ...run }) => ({
    ...run,
    begun_at: unixSeconds(begun_at),
    ended_at: ended_at ? unixSeconds(ended_at) : 0,
  }));
}
