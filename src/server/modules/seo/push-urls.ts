import { z } from 'zod';
import { type EngineFigures, SPIDER_DAYS } from '#contract/engines.ts';
import { detailPath } from '#contract/kinds.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import type { Tx } from '../../db/pool.ts';
import { transact } from '../../db/transaction.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import type { SearchEngine } from '../../providers/search-engine/port.ts';
import { allKinds, getItem, kindOf } from '../catalog/index.ts';
import { defineSetting } from '../settings/index.ts';
import {
  addDead,
  addSpiders,
  claimEngine,
  countDead,
  countUrls,
  findDead,
  findEngineDay,
  findMisses,
  findSpiders,
  findWanted,
  forgetUrl,
  knowUrl,
  removeDead,
  type SpiderVisits,
  savePushed,
  saveRefused,
  saveTry,
  wantUrl,
} from './repo.ts';
import { spiderTitle } from './rules.ts';

/** Name of a file at the root, a blank, what stands in it. */
const LINE = /^[\w-]{1,100}\.(html|txt|xml) \S.{0,500}$/;

export const verificationFiles = defineSetting(
  'verification_files',
  z.array(z.string().max(620).regex(LINE, '每行写文件名、一个空格和文件内容，例如 baidu_verify_code-x.html abc')).max(20).default([]),
  {
    group: '运维',
    title: '站点验证文件',
    about:
      '搜索引擎验证网站归属时要求放在根目录的文件，每行一个：文件名、一个空格、文件内容，例如“baidu_verify_code-x.html abc”。保存后即可访问。',
  },
);

/** What stands in the file of that name, or null. */
export function verificationText(lines: readonly string[], name: string): string | null {
  const line = lines.find((one) => one.startsWith(`${name} `));
  return line === undefined ? null : line.slice(name.length + 1);
}

export type { SpiderVisits } from './repo.ts';

/** Adds visits of robots, and paths that were not there, to today's. */
export function countSpiders(ctx: Ctx, visits: readonly SpiderVisits[], misses: ReadonlyMap<string, number>): Promise<void> {
  return addSpiders(ctx.db, shanghaiDay(ctx.app.clock.now()), visits, misses);
}

/** After a refusal that people have to mend, this long nothing is tried. */
const HOLD_MS = 3_600_000;

/**
 * Submits to every engine what waits for it: the newest first, as many as it takes today, no address twice on one Shanghai day. What an engine
 * says is left today counts from then on. One at a time over all processes. @returns addresses submitted, by engine
 */
export async function pushUrls(ctx: Ctx): Promise<Record<string, number>> {
  const told: Record<string, number> = {};
  for (const engine of ctx.app.providers.search_engines) {
    told[engine.name] = 0;
    for (;;) {
      const pushed = await pushBatch(ctx, engine);
      if (pushed === null) break;
      told[engine.name] = (told[engine.name] ?? 0) + pushed;
    }
  }
  return told;
}

/** Null: nothing more now. The transaction holds the engine while it is asked, ten seconds at most. */
function pushBatch(ctx: Ctx, engine: SearchEngine): Promise<number | null> {
  const now = ctx.app.clock.now();
  const day = shanghaiDay(now);
  return transact(ctx.app.db, async (tx) => {
    if (!(await claimEngine(tx, engine.name))) return null;
    const before = await findEngineDay(tx, day, engine.name);
    if (before?.remain === 0) return null;
    if (before && before.error !== '' && before.tried_at.getTime() > now.getTime() - HOLD_MS) return null;
    const limit = Math.min(engine.most, before?.remain ?? engine.most);
    const urls = await findWanted(tx, engine.name, new Date(`${day}T00:00:00+08:00`), limit);
    if (urls.length === 0) return null;
    const said = { day, engine: engine.name, pushed: 0, remain: before?.remain ?? null, error: '', at: now };
    try {
      const outcome = await engine.push(urls);
      if (outcome.kind === 'over_quota') {
        // more than is left at once: the engine takes none of them, and says only this
        if (urls.length > 1 && before?.remain == null) return await pushHalf(tx, engine, urls, said);
        await saveTry(tx, { ...said, remain: 0 });
        return null;
      }
      if (outcome.kind === 'refused') {
        ctx.log.warn({ engine: engine.name, why: outcome.why }, 'search engine refuses addresses');
        await saveTry(tx, { ...said, error: outcome.why });
        return null;
      }
      return await saveTaken(tx, engine, urls, outcome, said);
    } catch (error) {
      ctx.log.warn({ err: error, engine: engine.name }, 'search engine cannot be told');
      await saveTry(tx, { ...said, error: '暂时无法连接' });
      return null;
    }
  });
}

type Said = Parameters<typeof saveTry>[1];

async function saveTaken(
  tx: Tx,
  engine: SearchEngine,
  urls: readonly string[],
  outcome: Extract<Awaited<ReturnType<SearchEngine['push']>>, { kind: 'taken' }>,
  said: Said,
): Promise<number> {
  const not = new Set([...outcome.foreign, ...outcome.invalid]);
  const taken = urls.filter((url) => !not.has(url));
  await savePushed(tx, engine.name, taken, said.at);
  await saveRefused(tx, engine.name, outcome.foreign, '不属于登记的站点');
  await saveRefused(tx, engine.name, outcome.invalid, '网址无效');
  await saveTry(tx, { ...said, pushed: outcome.taken, remain: outcome.remain });
  return taken.length;
}

/** The first call of a day does not know its quota: halves until the engine takes some and says what is left. */
async function pushHalf(tx: Tx, engine: SearchEngine, urls: readonly string[], said: Said): Promise<number | null> {
  const fewer = urls.slice(0, Math.floor(urls.length / 2));
  const outcome = await engine.push(fewer);
  if (outcome.kind === 'taken') return saveTaken(tx, engine, fewer, outcome, said);
  if (outcome.kind === 'over_quota' && fewer.length > 1) return pushHalf(tx, engine, fewer, said);
  await saveTry(tx, outcome.kind === 'refused' ? { ...said, error: outcome.why } : { ...said, remain: 0 });
  return null;
}

/** The file of dead links holds as many as Baidu reads of one. */
const DEAD_LISTED = 50_000;

/** A work appeared, says something else or is gone: engines are notified soon. May run twice. */
export async function itemChanged(ctx: Ctx, item_id: number): Promise<void> {
  const item = await getItem(ctx, item_id);
  if (!item) return;
  const now = ctx.app.clock.now();
  const url = ctx.app.config.site_url + detailPath(kindOf(item.kind), item.id);
  const engines = ctx.app.providers.search_engines;
  if (item.status === 'published') {
    await removeDead(ctx.db, url);
    const names = engines.map(({ name }) => name);
    if (names.length > 0) await wantUrl(ctx.db, names, url, now);
    return;
  }
  // what was never public is no dead link
  if (item.published_at === null && !(await knowUrl(ctx.db, url))) return;
  await addDead(ctx.db, url, now);
  for (const { name, hears_of_gone } of engines) {
    if (hears_of_gone) await wantUrl(ctx.db, [name], url, now);
    else await forgetUrl(ctx.db, name, url);
  }
}

/** Addresses of works that were taken down, the newest first, for the file that engines read. */
export const deadLinks = (ctx: Ctx): Promise<string[]> => findDead(ctx.db, DEAD_LISTED);

const DAY_MS = 86_400_000;
const MISSES_SHOWN = 50;

/** What was submitted to engines today, and what their robots did in the last days. @throws AppError 403 */
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
