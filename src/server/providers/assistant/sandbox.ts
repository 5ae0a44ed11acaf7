import { setTimeout as wait } from 'node:timers/promises';
import type { ToolKey } from '#contract/assistant-tools.ts';
import { KINDS } from '#contract/kinds.ts';
import { type AnswerPart, type AnswerWish, AssistantError, type AssistantFault, type AssistantPort, CHANGED_INPUT } from './port.ts';
import { readFile } from './sandbox-file.ts';
import { filesCompared } from './sandbox-files-compared.ts';
import { quotableOf, type Source } from './sandbox-lines.ts';
import { OrderFault } from './sandbox-order-words.ts';
import { changedByOrders } from './sandbox-orders.ts';
import { sandboxResult } from './sandbox-results.ts';
import { introduced, ofCards } from './sandbox-shown.ts';
import { FORMS, type Sought, scoreOf, soughtOf } from './sandbox-sought.ts';

export interface SandboxOptions {
  /** Between pieces: people see it being written. */
  pace_ms?: number;
  /** How it fails, after `fault_after` pieces. */
  fault?: AssistantFault | 'cut';
  fault_after?: number;
  /** Counts nothing, as some servers do. */
  no_usage?: boolean;
  /** Says this in place of an answer. */
  says?: string;
}

const PACE_MS = 40;
const PIECE = 8;
/** Of one work. */
const PASSAGES = 4;
/** That are quoted. */
const WORKS = 3;
const INTRODUCTION = 90;
/** Of a line: it answers; it holds a word of the question, for who asks again. */
const FOUND = 100;
const NEAR = 0.15;
/** 红鸡蛋、喜糖，每份 15 元: of all that stands before it. */
const EACH = /^\s*每[份个套件束盒瓶]/;
/** What a work lists of itself says none of it. */
const CONTENTS = /^(?:这份方案)?里面有：/;
/** A line of a run-down answers when, in which order, and how it is arranged. */
const CLOCK_LINE = /^(?:\S{2,6}：)?\d{1,2}:\d\d [^：]{0,14}$/;
const ASKS_TIME = /流程|几点|时间|安排|顺序|环节|什么时候|怎么[走排]|多久|当天/;
/** Goes on without a word of its own. */
const GOES_ON = /还有|继续|详细|具体|展开|更多|别的|补充|多说/;
/** More of a work whose title names the event. */
const OF_EVENT = 1;
/** Of the score of the best. */
const NEARLY = 0.6;
const CLAUSE_LEAST = 10;
/** First lines of a work, which say what it is. */
const INTRODUCED = 2;
const MOST_OF = 0.75;
const ALL_OF_TITLE: ReadonlySet<string> = new Set([KINDS.article.noun, KINDS.talk.noun]);

/**
 * The sandbox: takes over what public works say about the question, names them, and says that it does no more. Tools are filled from
 * templates. The same wish is the same answer.
 */
