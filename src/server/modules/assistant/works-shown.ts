import type { AssistantSource } from '#contract/assistant.ts';
import { citedNumbers } from '#contract/assistant-text.ts';
import { formatFacts } from '#contract/formats.ts';
import type { ItemCard } from '#contract/item.ts';
import { SOLD_KINDS } from '#contract/kinds.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import type { AboutWord, GivenSource, WorkFact } from '../../providers/assistant/port.ts';
import { itemCards } from '../catalog/index.ts';
import { asksForWorks, worksAbout } from '../search/index.ts';
import { readWorks } from './read-works.ts';
import type { AnswerRow } from './repo.ts';

/** `most`: asked which of them has the most of it, `least` the least; `figure`: by what; null: it says none. */
interface CardFact {
  name: string;
  asked: RegExp;
  /** Asked of nothing else, so that no pointer is needed. */
  of_works?: boolean;
  say: (card: ItemCard) => string;
  figure?: (card: ItemCard) => number | null;
  most?: { asked: RegExp; says: string };
  least?: { asked: RegExp; says: string };
}

const isSold = ({ kind }: ItemCard): boolean => SOLD_KINDS.some(({ key }) => key === kind);

const FACTS: readonly CardFact[] = [
  {
    name: '价格',
    asked: /多少钱|什么价|价[格钱位]|售价|收费|付费|[太很]?贵|便宜|划算/g,
    say: (card) => (isSold(card) ? (card.vip_only ? '会员可用' : card.price === 0 ? '免费' : `¥${card.price}`) : ''),
    figure: (card) => (isSold(card) && !card.vip_only ? card.price : null),
    least: { asked: /便宜|价[格钱]?最?低|最省/, says: '价格最低' },
    most: { asked: /最?贵|价[格钱]?最?高/, says: '价格最高' },
  },
  {
    name: '页数',
    asked: /[几多][少]?[页张]|[页张]数|最[长短厚全]|最详细/g,
    of_works: true,
    say: ({ pages, unit }) => (pages > 0 ? `${pages} ${unit}` : ''),
    figure: ({ pages }) => (pages > 0 ? pages : null),
    most: { asked: /[页张]数?最?多|最[长厚全]|最详细/, says: '页数最多' },
    least: { asked: /[页张]数?最?少|最短/, says: '页数最少' },
  },
  {
    name: '格式',
    asked: /格式|什么文件|(?:可以|能)[不否]?能?(?:编辑|修改|改)|可编辑|源文件/g,
    of_works: true,
    say: ({ format }) => (formatFacts(format)?.name ?? '') + (format === 'pptx' ? '（可编辑）' : ''),
  },
  {
    name: '发布者',
    asked: /(?:作者|发布者|发布人|卖家)(?:是谁|叫什么)?|是?谁(?:做|写|发布|上传|出|设计|卖)?的?/g,
    of_works: true,
    say: ({ user }) => user.nickname,
  },
  {
    name: '评分',
    asked: /评分|评价|口碑|好评/g,
    of_works: true,
    say: ({ rating }) => (rating === undefined ? '' : `${rating} 分`),
    figure: ({ rating }) => rating ?? null,
    most: { asked: /(?:评[分价]|口碑)最?[高好]|好评最?多/, says: '评分最高' },
  },
  {
    name: '下载',
    asked: /销量|下载量|(?:下载|卖|用)得?的?(?:人|量|次)?最?[多好]|受欢迎|热门|最[火热]/g,
    of_works: true,
    say: ({ download_num }) => (download_num > 0 ? `${download_num} 次` : ''),
    figure: ({ download_num }) => download_num,
    most: { asked: /最|更|比较|[多好]/, says: '下载最多' },
  },
  {
    name: '发布日期',
    asked: /最新|更新|比较新|什么时候(?:发布|上传|做)的?/g,
    of_works: true,
    say: ({ published_at }) => shanghaiDay(new Date(published_at * 1_000)),
    figure: ({ published_at }) => published_at,
    most: { asked: /最新|比较新/, says: '发布最晚' },
  },
];

