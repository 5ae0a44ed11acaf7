import type { ItemListView, SearchView } from '#contract/catalog.ts';
import type { ItemFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, listItems, recommendItems } from '../modules/catalog/index.ts';
import { publishersNamed } from '../modules/identity/index.ts';
import {
  ASKS_HOW,
  type BestKind,
  bestKind,
  countHits,
  FEW,
  helpAbout,
  hotSearches,
  hotWordsSetting,
  isEnding,
  type KindHits,
  kindOfEvent,
  kindSought,
  nearWords,
  normalise,
  noteAnswer,
  planSearch,
  relaxPlan,
  type SearchPlan,
  SLIGHT_SCORE,
  showsIt,
  titledKind,
} from '../modules/search/index.ts';
import { getSetting } from '../modules/settings/index.ts';
import { itemListView } from './item-list.ts';

/** Cards below a search that found nothing: two rows at a desk. */
const POPULAR = 10;
/** So few hits of a kind are followed by works like the best of them. */
const ALONE = 3;
/** What a kind gains for a work that holds all words. */
const OF_ALL_WORDS = 18;
/** So many hits of other kinds do not stand for the kind that is sought. */
const MANY = 100;
/** Ways to relax a keyword until one says something of it. */
const ROUNDS = 2;

/**
 * Hits of a keyword by kind, and the list of the wanted kind, else of the one that it names, else of the first with hits. Without hits of any kind
 * all of them are asked for what is nearest, and the list says so; words to try and popular works stand below what its own words did not find.
 * `filterOf` reads the filter by the kind's own parameters.
 */
export async function searchView(
  ctx: Ctx,
  keyword: string,
  wanted: string | null,
  filterOf: (kind: KindFacts) => ItemFilter,
): Promise<SearchView> {
  const kinds = allKinds();
  const plan = await planSearch(ctx, keyword);
  const said = kindNamed(kinds, keyword, plan.read.city) ?? kinds.find(({ key }) => key === plan.read.kind) ?? null;
  // 理财沙龙: who names the trade is to hold one
  const named = said?.key === 'salon' && plan.read.industry ? null : said;
  const titled = wanted === null && !named ? titledKind(ctx, kinds, plan) : Promise.resolve(null);
  titled.catch(() => undefined);
  const early = async (found: readonly KindFacts[]): Promise<{ kind: KindFacts; list: ItemListView } | null> => {
    const sure = wanted === null ? (named ?? (await titled) ?? kinds[0]) : kinds.find(({ key }) => key === wanted);
    return sure && found.includes(sure) ? { kind: sure, list: await itemListView(ctx, sure, { ...filterOf(sure), keyword }) } : null;
  };
  // the list is read while the other kinds are still counted, as soon as it is sure whose it will be
  let begun: ReturnType<typeof early> | null = null;
  const literal = await countHits(ctx, kinds, plan, (found) => {
    begun = early(found);
    // waited for below; a count that fails first must not leave it unheard
    begun.catch(() => undefined);
  });
  const isSought = wanted === null && kindSought(normalise(keyword).trim(), plan.read.city) !== undefined;
  const few = literal.reduce((sum, { total }) => sum + total, 0);
  const free = wanted === null && !literal.some(({ kind, total }) => kind === named && total > 0);
  // 插花沙龙: where none is about that, what it is about says more than that people meet
  const sure = named?.key === 'salon' && free && (plan.read.topic.length > 1 || plan.read.season) ? null : named;
  const best = free ? await bestKind(ctx, literal, plan) : null;
  const event = kindOfEvent(kinds, plan.read);
  const filled = plan.read.of_event ? (kinds[0] ?? null) : null;
  const more =
    few < FEW || lacks(literal, filled) || (best !== null && best.score < SLIGHT_SCORE) || (free && isSought && few < MANY)
      ? await nearerHits(ctx, kinds, plan, { named: sure, literal, free, event: filled })
      : null;
  const beside = more ? besideWorks(ctx, keyword) : null;
  // waited for below
  beside?.catch(() => undefined);
  const hits = more ? withOthers(literal, more.hits) : literal;
  const found = hits.filter(({ total }) => total > 0);
  const of_event = free && found.some(({ kind }) => kind === event) && !(best && (await showsIt(ctx, best, plan.read))) ? event : null;
  const shown = free ? (of_event ?? kindOf(best, more?.best ?? null) ?? (await (more ? more.titled : titled))) : null;
  const counted =
    hits.find((one) => one.kind.key === wanted) ??
    found.find((one) => one.kind === sure) ??
    found.find((one) => one.kind === shown) ??
    found[0] ??
    (hits[0] as KindHits);
  const { kind } = counted;
  const filter = filterOf(kind);
  // what was counted holds for the words alone: a chosen price takes the place of a read one
  const same = filter.price === undefined && filter.format === undefined;
  const as_typed = literal.find((one) => one.kind === kind) ?? counted;
  const nearer = few > 0 ? undefined : more?.own.find((one) => one.kind === kind && one.total > 0);
  const known = !same || counted.total === 0 ? {} : more && nearer ? { counted: nearer, plan: more.plan } : { counted: as_typed, plan };
  const early_list = await (begun as ReturnType<typeof early> | null);
  const list = early_list?.kind === kind ? early_list.list : await itemListView(ctx, kind, { ...filter, keyword }, known);
  const offered = hits.filter((one) => one.total > 0 || one.kind === kind);
  const answer = list.search?.answer ?? 'none';
  noteAnswer(ctx, list.search?.key ?? '', { answer, left_out: list.search?.left_out.length ?? 0 });
  // who chose filters takes one back before other words help
  const is_narrowed =
    answer === 'none' && Object.values({ ...list.filter, keyword: undefined, sort: undefined }).some((one) => one !== undefined);
  const help = helpAbout(keyword);
  return {
    ...(help.length > 0 ? { help } : {}),
    kinds: offered.map((one) => tabOf(one, one.kind === kind ? list.result : null)),
    list,
    ...(answer === 'all' || is_narrowed ? {} : await (beside ?? besideWorks(ctx, keyword))),
    ...(answer === 'none' ? {} : await besideFew(ctx, kind, list)),
    ...(answer === 'none' && !is_narrowed ? { popular: (await listItems(ctx, kind, {})).list.slice(0, POPULAR) } : {}),
  };
}