export function createSandboxAssistant({
  pace_ms = PACE_MS,
  fault,
  fault_after = 2,
  no_usage = false,
  says,
}: SandboxOptions = {}): AssistantPort {
  return {
    name: 'sandbox',
    model: 'sandbox',
    ...(says === undefined ? { orderFault } : {}),
    async *answer(wish, signal): AsyncIterable<AnswerPart> {
      const said = says === undefined ? answerOf(wish) : { text: says };
      const all = said.text;
      const { begun = '' } = wish;
      if (said.is_nothing) yield { is: 'nothing' };
      const whole = all.startsWith(begun) ? all.slice(begun.length) : all;
      const pieces = Math.ceil(whole.length / PIECE);
      for (let at = 0; at < pieces; at++) {
        if (fault !== undefined && at >= fault_after) {
          throw new AssistantError(fault === 'cut' ? 'broken' : fault, `the sandbox fails as it was told: ${fault}`);
        }
        // a tool's answer is read when it is whole: it is not streamed
        if (pace_ms > 0 && wish.tool === '') await wait(pace_ms, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw signal.reason;
        yield { is: 'text', text: whole.slice(at * PIECE, (at + 1) * PIECE) };
      }
      if (!no_usage) yield { is: 'usage', prompt_tokens: 0, output_tokens: Math.ceil(whole.length * 0.7) };
    },
  };
}

/** Why a document cannot be changed by a sentence; null: it can. */
function orderFault(tool: ToolKey, document: string, sentence: string): string | null {
  try {
    changedByOrders(tool, document, sentence);
    return null;
  } catch (error) {
    if (error instanceof OrderFault) return error.message;
    throw error;
  }
}

/** `is_nothing`: it answers nothing of what was asked, and costs nothing. */
interface Said {
  text: string;
  is_nothing?: boolean;
}

function answerOf(wish: AnswerWish): Said {
  const document = wish.input[CHANGED_INPUT];
  if (wish.tool !== '' && document !== undefined) return { text: JSON.stringify(changedByOrders(wish.tool, document, wish.question)) };
  if (wish.tool !== '') return { text: JSON.stringify(sandboxResult(wish.tool, wish.input, wish.sources)) };
  const { sources } = wish;
  const files = sources.filter(({ own }) => own);
  const works = sources.filter(({ own }) => !own);
  if (files.length > 0 && !(wish.lists && RECOMMENDS.test(wish.question) && works.some(({ fits }) => fits)))
    return ofFiles(wish, files, works);
  if (works.length === 0) return { text: NO_WORKS, is_nothing: true };
  if (wish.shown && wish.shown.asks !== 'content')
    return { text: `${BY_CARDS}\n\n${wish.shown.asks === 'facts' ? ofCards(works, wish.shown.most) : introduced(works)}` };
  return wish.lists && wish.attempt === 0 ? listOf(works) : ofWorks(wish, works);
}

/** Works are asked for, also beside a file. */
const RECOMMENDS = /推荐/;
const BY_CARDS = '演示助手按作品页上公开的信息回答。';
const NO_WORKS = '演示助手只摘录站内公开作品，不会自己编写内容。换一个说法再问，或者去搜索、发布需求，让策划人来回答。';
const END = '需要完整内容时请打开作品，或用工具箱生成大纲、预算和流程。';
const put = (found: string, texts: readonly string[]) =>
  `演示助手${found}，以下都是原文摘录，没有另外编写。\n\n${texts.join('\n\n')}\n\n${END}`;

/** A work in a line: what it says of itself first. */
function listed({ kind, title, text, n, price }: Source): string {
  const short = (text.split('\n')[0] ?? '').slice(0, INTRODUCTION);
  const about = short.includes('。') ? short.slice(0, short.lastIndexOf('。')) : short;
  return `- ${kind}《${title}》${price ? `（${price}）` : ''}：${about} [${n}]`;
}

/** Works that were asked for: those that are all that was asked, then others. */
function listOf(works: readonly Source[]): Said {
  const [fitting, others] = [works.filter(({ fits }) => fits), works.filter(({ fits }) => !fits)];
  if (fitting.length === 0)
    return { text: put('没有在站内公开作品里找到完全符合的，下面是相近的作品', [others.map(listed).join('\n')]), is_nothing: true };
  const texts = [fitting.map(listed).join('\n'), ...(others.length > 0 ? [['### 相近的作品', ...others.map(listed)].join('\n')] : [])];
  return { text: put('从站内公开作品里找到了这些', texts) };
}

const headed = ({ source, lines }: { source: Source; lines: readonly string[] }) =>
  [`### ${source.own ? '您的文件' : source.kind}《${source.title}》`, ...lines].join('\n');

function ofFiles(wish: AnswerWish, files: readonly Source[], works: readonly Source[]): Said {
  const compared = filesCompared(wish.question, files);
  if (compared !== null) return { text: compared };
  const { found, lines, is_nothing, open } = readFile(wish, files);
  const own = files
    .map((source) => ({ source, lines: lines.filter((one) => one.source === source).map(({ text }) => `- ${text} [${source.n}]`) }))
    .filter((part) => part.lines.length > 0);
  // works are asked for what the file says nothing of
  const { parts, whole } = is_nothing && open.length > 0 ? quotedOf({ ...wish, about: open }, works) : { parts: [], whole: false };
  if (whole && parts.length > 0)
    return { text: put('在您的文件里没有找到含有这些字的内容，下面是站内公开作品里的相关内容', parts.map(headed)) };
  return { text: put(found, own.map(headed)), is_nothing };
}

const shareOf = (of: readonly Sought[]): number => of.reduce((sum, { share }) => sum + share, 0);
const HOW = ['怎么', '如何', '怎样'];
const NONE = '直接回答这个问题的文字';

/** Passages of works that hold what is asked; none where no line does. */
function quotedOf(wish: AnswerWish, works: readonly Source[]) {
  const { attempt, history } = wish;
  const lines_of = new Map(works.map((work) => [work, quotableOf(work)]));
  const linesOf = (work: Source) => lines_of.get(work) ?? [];
  const sought = soughtOf(
    wish,
    works.map((work) => [work.title, work.text, ...linesOf(work)]),
    FORMS,
  );
  const of = (...which: Sought['is'][]) => sought.filter(({ is }) => which.includes(is));
  const core = of('own');
  const goes_on = of('own', 'event').length === 0 && of('beside').length > 0;
  const told = goes_on ? (history.at(-1)?.answer ?? '') : '';
  const asked = goes_on || of('own', 'event').length === 0 ? sought : of('own', 'event');
  const telling_most = (words: readonly Sought[]) => words.filter(({ weight }) => weight > 1.5 / (works.length + 1));
  const in_order = of('form').filter(() => core.every(({ heldBy }) => heldBy('流程')));
  /** What the question is about: not the verb that it asks the manner of. */
  const objects =
    in_order.length > 0 ? [] : core.filter(({ word }) => word === '' || !HOW.some((how) => wish.question.includes(how + word)));
  const answers = [...core, ...in_order];
  const wanted = objects.length > 0 ? objects : core;
  const events = of('event', 'beside');
  /** About the event that is asked of, or about what is asked wherever it is: 请主持人的合同 is that of any event, a list of another event is not. */
  const eventsOf = ({ title, text }: Source) => events.filter(({ heldBy }) => heldBy(title) || heldBy(text)).length;
  const is_form_alone = core.every(({ word, of_any }) => word === '' || of_any);
  const most_events = Math.max(0, ...works.map(eventsOf));
  const isOfAsked = (work: Source) =>
    events.length === 0 ||
    // what is asked of the event itself is said by works of all that names it: 跨年晚会, 开学典礼
    (is_form_alone ? eventsOf(work) === most_events && most_events >= Math.min(2, events.length) : eventsOf(work) > 0) ||
    (work.of_no_event === true && core.some(({ word, of_any, heldBy }) => word !== '' && !of_any && heldBy(`${work.title} ${work.text}`)));
  /** All of an article or a short talk is about what its title names, more than half of what is asked. */
  const isAll = (work: Source) => isOfAsked(work) && isTitled(work) && (events.length === 0 || eventsOf(work) > 0 || isNamed(work));
  const named = wanted.some(({ word }) => word !== '') ? wanted.filter(({ word }) => word !== '') : wanted;
  const isTitled = ({ kind, title }: Source) =>
    ALL_OF_TITLE.has(kind) && shareOf(named.filter(({ heldBy }) => heldBy(title))) * 2 > shareOf(named);
  /** Of another work that is what it says of itself, where its title names nearly all of it. */
  const isIntroduced = (work: Source) => isOfAsked(work) && isNamed(work);
  const isNamed = ({ title }: Source) =>
    wanted.length > 1 && shareOf(wanted.filter(({ word, heldBy }) => word !== '' && heldBy(title))) >= MOST_OF * shareOf(wanted);
  const distinct = telling_most(asked);
  // what all works hold distinguishes none, unless nothing else is asked
  const telling = core.length > 0 ? [...core, ...telling_most(of('event'))] : goes_on && distinct.length > 0 ? distinct : asked;
  /** Times of another event are no order of this one, where a work of this one stands beside it. */
  const isOfEvent = (title: string) => of('event', 'beside').some(({ heldBy }) => heldBy(title));
  const is_titled = works.some(({ title }) => isOfEvent(title));
  const words_asked = objects.filter(({ word }) => word !== '');
  const forms_asked = objects.filter(({ word }) => word === '');
  const in_line = words_asked.filter(({ of_any }) => !of_any);
  const is_amount = forms_asked.length > 0 || words_asked.some(({ of_any }) => of_any);
  /** Where a line holds both, what is asked stands beside the word: of a list 红包、人均一百二十元 says no amount of 红包. */
  const isBeside = (line: string) =>
    forms_asked.length === 0 ||
    words_asked.length === 0 ||
    (!words_asked.some(({ heldBy }) => heldBy(line)) && !forms_asked.some(({ beside }) => beside)) ||
    line
      .split(/[、，；]/)
      .some(
        (part) => (EACH.test(part) || words_asked.some(({ heldBy }) => heldBy(part))) && forms_asked.every(({ heldBy }) => heldBy(part)),
      );
  /** A line, with the title of its work, holds all that is asked; a number stands in the line itself. */
  const tells = (line: string, work: Source) => {
    const { title } = work;
    if (!isOfAsked(work) || CONTENTS.test(line) || (CLOCK_LINE.test(line) && !ASKS_TIME.test(wish.question))) return false;
    // an amount is that of what its line names: of 嘉宾 in the title the cost of the whole summit is none
    if (is_amount && in_line.length > 0 && !in_line.some(({ heldBy }) => heldBy(line))) return false;
    if (in_order.some(({ weight }) => weight > 0)) return in_order.some(({ heldBy }) => heldBy(line)) && (isOfEvent(title) || !is_titled);
    if (objects.length === 0) return telling.some(({ weight, heldBy }) => weight > 0 && heldBy(line));
    const of_title = ({ word, heldBy }: Sought) => heldBy(line) || (word !== '' && heldBy(title));
    return objects.some(({ heldBy }) => heldBy(line)) && objects.every(of_title) && isBeside(line);
  };
  const said =
    answers.length === 0 || works.some((work) => isAll(work) || isIntroduced(work) || linesOf(work).some((line) => tells(line, work)));
  // where an event alone is named, what only ranks is asked
  const weak = of('weak').filter(({ weight }) => weight > 0);
  const must = answers.length > 0 ? asked : [...asked, ...(weak.length > 0 ? weak : of('weak'))];
  /** Its title says so much of the question that other words need not be there. */
  const isAbout = ({ title }: Source) => {
    const held = must.filter(({ heldBy }) => heldBy(title));
    return held.length >= 2 && held.length * 2 >= must.length && held.some(({ is }) => is === 'own');
  };
  const says_something = core.length > 0 || !goes_on || GOES_ON.test(wish.question);
  const whole =
    said && says_something && must.length > 0 && !told.includes(NONE) && (must.every(({ weight }) => weight > 0) || works.some(isAbout));
  /** Where nothing answers: it says a word of what is asked. */
  const words_of = must.filter(({ word }) => word !== '');
  const saysHalf = ({ title, text }: Source) =>
    shareOf(words_of.filter(({ heldBy }) => heldBy(`${title} ${text}`))) * 2 >= shareOf(words_of);
  const isNear = (line: string, work: Source) =>
    attempt === 0 &&
    isOfAsked(work) &&
    saysHalf(work) &&
    core.some(({ word, weight, heldBy }) => word !== '' && weight > 0 && heldBy(line));
  // where an amount or a time is asked and said, other lines of the work do not stand beside it
  const is_said = forms_asked.length > 0 && works.some((work) => linesOf(work).some((line) => tells(line, work)));
  const least = attempt > 0 ? NEAR : is_said ? 2 * FOUND : FOUND;
  /** Said outright: a line itself holds all words that are asked, in a work about the event; what only its title holds may or may not be answered. */
  const in_words = words_asked.filter(({ weight }) => weight > 0);
  const isOutright = (line: string, work: Source) =>
    tells(line, work) && (events.length === 0 || eventsOf(work) > 0) && in_words.every(({ heldBy }) => heldBy(line));
  const is_outright = attempt > 0 || in_words.length === 0 || works.some((work) => linesOf(work).some((line) => isOutright(line, work)));
  const before: Array<{ said: string; by: Source }> = [];
  const tellsOf = (line: string, source: Source, at: number) =>
    tells(line, source) ? 2 * FOUND : isAll(source) || (at < INTRODUCED && isIntroduced(source)) ? FOUND : 0;
  /** Lines that hold what is asked, the most first; then others of an article about it. */
  const candidates = (source: Source) =>
    mostOf(
      linesOf(source)
        .map((line, at) => ({ line, at, score: tellsOf(line, source, at) + scoreOf(line, sought) + (/\d/.test(line) ? 0.1 : 0) }))
        .filter(({ line, score }) => (whole ? score >= least : isNear(line, source)) && !told.includes(line))
        .toSorted((a, b) => b.score - a.score || a.at - b.at),
    );
  /** Of lines that only name it, those that say nearly as much as the best. */
  const mostOf = <T extends { score: number }>(lines: readonly T[]) =>
    whole ? lines : lines.filter(({ score }) => score >= NEARLY * (lines[0]?.score ?? 0));
  const clausesOf = (line: string) => line.split(/[，；]/).filter((part) => part.length >= CLAUSE_LEAST);
  /** The same in other words of the same hand is said once. */
  const isSaid = (line: string, source: Source) =>
    before.some(
      ({ said: one, by }) =>
        one.includes(line) || line.includes(one) || (by !== source && clausesOf(line).some((part) => one.includes(part))),
    );
  const quoted = (source: Source) => {
    const lines = candidates(source).filter(({ line }) => !isSaid(line, source) && before.push({ said: line, by: source }) > 0);
    const first = Math.min(PASSAGES, lines.filter(({ score }) => score >= FOUND).length);
    const from = attempt === 0 ? 0 : first + (attempt - 1) * PASSAGES;
    return lines
      .slice(from, from + PASSAGES)
      .toSorted((a, b) => a.at - b.at)
      .map(({ line }) => `- ${line} [${source.n}]`);
  };
  const isAboutAsked = ({ title, kind }: Source) =>
    ALL_OF_TITLE.has(kind) &&
    events.some(({ heldBy }) => heldBy(title)) &&
    eventsOf({ title, text: '' } as Source) === Math.max(...works.map((one) => eventsOf({ ...one, text: '' })));
  /** Share of the question that its title says, its own words before the event. */
  const titled = ({ title }: Source) => {
    const points = (of: readonly Sought[]) => shareOf(of) + shareOf(of.filter(({ is }) => is === 'own'));
    return must.length === 0 ? 0 : points(must.filter(({ heldBy }) => heldBy(title))) / points(must);
  };
  /** A line that holds what is asked before one of a work about it, whose title then counts. */
  const worth = (score: number) => (score >= 2 * FOUND ? FOUND + 1 : Math.min(score, FOUND));
  /** Whose title and lines say most of it; what the search found first before others. */
  const rank = (source: Source) => {
    const lines = candidates(source).slice(0, PASSAGES);
    return (
      (events.some(({ heldBy }) => heldBy(source.title)) ? OF_EVENT : 0) +
      3 * titled(source) +
      scoreOf(source.title, sought) +
      worth(lines[0]?.score ?? 0) +
      lines.length / 8 -
      source.n / 10
    );
  };
  const ranks = new Map(works.map((work) => [work, rank(work)]));
  const rated = works.toSorted((a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0));
  const parts = rated.map((source) => ({ source, lines: quoted(source) })).filter(({ lines }) => lines.length > 0);
  const close =
    parts.length > 0 || attempt > 0 || wish.shown
      ? []
      : closest(
          wish.question,
          rated.filter((work) => !told.includes(`《${work.title}》`)),
          { events, forms: forms_asked, linesOf, isOf: isAboutAsked },
        );
  const unsaid = rated.filter(({ title }) => !told.includes(`《${title}》`));
  const near = core.filter(({ word, weight }) => word !== '' && weight > 0).map(({ word }) => word);
  return {
    parts: (parts.length > 0 ? parts : close).slice(0, WORKS),
    rated: goes_on ? unsaid : rated,
    goes_on,
    whole: whole && is_outright,
    near: parts.length > 0 ? near : [],
  };
}

/** Signs of questions, of no matter. */
const COMMON =
  /[的了吗呢么吧啊是有在和与要能会可以多少几个什么怎样如何哪谁一二三四五六七八九十百千万人元天次场家公司活动准备安排请问大小好上下前后中里用给做办我你您他们]/u;

/**
 * Of an article about the event that says none of the words those lines that share a rare sign with the question (厕所, 厕位), an amount where one is asked:
 * the same is said in other words.
 */
function closest(
  question: string,
  works: readonly Source[],
  of: {
    events: readonly Sought[];
    forms: readonly Sought[];
    linesOf: (work: Source) => readonly string[];
    isOf: (work: Source) => boolean;
  },
) {
  const [work] = works.filter(of.isOf);
  if (!work) return [];
  // its summary comes first
  const lines = of
    .linesOf(work)
    .slice(1)
    .filter((line) => !CONTENTS.test(line) && !CLOCK_LINE.test(line));
  const words = of.events.map(({ word }) => word).filter(Boolean);
  const left = words.reduce((said, word) => said.replaceAll(word, ' '), question);
  const signs = [...new Set(left)].filter((sign) => /\p{Script=Han}/u.test(sign) && !COMMON.test(sign));
  const rare = signs
    .map((sign) => ({ sign, n: lines.filter((line) => line.includes(sign)).length }))
    .filter(({ n }) => n > 0 && n <= RARE_LINES);
  const best = lines
    .map((line, at) => ({
      line,
      at,
      score:
        rare.reduce((sum, { sign, n }) => sum + (line.includes(sign) ? 1 / n : 0), 0) +
        (of.forms.length > 0 && of.forms.every(({ heldBy }) => heldBy(line)) ? FORMED : 0),
    }))
    .filter(({ line, score }) => score >= LIKELY && rare.some(({ sign }) => line.includes(sign)))
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, CLOSEST)
    .toSorted((a, b) => a.at - b.at);
  return best.length === 0 ? [] : [{ source: work, lines: best.map(({ line }) => `- ${line} [${work.n}]`) }];
}
/** Lines that hold a sign which is rare; what a form adds; the least of a line. */
const [RARE_LINES, FORMED, LIKELY, CLOSEST] = [2, 0.3, 0.5, 2] as const;

