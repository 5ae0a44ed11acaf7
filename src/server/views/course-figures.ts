import { KINDS } from '#contract/kinds.ts';
import type { ItemStatus } from '#contract/publish.ts';
import type { CourseFigures, OwnCourseRow } from '#contract/teaching.ts';
import { type Ctx, requireUser } from '../app/ctx.ts';
import { fenToYuan } from '../kernel/money.ts';
import { CSV_START, csvLine } from '../modules/console/index.ts';
import { listMine } from '../modules/publishing/index.ts';
import { salesOf } from '../modules/sales/index.ts';
import { learningFigures, ownCourseCounts } from '../modules/study/index.ts';

const LIMIT = 20;

/** Own courses, the newest first, with what learners do and what they bring in. */
export async function ownCourseList(ctx: Ctx, page: number): Promise<{ list: OwnCourseRow[]; total: number; page: number; limit: number }> {
  const mine = await listMine(ctx, { kind: KINDS.course, tab: 'all', page, limit: LIMIT });
  const counts = await ownCourseCounts(
    ctx,
    mine.list.map(({ id }) => id),
  );
  return {
    list: mine.list.map(({ id, title, cover_src, status, reject_reason, earnings, updated_at }) => ({
      ...{ id, title, cover_src, status: status as ItemStatus, reject_reason, income: earnings, updated_at },
      ...counts(id),
    })),
    ...{ total: mine.total, page, limit: LIMIT },
  };
}

/** How an own course does. @throws AppError 404 when it is not the caller's */
export async function courseFigures(ctx: Ctx, id: number): Promise<CourseFigures> {
  const learning = await learningFigures(ctx, id);
  const sold = (await salesOf(ctx, requireUser(ctx), [id])).get(id);
  return { ...learning, sales: sold?.sale_num ?? 0, income: Number(fenToYuan(sold?.earning_fen ?? 0)) };
}

/** The same as CSV, a line a lesson. */
export async function courseFiguresCsv(ctx: Ctx, id: number): Promise<{ name: string; text: string }> {
  const { title, lessons } = await courseFigures(ctx, id);
  const tenths = Array.from({ length: 10 }, (_, at) => `${at * 10}%–${at * 10 + 10}%`);
  const heads = ['课时', '学习人数', '完成人数', '观看分钟', '测验人数', '测验通过', ...tenths];
  const lines = lessons.map((one) => [one.title, one.learners, one.done, one.minutes, one.takers, one.passed, ...one.tenths]);
  return { name: `课程数据-${title || id}.csv`, text: CSV_START + [heads, ...lines].map(csvLine).join('') };
}
