import type { AssistantSource } from '#contract/assistant.ts';
import type { ToolInput, ToolKey } from '#contract/assistant-tools.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import type { AboutWord, GivenSource } from '../../providers/assistant/port.ts';
import { allKinds, type Item, itemDetails, itemsById, kindOf, namedItemsOf, storeOf } from '../catalog/index.ts';
import { worksAbout, worksAsked } from '../search/index.ts';

const SOURCES_MOST = 5;
const SHOWN_FIRST = 2;
/** Of one work, for the model. */
const TEXT_MOST = 1_500;
const EXCERPT_MOST = 110;
const EXCERPT_LEAST = 8;

/** Money, amount and time are asked of a subject and are none: 大概多少钱, 要几天, 提前多久. */
const ASKED_OF_ANY =
  /^(?:大概|大约|人均|一共|总共|左右|需要|要|花|多少|几|多久|钱|提前|开始|准备|安排|布置|注意|费用|花费|价格|价钱|贵|便宜|合适|时间|天|月|人|个|桌|场|次|份|件|套|一|每)+$/;

/** As works write it: 咋办, 咋写, 啥. */
const plainWords = (text: string): string =>
  text
    .replace(/(?:咋|怎么)(?:整|办|弄)|肿么办/g, '怎么办')
    .replace(/咋个?/g, '怎么')
    .replaceAll('啥', '什么')
    .replace(/新开张|开张/g, '开业');

/** What a tool looks for: what was typed into it, in words. */
const toolQuestion = (input: ToolInput): string =>
  ['activity', 'theme', 'goal', 'more', 'place', 'purpose'].map((key) => input[key] ?? '').join(' ');

/**
 * Published works about what was asked, with what of them anybody may read: introduction, own words and free pages, as the search indexes
 * them. Locked pages are never read, so no answer can reveal them. `earlier`: the questions before it in its branch, oldest first; `sought`: what was looked for
 * where they gave the question its subject; `shown`: works that the last answer named. `company_id`: whose works alone are read.
 */
export async function findSources(
  ctx: Ctx,
  of: {
    tool: ToolKey | '';
    question: string;
    input: ToolInput;
    earlier: readonly string[];
    shown: readonly number[];
    company_id: number | null;
  },
): Promise<{
  shown: Omit<AssistantSource, 'cover'>[];
  given: GivenSource[];
  sought: string;
  from: string;
  about: AboutWord[];
  lists: boolean;
}> {
  const asked = of.tool === '' ? plainWords(of.question) : toolQuestion(of.input);
  // a job says nothing of how it is done
  const kinds = allKinds().filter(({ ends, key, noun }) => !ends && (key !== 'job' || asked.includes(noun)));
  const most = { kinds: kinds.map(({ code }) => code), limit: SOURCES_MOST };
  const among = of.company_id === null ? undefined : (await namedItemsOf(ctx, of.company_id)).map(({ id }) => id);
  const found = await worksAbout(ctx, asked, { ...most, among, earlier: of.earlier });
  const { about, subject, from } = found;
  const sought = found.asked === asked ? '' : found.asked;
  const nothing = { shown: [], given: [], sought: '', from: '', about, lists: false };
  const own = about
    .filter(({ is, words: [word = ''] }) => is === 'own' && !ASKED_OF_ANY.test(word))
    .flatMap((one) => [...one.words, ...one.parts]);
  const saysAll =
    (...groups: readonly string[][]) =>
    ({ title, text }: GivenSource) =>
      groups.every((words) => words.some((word) => `${title} ${text}`.toLowerCase().includes(word)));
  const read = (ids: readonly number[], words: readonly string[], of_no_event: readonly number[], fitting?: number) =>
    readWorks(ctx, ids, { words, of_no_event, fitting, of: of.company_id });

  const listed =
    of.tool === '' && !among
      ? await worksAsked(ctx, { text: asked, asked: found.asked, earlier: of.earlier }, { kinds, limit: SOURCES_MOST, about: found.ids })
      : null;
  if (listed) return { ...(await read(listed.ids, found.words, [], listed.fitting)), sought, from, about, lists: true };
  // 要花多少钱 is asked of what the last answer named first
  const first = sought !== '' && !among ? await shownFirst(ctx, of.shown, own) : [];
  const works = await read([...new Set([...first, ...found.ids])].slice(0, SOURCES_MOST), found.words, found.of_no_event);
  if (own.length > 0 && subject.length > 0 && !works.given.some(saysAll(own, subject))) {
    // no work says it of the subject: those that say it of no other event, before works of the subject
    const alone = await worksAbout(ctx, asked, { ...most, among, of_event: subject });
    const ids = [...new Set([...alone.ids.slice(0, SOURCES_MOST - 2), ...found.ids])].slice(0, SOURCES_MOST);
    const beside = await read(ids, [...alone.words, ...found.words], [...alone.of_no_event, ...found.of_no_event]);
    return beside.given.some(saysAll(own)) ? { ...beside, sought, from, about, lists: false } : nothing;
  }
  const is_of_none = of.tool === '' && sought === '' && own.length > 0 && about.every(({ is }) => is === 'own' || is === 'weak');
  const isTitled = ({ title }: GivenSource) => own.some((word) => word.length > 1 && title.toLowerCase().includes(word));
  if (is_of_none && !works.given.some((work) => saysAll(own)(work) || isTitled(work))) return nothing;
  return { ...works, sought, from, about, lists: false };
}