function ofWorks(wish: AnswerWish, works: readonly Source[]): Said {
  const { parts, rated, goes_on, whole, near } = quotedOf(wish, works);
  const again = wish.attempt > 0 || goes_on;
  const left = rated.filter((work) => !parts.some(({ source }) => source === work));
  const rest = parts.length > 0 ? left.slice(0, WORKS - parts.length) : left.slice(wish.attempt * WORKS).slice(0, WORKS);
  const texts = parts.map(headed);
  if (rest.length > 0) texts.push([...(parts.length > 0 ? ['### 相近的作品'] : []), ...rest.map(listed)].join('\n'));
  if (whole && parts.length > 0) return { text: put(`从站内公开作品里找到了${again ? '另外一些内容' : '这些内容'}`, texts) };
  const none = wish.shown
    ? '在这里公开的介绍和预览页里没有读到直接回答的文字，完整内容以作品为准'
    : `没有在站内公开作品里找到${again ? '更多' : ''}${NONE}`;
  // whether lines that name it answer, the reader sees: neither found nor missing may be said of them
  if (!wish.shown && parts.length > 0)
    return {
      text: put(
        `从站内公开作品里找到了${near.length > 0 ? `提到“${near.join('、')}”` : '可能有关'}的文字，不一定直接答到您的问题，这一句不计次数`,
        texts,
      ),
      is_nothing: true,
    };
  if (texts.length === 0) return { text: `演示助手${none}。${NO_WORKS}`, is_nothing: true };
  return { text: put(none + (!wish.shown && rest.length > 0 ? '，下面是相近的作品' : ''), texts), is_nothing: true };
}
