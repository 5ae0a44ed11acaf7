import type { EngineTable } from '#contract/engines.ts';
import type { Ctx } from '../../app/ctx.ts';
import { CSV_START, csvLine, csvTime } from '../../modules/console/index.ts';
import { engineFigures } from '../../modules/seo/index.ts';

type Line = Parameters<typeof csvLine>[0];

/** One table of the screen of search engines. @throws AppError 403 */
export async function enginesCsv(ctx: Ctx, table: EngineTable): Promise<string> {
  const { engines, spiders, misses } = await engineFigures(ctx);
  const lines: Record<EngineTable, () => Line[]> = {
    pushes: () => [
      ['搜索引擎', '已推送', '今天还可推送', '等待', '不被接受', '最近一次', '状态'],
      ...engines.map(({ title, pushed_today, remain, waiting, refused, tried_at, error }) => [
        ...[title, pushed_today, remain, waiting, refused, csvTime(tried_at), error],
      ]),
    ],
    spiders: () => [
      ['搜索引擎', '页面', '抓取', '未找到'],
      ...spiders.flatMap((spider) => [
        [spider.title, '合计', spider.hits, spider.misses],
        ...spider.kinds.map((kind) => [spider.title, kind.noun, kind.hits, kind.misses]),
      ]),
    ],
    misses: () => [['地址', '次数'], ...misses.map(({ path, num }) => [path, num])],
  };
  return CSV_START + lines[table]().map(csvLine).join('');
}