/** Kinds are counted by the words that all of them share; the list of the shown one may hold more, by fewer words, and less by its filters. */
function tabOf({ kind: { key }, total, capped }: KindHits, listed: ItemListView['result'] | null): SearchView['kinds'][number] {
  if (listed) return { kind: key, total: listed.total, capped: listed.total_capped === true };
  return { kind: key, total, capped };
}

/** Of a name. */
const PUBLISHERS_MOST = 3;

/** Words to try and publishers of that name, where works do not hold all words. */
async function besideWorks(ctx: Ctx, keyword: string): Promise<Pick<SearchView, 'near' | 'publishers'>> {
  const [near, publishers] = await Promise.all([
    nearWords(ctx, keyword),
    publishersNamed(ctx, keyword.normalize('NFKC').trim(), PUBLISHERS_MOST),
  ]);
  return { near, ...(publishers.length > 0 ? { publishers } : {}) };
}

/** A result of one row leaves most of the page empty; who searched for it may take one that is like it. */
async function besideFew(ctx: Ctx, kind: KindFacts, { filter, result, search }: ItemListView): Promise<Pick<SearchView, 'similar'>> {
  const [first] = result.list;
  // what is like it may be what is not wanted
  const is_narrowed = search?.parts.some(({ role }) => role === 'not');
  if (!first || result.total > ALONE || (filter.page ?? 1) > 1 || is_narrowed) return {};
  const shown = new Set(result.list.map(({ id }) => id));
  const like = await recommendItems(ctx, kind, { id: first.id, limit: POPULAR + ALONE, ends: true });
  return { similar: like.filter(({ id }) => !shown.has(id)).slice(0, POPULAR) };
}

const lacks = (hits: readonly KindHits[], event: KindFacts | null): boolean =>
  hits.some(({ kind, total }) => kind === event && total < FEW);

interface NearerHits {
  plan: SearchPlan;
  /** What the plan itself finds. */
  own: KindHits[];
  hits: KindHits[];
  best: BestKind | null;
  titled: Promise<KindFacts | null>;
}

