import type { AssistantSource } from '#contract/assistant.ts';
import { KINDS } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import { LEAST, rankPassages } from '../../providers/assistant/passages.ts';
import type { AboutWord, GivenSource } from '../../providers/assistant/port.ts';
import { type Item, itemsById, kindOf, storeOf } from '../catalog/index.ts';
import { ofNoEvent, repeatedLines } from '../search/index.ts';

/** Of one work: for the model; of those whose lines are compared. */
const [TEXT_MOST, COMPARED_MOST] = [1_500, 5_000] as const;
const PASSAGES_MOST = 16;
const EXCERPT_MOST = 110;
const EXCERPT_LEAST = 8;

type Shown = Omit<AssistantSource, 'cover'>;
export interface ReadWorks {
  shown: Shown[];
  given: GivenSource[];
}

/** Published works with what of them anybody may read. `words`: what passages are chosen by; `fitting`: so many are all that was asked; `of`: this publisher's alone. */
export async function readWorks(
  ctx: Ctx,
  ids: readonly number[],
  { words, fitting, of, most = TEXT_MOST }: { words: readonly string[]; fitting?: number | undefined; of: number | null; most?: number },
): Promise<ReadWorks> {
  const items = await itemsById(ctx, ids);
  const works = ids.flatMap((id, at) => {
    const item = items.get(id);
    return item?.status === 'published' && (of ?? item.publisher_id) === item.publisher_id ? [{ item, at }] : [];
  });
  const details = await detailsOf(
    ctx,
    works.map(({ item }) => item),
  );
  const read = works.map(({ item, at }, place) => {
    const n = place + 1;
    const kind = kindOf(item.kind);
    const own = storeOf(item.kind).searchText?.(item, details.get(item.id) ?? null) ?? '';
    const { text, told } = publicText(item, own, { words, most });
    const price = priceOf(item);
    const named = { n, kind: kind.noun, title: item.title };
    return {
      shown: {
        ...{ ...named, id: item.id, ...(price === '' ? {} : { price }) },
        ...{ path: paths.detail(kind, item.id), excerpt: excerptOf(text, item.title, words) },
      },
      given: { ...named, text, told, price, ...(fitting === undefined ? {} : { fits: at < fitting }) },
    };
  });
  return { shown: read.map(({ shown }) => shown), given: read.map(({ given }) => given) };
}

/** What only their kinds have, one statement a kind. */
async function detailsOf(ctx: Ctx, items: readonly Item[]): Promise<Map<number, object>> {
  const kinds = [...new Set(items.map(({ kind }) => kind))];
  const loaded = await Promise.all(
    kinds.map((kind) =>
      storeOf(kind).details?.load(
        ctx.db,
        items.filter((item) => item.kind === kind).map(({ id }) => id),
      ),
    ),
  );
  return new Map(loaded.flatMap((some) => (some ? [...some] : [])));
}

/**
 * Of works those that say the most of a question, the best line first, with these lines; others behind them. Their text is their introduction and
 * these lines, so a model reads what answers.
 */
export async function rankWorks(
  ctx: Ctx,
  ids: readonly number[],
  of: {
    question: string;
    about: readonly AboutWord[];
    words: readonly string[];
    /** Works that say something of it in their title or introduction: they stand behind those with lines. */
    found: readonly number[];
    /** Works that the last answer named. */
    last: readonly number[];
    of: number | null;
    limit: number;
  },
): Promise<ReadWorks> {
  const { shown, given } = await readWorks(ctx, ids, { words: of.words, of: of.of, most: COMPARED_MOST });
  const general = await ofNoEvent(
    ctx,
    shown.map(({ id }) => id),
  );
  const idOf = new Map(shown.map(({ n, id }) => [n, id]));
  const works = given.map((work) => ({ ...work, of_no_event: general.includes(idOf.get(work.n) ?? 0) }));
  const ranked = rankPassages({ question: of.question, about: of.about }, works, ({ n }) => of.last.includes(idOf.get(n) ?? 0));
  const asks_order = ranked.forms.some(({ is }) => is === 'form');
  const found = (await withoutRepeated(ctx, ranked.found)).map((one) => (asks_order ? { ...one, passages: inOrder(one.passages) } : one));
  const { core } = ranked;
  const isSaying = ({ passages: [line] }: (typeof found)[number]) => (line?.score ?? 0) >= LEAST;
  // beside what is about the event what is about another is left out
  const asks_of_it = core.every(({ of_any }) => of_any);
  const is_of_event = found.some((one) => one.of_event && (asks_of_it || isSaying(one)));
  const fitting = found.filter(({ of_event, work }) => of_event || work.of_no_event || !is_of_event);
  const says = fitting.filter(isSaying);
  const others = fitting.filter(({ work }) => of.found.includes(idOf.get(work.n) ?? 0));
  const order = [...new Set([...says, ...others])].slice(0, of.limit);
  return {
    shown: order.map(({ work }, at) => ({ ...(shown[work.n - 1] as Shown), n: at + 1 })),
    given: order.map(({ work, passages }, at) => {
      const some = passages.slice(0, PASSAGES_MOST);
      return { ...work, ...shortened(work, some), passages: some, n: at + 1 };
    }),
  };
}

