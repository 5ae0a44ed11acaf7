import { KINDS, type KindFacts } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { type Item, itemFacets, itemsById } from '../catalog/index.ts';
import { titledKind } from './best-kind.ts';
import { searchItems } from './find-items.ts';
import { planSearch } from './plan-search.ts';
import { type ReadQuery, readQuery } from './read-query.ts';
import { findTexts } from './repo.ts';
import { isEventWord } from './subject-of.ts';
import type { Dictionary } from './words/dictionary.ts';
import { dictionaryOf } from './words/load-dictionary.ts';
import { peopleIn, type Range } from './words/numbers.ts';

const RECOMMEND = /推荐|[找来]几|(?:求|来|找|要|发我)一?[份套个篇]|求推荐|求个/;
/** Asks something of works, or how they are made, not for them. */
const OF_WORKS = /怎么|如何|怎样|为什么|什么时候|多久|多少|区别|是什么|写什么|哪里|几点|谁|准备(?:哪些|什么)/;
/** 50 元以内: what a work may cost, in yuan; more is the budget of an event. */
const PRICE_BOUND = /(\d{1,4})\s*(?:元|块钱?)\s*(?:以内|以下|之内|内)/;
const READ = 24;

const ASKS = /[吗呢？?]|什么|哪|几|能不能|可以|够不够|是否|多[远大高宽长厚重]|还是|要不要|该不该|用不用/;
/** 摊位收费 asks as 多少钱 does. */
const ASKS_FIGURE = /(?:收费|费用|价[格位]|定金|押金|比例|尺寸|高度|间距|人数|时间|标准|顺序|分工|座次|禁忌|手续|报批|功率|回礼)$/;

/** What there is of a kind is asked for. */
const WHETHER = /有没有|有哪些|哪些|有吗|^(?:请问)?(?:你们|站里|这里)?有.{1,16}[吗没么][？?]?$/;
/** 有没有音响租赁, not 有没有必要报批. */
const THERE_IS = /^(?:请问)?(?:你们|站里|这里)?有没有|^.{2,4}有没有|有吗[？?]?$/;
const OF_NO_WORKS = /必要|办法|规定|要求|限制|关系|影响|经验|建议|问题|时间|可能|风险|讲究/;
const SHORT_ASK = 20;
const BARE_MOST = 12;
const ASKS_MORE = /^(?:那|换|改|要|需|提前|大概|一共|总共|如果|注意|第)|预算|流程|步骤|清单|几|的$/;
const NOT_SOUGHT = /怎么|如何|怎样|多少|多久|要不要|注意|区别|什么时候|要求|标准/;
const OFFERED = /租|供应商|厂家|团队/;
const isHired = (text: string, asked: string): boolean =>
  HIRED.test(asked) && (SEEKS.test(text) || RECOMMEND.test(text) || OFFERED.test(asked));
/** Looked for as 场地. */
const PLACE = '地方';
const PLACES = /场地|宴会厅|会议室|酒店|会场|营地|基地|地方/;
/** 背景设计图, 主视觉. */
const DRAWN = /设计图|背景图|效果图|主视觉|海报|源文件/;
/** 有没有教入门的课. */
const TAUGHT = /[的门].{0,10}课(?!件)|课程|培训班|网课/;
/** 流程模板, 主持词. */
const WRITTEN = /模板|方案|策划|流程表|手册|清单|主持词|串词/;
/** What is hired or taken: 杭州有哪些场地可以租, 找摄影师, 请舞狮. */
const HIRED =
  /租|供应商|厂家|团队|场地|宴会厅|会议室|酒店|司仪|主持人|摄影师|摄像师|化妆师|舞狮|乐队|魔术师|大巴|车队|(?:布置|策划|搭建|活动|会务|礼仪|摄影|花艺|婚庆|庆典|演艺|租赁)公司|工作室|搭建|礼仪|模特|气球|跟拍|航拍|同传|翻译/;
const SEEKS =
  /^(?:\p{Script=Han}{2,3}(?=想找|想租|找))?(?:帮我|我想|想)?(?:在.{2,4})?[找请租订]|有没有|有(?:做|会|能|可以).{1,12}的|有.{0,8}(?:团队|公司|供应商|师傅|工作室)|有吗|有哪些|有什么|哪家|哪里(?:有|租|找|可以)|可以租|租赁$|出租$|场地$|供应商$/u;