/** Of the works that the last answer named those that say a word of the question; where it only asks, the first. */
async function shownFirst(ctx: Ctx, shown: readonly number[], own: readonly string[]): Promise<number[]> {
  if (own.length === 0) return shown.slice(0, SHOWN_FIRST);
  const { given, shown: read } = await readWorks(ctx, shown.slice(0, SOURCES_MOST), { words: own, of: null });
  const says = ({ title, text }: GivenSource) => own.some((word) => word.length > 1 && `${title} ${text}`.toLowerCase().includes(word));
  return read
    .filter((_one, at) => says(given[at] as GivenSource))
    .map(({ id }) => id)
    .slice(0, SHOWN_FIRST);
}

/** Published works with what of them anybody may read. `words`: what passages are chosen by; `fitting`: so many are all that was asked; `of`: this publisher's alone. */
export async function readWorks(
  ctx: Ctx,
  ids: readonly number[],
  {
    words,
    of_no_event = [],
    fitting,
    of,
  }: { words: readonly string[]; of_no_event?: readonly number[]; fitting?: number | undefined; of: number | null },
): Promise<{ shown: Omit<AssistantSource, 'cover'>[]; given: GivenSource[] }> {
  const items = await itemsById(ctx, ids);
  const shown: Omit<AssistantSource, 'cover'>[] = [];
  const given: GivenSource[] = [];
  for (const [at, id] of ids.entries()) {
    const item = items.get(id);
    if (item?.status !== 'published' || (of ?? item.publisher_id) !== item.publisher_id) continue;
    const n = shown.length + 1;
    const kind = kindOf(item.kind);
    const own = storeOf(item.kind).searchText?.(item, await itemDetails(ctx, item)) ?? '';
    const { text, told } = publicText(item, own, words);
    const price = priceOf(item);
    const named = { n, id, kind: kind.noun, title: item.title, ...(price === '' ? {} : { price }) };
    shown.push({ ...named, path: paths.detail(kind, id), excerpt: excerptOf(text, item.title, words) });
    const general = of_no_event.includes(id) && { of_no_event: true };
    given.push({
      n,
      kind: kind.noun,
      title: item.title,
      text,
      told,
      price,
      ...general,
      ...(fitting === undefined ? {} : { fits: at < fitting }),
    });
  }
  return { shown, given };
}

/** What a work that is sold costs, as its card says it. */
const priceOf = ({ kind, price_fen, vip_only }: Item): string => {
  if (!kindOf(kind).sale) return '';
  return vip_only ? '会员' : price_fen === 0 ? '免费' : `¥${price_fen / 100}`;
};

/** The introduction, then those lines of its own words and those free pages that hold the most of the words, in their order. */
function publicText(item: Pick<Item, 'introduction' | 'page_texts' | 'free_pages'>, own: string, words: readonly string[]) {
  const told_lines = own.split('\n');
  const pages = [...told_lines, ...item.page_texts.slice(0, item.free_pages)].map((text, at) => ({
    at,
    text: text.replace(/[ \t]+/g, ' ').trim(),
    hits: words.filter((word) => text.toLowerCase().includes(word)).length,
  }));
  const chosen: typeof pages = [];
  let room = TEXT_MOST - item.introduction.length;
  for (const page of pages.filter(({ text }) => text !== '').toSorted((a, b) => b.hits - a.hits || a.at - b.at)) {
    if (room <= 0) break;
    chosen.push({ ...page, text: page.text.slice(0, room) });
    room -= page.text.length;
  }
  const inOrder = chosen.toSorted((a, b) => a.at - b.at);
  const joined = (parts: typeof chosen) =>
    [item.introduction.slice(0, TEXT_MOST), ...parts.map(({ text }) => text)].filter(Boolean).join('\n');
  return { text: joined(inOrder), told: joined(inOrder.filter(({ at }) => at < told_lines.length)).length };
}

function excerptOf(text: string, title: string, words: readonly string[]): string {
  const sentences = text
    .split(/[。！？\n]/)
    .map((sentence) => sentence.trim())
    // titles, names and who made it say nothing more
    .filter((sentence) => sentence.length >= EXCERPT_LEAST && !title.includes(sentence) && !/出品$/.test(sentence));
  const best = sentences
    .map((sentence, at) => ({ sentence, at, hits: words.filter((word) => sentence.toLowerCase().includes(word)).length }))
    .toSorted((a, b) => b.hits - a.hits || a.at - b.at)[0];
  const { sentence = '' } = best ?? {};
  return sentence.length > EXCERPT_MOST ? `${sentence.slice(0, EXCERPT_MOST)}…` : sentence;
}