const UNIT = '[个份套篇款件条本门家张]';
/** 第一个环节 is of the event. */
const NTH = new RegExp(
  `(?:第([一二三四五六七八九1-9])|(最后)一?|前([两二三四五2-5]))${UNIT}(?!环节|步|阶段|节目|流程|问题|月|星期|小时|部分|章|人|嘉宾|奖|游戏)`,
  'g',
);
const POINTER = new RegExp(
  `它们?|[这那](?:[几两三四五些]|[几两三四五]?${UNIT})(?=方案|模板|作品|PPT|课程?|文章|设计|案例|资源|手册|\\P{Script=Han}|$|都|的|是|有|能|可|里|贵|便宜|多少|谁|几|什么|适|比|差)|刚才(?:那|的)?${UNIT}?|上面的?|以上的?|前面的?`,
  'gu',
);
const WHICH = new RegExp(`哪一?${UNIT}|对比一?下?|比较一?下|有什么区别|有啥区别`, 'g');
const BEST = /最?(?:好|合适|适合|值得买?|推荐)|区别|对比|比较/g;
const COMPARES = /哪一?.{1,12}(?:好|合适|适合|值得|推荐|划算)|区别|对比|比较一?下/;
/** What a question of a fact may say beside it. */
const SMALL =
  /请问|麻烦|分别|大概|一共|多少|怎么样|什么|作品|方案|模板|介绍一?下?|讲的?|[那的是要呢吗吧啊呀比了得都各卖买有一下里面会能可以次人更最多少高低]|[\s\p{P}]/gu;

const WORK_NOUN = /^(?:方案|模板|作品|课程|文章|设计|案例|资源)/;

const NUMBERS: Readonly<Record<string, number>> = { 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 };
const numberOf = (sign: string): number => NUMBERS[sign] ?? Number(sign);

/** What is asked of works that an answer showed. */
export interface AskedOfShown {
  /** Their places, from 0; null: all of them. */
  places: number[] | null;
  /** Names of the facts that are asked for; none: what stands in them. */
  facts: string[];
  most?: { name: string; says: string; is: 'most' | 'least' };
  /** What is asked beside the pointer. */
  rest: string;
}

/**
 * What a question asks of the works that were shown before it; null: it asks something else. `of_list`: these were asked for as works, so that a price
 * without a pointer is theirs; `before`: what was asked of them last, which 第二个呢 asks again.
 */
export function askedOfShown(
  question: string,
  { of_list, count, before }: { of_list: boolean; count: number; before?: AskedOfShown | null },
): AskedOfShown | null {
  const text = question.slice(0, QUESTION_READ);
  const places = [...text.matchAll(NTH)].flatMap(([, nth, last, first]) =>
    nth ? [numberOf(nth) - 1] : last ? [count - 1] : Array.from({ length: numberOf(first as string) }, (_one, at) => at),
  );
  const which = text.search(WHICH) >= 0;
  const without = text.replace(NTH, ' ').replace(WHICH, ' ');
  const points = places.length > 0 || without.search(POINTER) >= 0;
  const bare = without.replace(POINTER, ' ');
  const named = FACTS.filter(({ asked }) => bare.search(asked) >= 0);
  const rest = bare.trim().replace(WORK_NOUN, '');
  const left = [...named.map(({ asked }) => asked), BEST, SMALL].reduce((said, asked) => said.replace(asked, ''), bare);
  const extreme = named.flatMap(({ name, most, least }) => [
    ...(most?.asked.test(bare) ? [{ name, says: most.says, is: 'most' as const }] : []),
    ...(least?.asked.test(bare) ? [{ name, says: least.says, is: 'least' as const }] : []),
  ]);
  const [most] = which || /最/.test(bare) ? extreme : [];
  const is_alone = named.length > 0 && (of_list || which || named.every(({ of_works }) => of_works));
  const compares = which && COMPARES.test(text);
  if (left === '' && (points || is_alone || compares) && (named.length > 0 || compares)) {
    const facts = named.length > 0 ? named.map(({ name }) => name) : FACTS.map(({ name }) => name);
    return { places: places.length > 0 ? places : null, facts, ...(most ? { most } : {}), rest };
  }
  // 它 and 这个 alone may mean the event; a work is meant by its number, by its noun, or behind a list
  const is_work = /[这那].{0,3}(?:方案|模板|作品|课程|文章|设计|案例)/.test(text) || (of_list && LISTED.test(text));
  if (places.length === 0 && !(points && is_work)) return null;
  const is_open = OPEN.test(rest);
  return { places: places.length > 0 ? places : null, facts: SAME.test(rest) ? (before?.facts ?? []) : [], rest: is_open ? '' : rest };
}

