import type { ReviewEntry } from '#contract/review.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { CSV_START, csvLine, csvTime, noteExport } from '../../modules/console/index.ts';
import { listReviews } from '../../modules/review/index.ts';

const BATCH = 100;
const HEADS = ['编号', '类型', '标题', '提交人', '说明', '内容', '提交时间', '更新时间'];

/**
 * What waits of one type of the review desk, as on the screen. Names that are shown to all leave with it, personal facts do not: an audit row
 * says who took what before the first piece.
 * @throws AppError 403 without a role of the type, 404 for an unknown type
 */
export async function reviewCsv(ctx: Ctx, type: string): Promise<{ name: string; pieces: AsyncGenerator<string> }> {
  requireVerb(ctx, 'list.export');
  const read = (page: number) => listReviews(ctx, { type, status: 'open', page, limit: BATCH });
  const first = await read(1);
  const title = first.types.find((one) => one.type === first.type)?.title ?? '';
  await noteExport(ctx, 'review', { query: `type=${first.type}`, rows: first.total });
  async function* pieces(): AsyncGenerator<string> {
    yield CSV_START + csvLine(HEADS);
    // what is decided meanwhile moves rows to pages that were read: no row is exported twice
    const left = new Set<number>();
    for (let page = 1, queue = first; ; page++, queue = await read(page)) {
      const fresh = queue.list.filter(({ id }) => !left.has(id));
      for (const { id } of fresh) left.add(id);
      yield fresh.map((row) => csvLine(cells(row, title))).join('');
      if (queue.list.length < BATCH) return;
    }
  }
  return { name: `待处理的${title}.csv`, pieces: pieces() };
}

function cells({ id, subject, opened_at, updated_at }: ReviewEntry, type: string) {
  const told = (subject.facts ?? []).filter(({ personal }) => !personal);
  const facts = told.map(({ label, value }) => `${label}：${value}`).join('\n');
  return [id, type, subject.title, subject.byline, subject.note, facts, csvTime(opened_at), csvTime(updated_at)];
}