interface Nearing {
  named: KindFacts | null;
  literal: readonly KindHits[];
  /** Whose few hits are filled up with works of the event. */
  event: KindFacts | null;
  /** Whether the kind to show is still to be chosen. */
  free: boolean;
}

/** What a keyword that few works hold, or say only in passing, is answered with besides: of the kind that it names, else of any. */
async function nearerHits(ctx: Ctx, kinds: readonly KindFacts[], plan: SearchPlan, of: Nearing): Promise<NearerHits | null> {
  if (!plan.query) return null;
  let nearer: NearerHits | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const before: NearerHits | null = nearer;
    nearer = await oneRound(ctx, kinds, plan, { ...of, before });
    // 车企年会: a job that says both is not what is looked for
    if (nearer === before || ((nearer?.best?.score ?? 0) >= SLIGHT_SCORE && !isEnding(nearer?.best?.kind))) break;
  }
  return lacks(nearer?.hits ?? of.literal, of.event) ? oneRound(ctx, kinds, plan, { ...of, named: of.event, before: nearer }) : nearer;
}

/** What one more way adds; the same where there is none, or where what there is already cannot be distinguished. */
async function oneRound(
  ctx: Ctx,
  kinds: readonly KindFacts[],
  plan: SearchPlan,
  { named, literal, free, event, before }: Nearing & { before: NearerHits | null },
): Promise<NearerHits | null> {
  if (named !== event && before?.hits.some(({ ids }) => ids === null)) return before;
  const except = [...literal, ...(before?.hits ?? [])].flatMap(({ ids }) => ids ?? []);
  const of_named = named && (await relaxPlan(ctx, plan, { kind: named.code, except }));
  const next = of_named ?? (await relaxPlan(ctx, plan, { except }));
  if (!next) return before;
  const titled = before?.titled ?? (free ? titledKind(ctx, kinds, next) : Promise.resolve(null));
  titled.catch(() => undefined);
  const hits = await countHits(ctx, kinds, next);
  const best = await bestKind(ctx, hits, next);
  if (!before) return { plan: next, own: hits, hits, best, titled };
  return {
    plan: before.plan,
    own: before.own,
    titled,
    hits: withOthers(before.hits, hits),
    best: (best?.score ?? 0) > (before.best?.score ?? 0) ? best : before.best,
  };
}

/** Of the kind that holds all words, or of the one that says fewer of them better. */
const kindOf = (all: BestKind | null, fewer: BestKind | null): KindFacts | null =>
  ((fewer?.score ?? 0) > (all ? all.score + OF_ALL_WORDS : 0) ? fewer : all)?.kind ?? null;

/** Hits of a few works, and of others that hold fewer words. */
const withOthers = (few: readonly KindHits[], others: readonly KindHits[]): KindHits[] =>
  others.map((one) => {
    const first = few.find(({ kind }) => kind === one.kind);
    const ids = first?.ids && one.ids ? [...new Set([...first.ids, ...one.ids])] : null;
    return { ...one, ids, total: Math.max(one.total, ids?.length ?? first?.total ?? 0) };
  });

/** `ppt`, `设计`, `年会方案`, `杭州沙龙`: who names a kind wants that one. */
function kindNamed(kinds: readonly KindFacts[], keyword: string, city?: string): KindFacts | null {
  const text = keyword.normalize('NFKC').trim().toLowerCase();
  if (text.length < 2 || ASKS_HOW.test(text)) return null;
  const sought = kindSought(text, city);
  if (sought) return kinds.find(({ key }) => key === sought) ?? null;
  return kinds.find(({ noun }) => noun.toLowerCase().startsWith(text) || text.endsWith(noun.toLowerCase())) ?? null;
}

interface HotWord {
  id: number;
  word: string;
}

/** 大家都在搜: what the operator set first, then what many people look for. `id` is 0 for the operator's words. */
export async function hotWords(ctx: Ctx, limit = 10): Promise<HotWord[]> {
  const [chosen, searched] = await Promise.all([getSetting(ctx, hotWordsSetting), hotSearches(ctx, limit)]);
  const words = new Map<string, HotWord>(chosen.map((word) => [word, { id: 0, word }]));
  for (const { id, word } of searched) if (!words.has(word)) words.set(word, { id, word });
  return [...words.values()].slice(0, limit);
}