/** 这个适合多少人, not 这个活动要多少人. */
const LISTED = /^[这那][几]?[个份套篇些](?:适合|能|可以|里|有|含|是)/;
/** Asks of it what was asked of the one before. */
const SAME = /^[的那呢\s\p{P}]*$/u;
/** Asks what it is, and nothing of it. */
const OPEN =
  /^(?:方案|模板|作品|课程|文章|设计|案例|[的是那呢吗吧啊有里面都讲说些了过写做主要关于]|怎么样|什么|内容|介绍一?下?|详细|具体|[\s\p{P}])*$/u;

const QUESTION_READ = 60;

/** Works that an answer names, in the order in which they stand in its text. */
export function worksNamed({ text, edited, sources }: Pick<AnswerRow, 'text' | 'edited' | 'sources'>): number[] {
  const cited = [...citedNumbers(edited ?? text)];
  return cited.flatMap((n) => sources.filter((source) => source.n === n && source.path !== '').map(({ id }) => id));
}

/** What cards say of these facts, and that of them first which has the most or the least of what is asked. */
export function factsOfCards(cards: readonly ItemCard[], { facts, most }: Pick<AskedOfShown, 'facts' | 'most'>) {
  const chosen = FACTS.filter(({ name }) => facts.length === 0 || facts.includes(name));
  const of = (card: ItemCard): WorkFact[] =>
    chosen.flatMap((fact) => {
      const value = fact.say(card);
      return value === '' ? [] : [{ name: fact.name, value }];
    });
  const figure = FACTS.find(({ name }) => name === most?.name)?.figure;
  const sign = most?.is === 'least' ? 1 : -1;
  const placed = cards.map((card) => ({ card, figure: figure?.(card) ?? null }));
  const ranked = figure
    ? placed.toSorted((a, b) => (a.figure === null ? 1 : 0) - (b.figure === null ? 1 : 0) || sign * ((a.figure ?? 0) - (b.figure ?? 0)))
    : placed;
  return ranked.map((one) => ({ card: one.card, facts: of(one.card), is_most: one.figure !== null && one.figure === ranked[0]?.figure }));
}

/**
 * Works that an earlier answer of its branch showed, of which a question asks something: a fact of their cards, or what stands in them; null where it asks
 * something else. `before`: turns of the branch, oldest first. `beyond`: it names a place behind the last of them.
 */
export async function findShown(
  ctx: Ctx,
  { question, before, company_id }: { question: string; before: readonly AnswerRow[]; company_id: number | null },
): Promise<{
  shown: Omit<AssistantSource, 'cover'>[];
  given: GivenSource[];
  about: AboutWord[];
  asks: 'facts' | 'whole' | 'content';
  most: string;
  beyond: number | null;
} | null> {
  const at = before.findLastIndex((row) => row.looked && worksNamed(row).length > 0);
  const list = before[at];
  if (!list) return null;
  const cards = await itemCards(ctx, worksNamed(list));
  const of = { of_list: await asksForWorks(ctx, list.sought || list.question), count: cards.length };
  const since = before
    .slice(at + 1)
    .reduce<AskedOfShown | null>((last, row) => askedOfShown(row.question, { ...of, before: last }) ?? last, null);
  const asked = askedOfShown(question, { ...of, before: since });
  if (!asked) return null;
  const { places, facts, most, rest } = asked;
  const chosen = places === null ? cards : places.flatMap((place) => cards[place] ?? []);
  const nothing = { shown: [], given: [], about: [], asks: 'facts' as const, most: '' };
  if (chosen.length === 0) return { ...nothing, beyond: cards.length };
  const said = factsOfCards(chosen, asked);
  const ids = said.map(({ card }) => card.id);
  const asks = facts.length > 0 ? 'facts' : rest === '' ? 'whole' : 'content';
  const found = asks !== 'content' ? { words: [], about: [] } : await worksAbout(ctx, rest, { kinds: [], limit: 0, among: ids });
  const { shown, given } = await readWorks(ctx, ids, { words: found.words, of: company_id });
  const factsOf = (place: number) => said.find(({ card }) => card.id === shown[place]?.id);
  return {
    shown,
    given: given.map((source, place) => ({ ...source, facts: factsOf(place)?.facts ?? [], fits: factsOf(place)?.is_most ?? false })),
    ...{ about: found.about, asks, most: most?.says ?? '', beyond: null },
  };
}
