import { type EngineFigures, SPIDER_DAYS } from '#contract/engines.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { allKinds } from '../catalog/index.ts';
import { countDead, countUrls, findEngineDay, findMisses, findSpiders } from './repo.ts';
import { spiderTitle } from './rules.ts';

const DAY_MS = 86_400_000;
const MISSES_SHOWN = 50;

/** What engines were told today, and what their robots did in the last days. @throws AppError 403 */
export async function engineFigures(ctx: Ctx): Promise<EngineFigures> {
  requireVerb(ctx, 'visit.see');
  const now = ctx.app.clock.now();
  const day = shanghaiDay(now);
  const since = shanghaiDay(new Date(now.getTime() - (SPIDER_DAYS - 1) * DAY_MS));
  const engines = await Promise.all(
    ctx.app.providers.search_engines.map(async ({ name, title, sandbox }) => {
      const [today, counts] = await Promise.all([
        findEngineDay(ctx.db, day, name),
        countUrls(ctx.db, name, new Date(`${day}T00:00:00+08:00`)),
      ]);
      const { pushed = 0, remain = null, error = '', tried_at } = today ?? {};
      return { name, title, sandbox, pushed_today: pushed, remain, ...counts, error, tried_at: tried_at ? unixSeconds(tried_at) : 0 };
    }),
  );
  const [visits, misses, dead] = await Promise.all([
    findSpiders(ctx.db, since),
    findMisses(ctx.db, since, MISSES_SHOWN),
    countDead(ctx.db),
  ]);
  const nounOf = (kind: number) => allKinds().find(({ code }) => code === kind)?.noun ?? '其他页面';
  const spiders = [...new Set(visits.map(({ spider }) => spider))].map((spider) => {
    const of = visits.filter((one) => one.spider === spider);
    const sum = (name: 'hits' | 'misses') => of.reduce((all, one) => all + one[name], 0);
    const kinds = of.map(({ kind, hits, misses: missed }) => ({ noun: nounOf(kind), hits, misses: missed }));
    return { spider, title: spiderTitle(spider), hits: sum('hits'), misses: sum('misses'), kinds };
  });
  return { engines, spiders, misses, dead };
}