type Found = ReturnType<typeof rankPassages<GivenSource>>['found'];

/** Without lines of a pattern that several works share: 80人，南京，从通知发出到撤场只有六周. Articles are written one by one. */
async function withoutRepeated(ctx: Ctx, found: Found): Promise<Found> {
  const asked = found.slice(0, LOOKED_WORKS).filter(({ work }) => work.kind !== KINDS.article.noun);
  const lines = asked.flatMap(({ passages }) => passages.slice(0, LOOKED_LINES).map(({ text }) => text));
  const repeated = await repeatedLines(ctx, lines);
  const best = ({ passages: [line] }: Found[number]) => line?.score ?? 0;
  return found
    .map((one) => ({ ...one, passages: one.passages.filter(({ text }) => !repeated.has(text)) }))
    .toSorted((a, b) => best(b) - best(a));
}
/** A line or two at a time are no run-down. */
const inOrder = (passages: Found[number]['passages']): Found[number]['passages'] => {
  const is_rundown = passages.filter(({ is_outright }) => is_outright).length >= RUNDOWN_LEAST;
  return passages.map((one) => ({ ...one, is_outright: one.is_outright && is_rundown }));
};
const RUNDOWN_LEAST = 3;
const [LOOKED_WORKS, LOOKED_LINES] = [8, 4] as const;

/** Its introduction and the passages, in their order. */
function shortened({ text, told = text.length }: GivenSource, passages: NonNullable<GivenSource['passages']>) {
  if (passages.length === 0 || text.length <= TEXT_MOST) return { text: text.slice(0, TEXT_MOST), told: Math.min(told, TEXT_MOST) };
  const [introduction = ''] = text.split('\n');
  const lines = passages
    .toSorted((a, b) => a.at - b.at)
    .map((passage) => passage.text)
    .filter((line) => !introduction.includes(line));
  const short = [introduction, ...lines].join('\n').slice(0, TEXT_MOST);
  return { text: short, told: short.length };
}

/** What a work that is sold costs, as its card says it. */
const priceOf = ({ kind, price_fen, vip_only }: Item): string => {
  if (!kindOf(kind).sale) return '';
  return vip_only ? '会员' : price_fen === 0 ? '免费' : `¥${price_fen / 100}`;
};

/** The introduction, then those lines of its own words and those free pages that hold the most of the words, in their order. */
function publicText(
  item: Pick<Item, 'introduction' | 'page_texts' | 'free_pages'>,
  own: string,
  { words, most }: { words: readonly string[]; most: number },
) {
  const told_lines = own.split('\n');
  const pages = [...told_lines, ...item.page_texts.slice(0, item.free_pages)].map((text, at) => ({
    at,
    text: text.replace(/[ \t]+/g, ' ').trim(),
    hits: words.filter((word) => text.toLowerCase().includes(word)).length,
  }));
  const chosen: typeof pages = [];
  let room = most - item.introduction.length;
  for (const page of pages.filter(({ text }) => text !== '').toSorted((a, b) => b.hits - a.hits || a.at - b.at)) {
    if (room <= 0) break;
    chosen.push({ ...page, text: page.text.slice(0, room) });
    room -= page.text.length;
  }
  const inOrder = chosen.toSorted((a, b) => a.at - b.at);
  const joined = (parts: typeof chosen) => [item.introduction.slice(0, most), ...parts.map(({ text }) => text)].filter(Boolean).join('\n');
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