const NOUNS = [
  ...Object.values(KINDS).map(({ noun }) => noun.slice(-2)),
  ...'策划案 策划书 策划 流程表 布置图 素材 ppt 课 范本 手册 清单 课件 教程 主持词 串词 台词 邀请函 海报'.split(' '),
];
/** Goes on with a list: others of it, or those of a price. */
const MORE = /还有|别的|其他|更多|再来|多来|再推|换[一几]?[批个些份]/;
const OF_PRICE = /免费|付费|会员|便宜/;
const SHORT = 12;
const goesOn = (text: string): boolean => text.length <= SHORT && (MORE.test(text) || OF_PRICE.test(text));
/** 有没有教怎么报价的课: works by what they teach. */
const LEADS = /^(?:请问|想)?(?:有没有|有|推荐|求|找|教|讲).{0,24}(?:课|课程|文章|教程|方案|模板|案例|ppt)(?:推荐)?[吗么没呢？?]?$/i;
const PARTICLE = '的';
const NARROWED = /^.{2,10}的[吗呢？?]?$/;
/** 三十个人的, 上海的, PPT 格式的, 幼儿园用的, 要带预算表的: it narrows the list. */
const narrows = (text: string, { topic, people, budget_fen, city, format }: ReadQuery): boolean =>
  (text.length <= SHORT && NARROWED.test(text) && !OF_WORKS.test(text)) ||
  (text.length <= SHORT &&
    topic.every((word) => [city, PARTICLE].includes(word)) &&
    [people, budget_fen, city, format].some((one) => one !== undefined) &&
    !OF_WORKS.test(text));
const overlaps = (a: Range, b: Range | undefined): boolean => b === undefined || (a.least <= b.most && b.least <= a.most);
/** Parts of 亲子活动方案 that every work holds. */
const ANY_EVENT = /^(?:活动|方案|策划)$/;
/** 要准备哪些东西，有清单吗 asks for what is on it. */
const PREPARES = /准备(?:哪些|什么)/;

/** 室内的亲子活动方案: named as works are, and asks nothing. */
const NAMED = /(?:方案|模板|案例|策划案?|课程|ppt)$/i;

/** Whether a text asks for works of a kind, a format or a price. */
const asks = (text: string, { kind, format, price, people, budget_fen, topic, city }: ReadQuery, dictionary: Dictionary): boolean =>
  RECOMMEND.test(text) ||
  LEADS.test(text) ||
  (NAMED.test(text) && text.length <= SHORT_ASK && topic.length > 0 && !OF_WORKS.test(text)) ||
  // 五百人的发布会，预算八十万: what somebody has in mind
  ((people ?? budget_fen) !== undefined &&
    topic.some((word) => isEventWord(word, dictionary)) &&
    !ASKS.test(text) &&
    !OF_WORKS.test(text)) ||
  (WHETHER.test(text) && NOUNS.some((noun) => text.includes(noun)) && !PREPARES.test(text)) ||
  (HIRED.test(text) && SEEKS.test(text) && text.length <= SHORT_ASK && !NOT_SOUGHT.test(text) && !OF_NO_WORKS.test(text)) ||
  (city !== undefined &&
    HIRED.test(text) &&
    text.length <= SHORT_ASK &&
    ![OF_WORKS, NOT_SOUGHT, OF_NO_WORKS].some((one) => one.test(text))) ||
  (THERE_IS.test(text) && topic.length > 0 && text.length <= SHORT_ASK && !OF_WORKS.test(text) && !OF_NO_WORKS.test(text)) ||
  ((kind !== undefined || format !== undefined || price !== undefined || PRICE_BOUND.test(text)) &&
    !OF_WORKS.test(text) &&
    !ASKS_FIGURE.test(text));

/** 消防演练: no question at all; in a talk it names an event, else it may go on with the one before. */
const isBare = (text: string, { topic }: ReadQuery, dictionary: Dictionary, first: boolean): boolean =>
  text.length <= BARE_MOST &&
  topic.some((word) => first || isEventWord(word, dictionary)) &&
  ![ASKS, ASKS_FIGURE, OF_WORKS, ASKS_MORE, WHETHER, OF_NO_WORKS].some((one) => one.test(text));

/** Whether a text asks for works, not how something is done. */
export async function asksForWorks(ctx: Ctx, text: string): Promise<boolean> {
  const dictionary = await dictionaryOf(ctx);
  const read = readQuery(text, dictionary);
  return asks(text, read, dictionary) || isBare(text, read, dictionary, true);
}

/**
 * Works that a text asks for, as the site's search finds and orders them in the kind that it names: at most `limit`, first those that are all that is asked
 * (words, place, format, price), then others where these are few. `asked`: the text behind the subject that a conversation gave it; `earlier`: questions before
 * it, the oldest first, with the list of one of which it may go on; `about`: works that say most of the text, the best first: of its kind they are where none is named, and they stand in for a kind that has nothing. Null: it asks for none.
 */
