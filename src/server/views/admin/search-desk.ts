import type { SearchView } from '#contract/catalog.ts';
import type { EngineTable } from '#contract/engines.ts';
import { detailPath } from '#contract/kinds.ts';
import type { FirstWork, SearchPreview } from '#contract/outputs/search-console.ts';
import { FIRST_WORKS, type QueryDesk, type SearchChange, type WhyHit } from '#contract/search-console.ts';
import { type Ctx, requireVerb } from '../../app/ctx.ts';
import { allKinds, itemCards } from '../../modules/catalog/index.ts';
import { CSV_START, csvLine, csvTime } from '../../modules/console/index.ts';
import {
  explainHits,
  type HitReasons,
  judgedOf,
  keyOf,
  queryFigures,
  querySignals,
  searchLearning,
  supposePins,
  supposeWords,
} from '../../modules/search/index.ts';
import { engineFigures } from '../../modules/seo/index.ts';
import { getSetting, suppose } from '../../modules/settings/index.ts';
import { searchView } from '../search.ts';

/** What a reader of the search page gets first. */
const viewOf = (ctx: Ctx, keyword: string, kind: string): Promise<SearchView> =>
  searchView(ctx, keyword, kind === '' ? null : kind, () => ({}));

const firstOf = (view: SearchView) => view.list.result.list.slice(0, FIRST_WORKS);

/** Numbers of the first works of a keyword, as the judged list asks for them. */
export async function firstWorks(ctx: Ctx, keyword: string, kind: number | null): Promise<number[]> {
  const key = allKinds().find(({ code }) => code === kind)?.key ?? '';
  return firstOf(await viewOf(ctx, keyword, key)).map(({ id }) => id);
}

/** The first works of queries as they are and as a change would make them. Nothing is stored. @throws AppError 403, code 1 for lines that a list cannot hold */
export async function previewSearch(
  ctx: Ctx,
  { change, keywords, kind }: { change: SearchChange; keywords: readonly string[]; kind: string },
): Promise<SearchPreview[]> {
  requireVerb(ctx, 'search.see');
  let supposed = await supposeWords(ctx, change.words ?? []);
  if (change.learning !== undefined) supposed = suppose(supposed, searchLearning, change.learning);
  if (change.pins) supposed = await supposePins(supposed, change.pins);
  const previews: SearchPreview[] = [];
  // one after the other: a preview must not take the searches of readers their turn
  for (const keyword of keywords) {
    const before = firstOf(await viewOf(ctx, keyword, kind)).map(({ id, title }, at): FirstWork => ({ id, title, before: at + 1 }));
    const places = new Map(before.map((work) => [work.id, work.before]));
    const after = firstOf(await viewOf(supposed, keyword, kind)).map(({ id, title }) => ({ id, title, before: places.get(id) ?? 0 }));
    previews.push({ keyword, before, after });
  }
  return previews;
}

const PLACES: Readonly<Record<HitReasons['words'][number]['where'], string>> = { title: '标题', tags: '标签与分类', introduction: '简介' };

/** Points by reason, those of nothing left out. */
function pointsOf({ words, presses, numbers, whole, freshness, gave_way }: HitReasons): WhyHit['points'] {
  const by_words = words.map(({ word, where, points }) => ({ reason: `${PLACES[where]}“${word}”`, points }));
  const others = [
    { reason: '读者点击', points: presses },
    { reason: '人数与预算', points: numbers },
    { reason: '包含全部词', points: whole },
    { reason: '热度与时间', points: freshness },
  ].filter(({ points }) => points !== 0);
  return [...by_words, ...others, ...(gave_way ? [{ reason: '已让位给其他发布者', points: 0 }] : [])];
}

/** A query for staff: how it is read, what stands first and why, what readers do. @throws AppError 403 */
export async function queryDesk(ctx: Ctx, { keyword, kind: wanted }: { keyword: string; kind: string }): Promise<QueryDesk> {
  requireVerb(ctx, 'search.see');
  const view = await viewOf(ctx, keyword, wanted);
  const key = await keyOf(ctx, keyword);
  const kind = allKinds().find((one) => one.key === view.list.kind);
  const [{ pinned }, judged, learning, read, { hits: reasons }] = await Promise.all([
    querySignals(ctx, key),
    judgedOf(ctx, keyword, wanted),
    getSetting(ctx, searchLearning),
    queryFigures(ctx, key),
    kind ? explainHits(ctx, keyword, kind) : { hits: [] },
  ]);
  const unlearned = firstOf(await viewOf(suppose(ctx, searchLearning, false), keyword, view.list.kind)).map(({ id }) => id);
  const pins = await itemCards(ctx, [...pinned]);
  const nouns = new Map(allKinds().map((one) => [one.key, one]));
  const hits = firstOf(view).map((card): WhyHit => {
    const why = reasons.find(({ id }) => id === card.id);
    const points = why && !why.pinned ? pointsOf(why) : [];
    const of = nouns.get(card.kind);
    return {
      ...{ id: card.id, title: card.title, by: card.user.nickname, points },
      href: of ? detailPath(of, card.id) : '',
      unlearned: unlearned.indexOf(card.id) + 1,
      pinned: pinned.includes(card.id),
      judged: judged?.item_ids.includes(card.id) ?? false,
      total: why?.sum ?? 0,
    };
  });
  const { search } = view.list;
  return {
    ...{ keyword, key, kind: view.list.kind, hits, learning },
    kinds: view.kinds.map((one) => ({ kind: one.kind, noun: nouns.get(one.kind)?.noun ?? one.kind, total: one.total })),
    parts: search?.parts.map(({ label }) => label) ?? [],
    answer: search?.answer ?? 'none',
    left_out: search?.left_out ?? [],
    pins: pins.map(({ id, title }) => ({ id, title })),
    judged: judged ? { id: judged.id, item_ids: judged.item_ids, note: judged.note } : null,
    ...read,
  };
}

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
