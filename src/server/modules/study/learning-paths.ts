import type { PathLearner } from '#contract/study.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { serialNumber } from '../../kernel/ids.ts';
import { heldForGood } from '../access/index.ts';
import { getSaleItem, seriesHolding, seriesView } from '../catalog/index.ts';
import { getAccount } from '../identity/index.ts';
import { sendNotices } from '../notices/index.ts';
import { findCertificate, findCertified, findPathFinishers, findProgressOf, insertCertificate } from './learning.repo.ts';
import { opensCourse, waitsFor } from './lesson-right.ts';
import { findSeenLessons, findTeacher } from './repo.ts';
import { goOn } from './rules.ts';

/** How far the signed-in user is on a path, and where they go on: in the first course that is open to them and not finished. @throws AppError 404 */
export async function pathLearner(ctx: Ctx, series_id: number): Promise<PathLearner> {
  const user_id = requireUser(ctx);
  const path = await seriesView(ctx, series_id);
  if (!path?.path) throw notFound('学习路径不存在或已下架');
  const ids = path.items.map(({ id }) => id);
  const lessons = await findSeenLessons(ctx.db, ids);
  const progress = await findProgressOf(ctx.db, user_id, ids);
  const finished = await findCertified(ctx.db, user_id, ids);
  const done = new Set(progress.flatMap(({ lesson_id, done_at }) => (done_at ? [lesson_id] : [])));
  const opens_at = new Map(path.releases.map((one) => [one.item_id, one.opens_at]));
  const now_s = ctx.app.clock.now().getTime() / 1000;
  const kept = new Set<number>();
  for (const id of (await heldForGood(ctx, user_id, [...opens_at.keys()])).keys()) if (!(await waitsFor(ctx, id, user_id))) kept.add(id);
  const courses = ids.map((id, at) => {
    const own = lessons.filter(({ item_id }) => item_id === id);
    const waits = opens_at.get(id);
    const waiting = own.length === 0 || own.some(({ free }) => !free);
    const early = waits === 0 ? !finished.has(ids[at - 1] as number) : (waits ?? 0) > now_s;
    return {
      ...{ id, lesson_num: own.length, done_num: own.filter((lesson) => done.has(lesson.id)).length },
      ...{
        finished: finished.has(id) ? (1 as const) : (0 as const),
        locked: early && waiting && !kept.has(id) ? (1 as const) : (0 as const),
      },
    };
  });
  const next = courses.find((one) => one.finished === 0 && one.locked === 0);
  const course = next && (await getSaleItem(ctx, next.id));
  const own = lessons.filter(({ item_id }) => item_id === next?.id);
  const begun = progress.filter(({ item_id }) => item_id === next?.id);
  const last = goOn(own, begun)?.lesson;
  const lesson = last && !done.has(last.id) ? last : (own.find(({ id }) => !done.has(id)) ?? own[0]);
  const may = lesson && course && (begun.length > 0 || (await opensCourse(ctx, course, user_id)));
  return {
    courses,
    go_on: may ? { course: course.id, lesson: lesson.id, title: lesson.title, begun: progress.length > 0 ? 1 : 0 } : null,
    certificate: (await findCertificate(ctx.db, user_id, { series_id }))?.no ?? '',
  };
}

const BATCH = 200;

/** Sent with `{ series_id }` when a path or a course of it changed: with a course less, others have finished. */
export const CERTIFY_PATH_JOB = 'study.certify-path';

/** Sends the job for the path, or for the one that holds the course. */
export async function pathChanged(ctx: Ctx, of: { series_id: number } | { item_id: number }): Promise<void> {
  const series_id = 'series_id' in of ? of.series_id : await seriesHolding(ctx, of.item_id);
  if (series_id !== null) await ctx.app.jobs.send(CERTIFY_PATH_JOB, { series_id }, { singleton_key: `${CERTIFY_PATH_JOB}:${series_id}` });
}

/** As `certifyPath`, of the path that holds the course, to one who finished that. */
export async function certifyPathOf(ctx: Ctx, item_id: number, user_id: number): Promise<void> {
  const series_id = await seriesHolding(ctx, item_id);
  if (series_id !== null) await certifyPath(ctx, series_id, { user_id });
}

/** Issues the certificates of a path to who has those of all its courses, or to one of them, and none yet. Again does nothing. */
export async function certifyPath(ctx: Ctx, series_id: number, only: { user_id?: number } = {}, stopping?: AbortSignal): Promise<void> {
  const path = await seriesView(ctx, series_id);
  if (!path?.path) return;
  const ids = path.items.map(({ id }) => id);
  const teacher = (await findTeacher(ctx.db, path.owner.uid))?.name ?? path.owner.nickname;
  for (let after = 0; ; ) {
    const people = await findPathFinishers(ctx.db, { series_id, ids, after, limit: BATCH, ...only });
    for (const person of people) {
      stopping?.throwIfAborted();
      await inTransaction(ctx, async (tx) => {
        const account = await getAccount(tx, person);
        const now = tx.app.clock.now();
        const row =
          account &&
          (await insertCertificate(tx.db, {
            ...{ user_id: person, series_id, title: path.title, no: serialNumber(now, 'CM'), name: account.nickname, teacher },
            ...{ lesson_num: ids.length, issued_at: now },
          }));
        if (!row) return;
        await sendNotices(tx, [person], {
          ...{ topic: 'study', key: `certificate:${row.id}`, title: `恭喜完成学习路径《${path.title}》` },
          content: `其中 ${ids.length} 门课程都已学完，学习路径证书已颁发，可以在“我的课程”下载。`,
          href: '/personalCenter/myClass?tab=certificates',
        });
      });
    }
    if (people.length < BATCH) return;
    after = people.at(-1) ?? after;
  }
}