export async function worksAsked(
  ctx: Ctx,
  { text, asked: alone, earlier }: { text: string; asked: string; earlier: readonly string[] },
  { kinds, limit, about }: { kinds: readonly KindFacts[]; limit: number; about: readonly number[] },
): Promise<{ ids: number[]; fitting: number } | null> {
  const dictionary = await dictionaryOf(ctx);
  const asksOf = (one: string) => asks(one, readQuery(one, dictionary), dictionary);
  const isBareOf = (one: string, at: number) => isBare(one, readQuery(one, dictionary), dictionary, at === 0);
  const narrowsOf = (one: string) => !goesOn(one) && narrows(one, readQuery(one, dictionary));
  const isMore = (one: string) => goesOn(one) || narrowsOf(one);
  const list = isMore(text) ? earlier.findLastIndex((one, at) => !isMore(one) && (asksOf(one) || isBareOf(one, at))) : -1;
  const since = [...earlier.slice(list + 1), text];
  const goes_on = list >= 0 && since.every(isMore);
  const is_bare = !goes_on && !asksOf(text);
  if (is_bare && !isBareOf(text, earlier.length)) return null;
  const priced = since.findLastIndex((one) => OF_PRICE.test(one));
  const narrowed = [...since.filter(narrowsOf), OF_PRICE.exec(since[priced] ?? '')?.[0] ?? ''];
  // 北京的呢 behind 成都的舞台搭建公司 is asked of 北京
  const begun = earlier[list] ?? '';
  const city = narrowed.some((one) => readQuery(one, dictionary).city !== undefined) ? readQuery(begun, dictionary).city : undefined;
  const asked = goes_on ? [city === undefined ? begun : begun.replace(city, ''), ...narrowed].join(' ').trim() : alone;
  const page_of = goes_on ? since.slice(priced + 1).filter((one) => !narrowsOf(one)).length : 0;
  const plan = await planSearch(ctx, asked);
  const { read } = plan;
  const [best] = about;
  const of_best = best === undefined ? undefined : (await itemsById(ctx, [best])).get(best)?.kind;
  // 海报设计 is a 设计作品, 团建方案 a 方案 though that word says nothing to the search
  const isOf = (noun: string) =>
    [...read.topic, ...read.weak].some((word) => dictionary.partsOf(word).some((part) => part.length > 1 && noun.startsWith(part)));
  const is_hired = isHired(goes_on ? begun : text, asked) || (read.city !== undefined && HIRED.test(asked));
  // 办沙龙的场地 is no salon
  const sought = is_hired ? kinds.filter(({ key }) => key !== KINDS.salon.key) : kinds;
  const named = sought.find(({ key }) => key === read.kind) ?? sought.find(({ noun }) => (!is_hired && isOf(noun)) || asked.includes(noun));
  const kind =
    named ??
    (DRAWN.test(asked) ? KINDS.design : undefined) ??
    (TAUGHT.test(text) ? KINDS.course : undefined) ??
    (!is_hired && WRITTEN.test(asked) ? KINDS.scheme : undefined) ??
    (is_hired ? KINDS.resource : undefined) ??
    (await titledKind(ctx, kinds, plan)) ??
    kinds.find(({ code }) => code === of_best) ??
    KINDS.scheme;
  const { page } = await searchItems(ctx, kind, { keyword: asked }, { limit: READ });
  const found = page.list.map(({ id }) => id);
  const [items, texts] = await Promise.all([itemsById(ctx, [...found, ...about]), findTexts(ctx.db, [...found, ...about])]);
  const most_fen = Number(PRICE_BOUND.exec(asked)?.[1] ?? Number.POSITIVE_INFINITY) * 100;
  const telling = read.topic.filter((word) => !dictionary.namesNothing(word));
  // 讲供应商怎么管理的文章: one word alone says too little
  const says_little = telling.length === 1 && ['word', undefined].includes(dictionary.classOf(telling[0] as string));
  const besides = !says_little ? [] : read.weak.filter((word) => dictionary.classOf(word) !== undefined && word.length > 2);
  const words = [...telling, ...besides, ...(read.city === undefined ? [] : [read.city])].map((word) => ({
    ways: [word, ...dictionary.synonymsOf(word)].map((way) => way.toLowerCase()),
    parts: dictionary.partsOf(word).filter((part) => !ANY_EVENT.test(part)),
  }));
  const isPriced = ({ vip_only, price_fen }: Item) => most_fen === Number.POSITIVE_INFINITY || (!vip_only && price_fen <= most_fen);
  const isAll = (id: number) => {
    const item = items.get(id);
    const { title = '', tags = '', introduction = '' } = texts.find(({ item_id }) => item_id === id) ?? {};
    const [named, told] = [`${title} ${tags}`.toLowerCase(), introduction.toLowerCase()];
    // a price in an introduction is no price list: there the very word stands; 海报设计 is a 海报 among designs
    const holds = (word: string) => named.includes(word) || told.includes(word) || kind.noun.toLowerCase().includes(word);
    // alone in a keyword these are words of it: 免费的PPT
    const narrows = (word: string) => (/^免费$/.test(word) ? item?.price_fen === 0 && !item.vip_only : item?.format.includes(word));
    const isHeld = ({ ways: [word = '', ...others], parts }: (typeof words)[number]) =>
      holds(word) ||
      narrows(word) ||
      others.some((way) => named.includes(way)) ||
      (parts.length > 1 && (parts.every(holds) || named.includes(parts[0] as string)));
    const is_worded = words.every(isHeld);
    // 100人的: who narrows a list by a number gets what says one that fits
    const is_sized =
      !goes_on || read.people === undefined || peopleIn(`${title} ${introduction}`).some(({ range }) => overlaps(range, read.people));
    return item !== undefined && is_worded && is_sized && isPriced(item) && plan.facets.every((code) => itemFacets(item).includes(code));
  };
  // what holds no word of it is not near: 推荐股票
  const isNear = (id: number) => {
    const { title = '', tags = '', introduction = '' } = texts.find(({ item_id }) => item_id === id) ?? {};
    const said = `${title} ${tags} ${introduction}`.toLowerCase();
    return words.length === 0 || words.some(({ ways, parts }) => [...ways, ...parts].some((way) => said.includes(way)));
  };
  const from_talk = asked.endsWith(text);
  const all = found.filter(isAll);
  // words that no work holds were a question after all
  if (is_bare && all.length === 0) return null;
  // nothing of the subject of the talk: what was asked for may be meant alone
  if (all.length === 0 && !goes_on && asked !== text && from_talk)
    return worksAsked(ctx, { text, asked: text, earlier: [] }, { kinds, limit, about });
  // 上海的会议场地: what there is in that city
  const place = read.city === undefined ? undefined : PLACES.exec(asked)?.[0];
  const of_city = `${read.city} ${place === PLACE ? '场地' : place}`;
  if (all.length === 0 && place !== undefined && asked !== of_city)
    return worksAsked(ctx, { text: goes_on ? begun : text, asked: of_city, earlier: [] }, { kinds, limit, about });
  const dearest = (id: number) => (items.get(id)?.vip_only ? Number.POSITIVE_INFINITY : (items.get(id)?.price_fen ?? 0));
  const ordered = goes_on && /便宜/.test(text) ? all.toSorted((a, b) => dearest(a) - dearest(b)) : all;
  const isOfFacets = (id: number) => plan.facets.every((code) => itemFacets(items.get(id) as Item).includes(code));
  const [event] = read.topic.filter((word) => isEventWord(word, dictionary));
  // a list that goes on ends with all of its event
  const wider =
    page_of > 0 && event !== undefined
      ? (await searchItems(ctx, kind, { keyword: event }, { limit: READ })).page.list.map(({ id }) => id)
      : [];
  for (const [id, item] of await itemsById(ctx, wider)) items.set(id, item);
  // what a kind has nothing of others may have, of a word of the trade
  const of_others =
    all.length === 0 && !found.some(isNear) && read.topic.some((word) => dictionary.classOf(word) !== undefined) ? about : [];
  const near = [...new Set([...found.filter(isNear), ...of_others, ...wider])]
    .filter((id) => !all.includes(id) && items.has(id))
    .toSorted((a, b) => +isOfFacets(b) - +isOfFacets(a));
  const fitting = ordered.slice(limit * page_of, limit * (page_of + 1));
  if (fitting.length >= FEW || (page_of > 0 && fitting.length > 0)) return { ids: fitting, fitting: fitting.length };
  // what is near stands behind few that fit, and goes on once those were shown
  const beside_few = all.length < FEW ? limit - all.length : 0;
  const at = page_of === 0 ? 0 : beside_few + limit * (page_of - Math.max(1, Math.ceil(all.length / limit)));
  const page_near = near.slice(at, at + limit - fitting.length);
  const says = page_near.filter((id) => !wider.includes(id) || isNear(id));
  return { ids: [...fitting, ...(says.length > 0 ? says : page_near)], fitting: fitting.length };
}

/** As many that are all that is asked need no others beside them. */
const FEW = 3;
