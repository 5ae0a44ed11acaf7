import { setTimeout as wait } from 'node:timers/promises';
import { KINDS } from '#contract/kinds.ts';
import { type AboutWord, type AnswerPart, type AnswerWish, AssistantError, type AssistantFault, type AssistantPort } from './port.ts';
import { sandboxResult } from './sandbox-results.ts';

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
    async *answer(wish, signal): AsyncIterable<AnswerPart> {
      const all = says ?? (wish.tool === '' ? extract(wish) : JSON.stringify(sandboxResult(wish.tool, wish.input, wish.sources)));
      const { begun = '' } = wish;
      if (all.startsWith(UNHELD)) yield { is: 'nothing' };
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

type Source = AnswerWish['sources'][number];

/** Words that only ask, and verbs that fit every subject. */
const ASKING =
  /^(?:.|要?(?:注意|准备|安排|参考)|要[写看做用]|一[般个下]|时候|地方|环节|给我|我们|有[吗没]|还有|[再更]?(?:详细|具体|展开|继续|补充)(?:[点些说]|一[点些下])?|帮我|算一?下)$/u;
/** Questions whose answers have a form. An order may also stand in other words. */
const FORMS = [
  { asks: /多少钱|什么价/, is: 'own', holds: /[\d一二两三四五六七八九十百千万]\s?元/ },
  { asks: /多少[\p{P}\s]*$/u, is: 'own', holds: /\d|[一二两三四五六七八九十百千万]\s?元/ },
  { asks: /什么时候|几月|多久/, is: 'own', holds: /[\d一二两三四五六七八九十]\s?(?:个?月|周|天)|提前/ },
  { asks: /流程|顺序|几点|怎么[安编]?排/, is: 'form', holds: /^(?:\S{1,4} )?\d{1,2}:\d\d / },
] as const;
/** The same in somebody's own file, which says what a line is before it. */
const FILE_FORMS = [
  { asks: /多少钱|什么价/, is: 'own', holds: /\d\s?万?元|\d\s?万/ },
  { asks: /什么时候|几月|几号|几点|哪天/, is: 'own', holds: /时间|日期|\d\s?月\s?\d|\d:\d\d/ },
  { asks: /哪里|在哪|什么地方/, is: 'own', holds: /[地场]点|地址|场地|会场/ },
  { asks: /多少人|几个人/, is: 'own', holds: /人数|\d\s?[人位名]/ },
] as const;
/** 多少桌: a number of these is asked for. */
const COUNTED = /多少[个张]?(?<unit>(?!钱)\p{Script=Han})(?=$|[^\p{Script=Han}]|[才合比左够呢吗的子])/u;
/** 20:10 桌桌有戏 is no number of tables. */
const NUMBERED = /(?:(?:^|[^:\d])\d{1,5}|[一二两三四五六七八九十百千]{1,6})\s?[多余]?(?<unit>\p{Script=Han})/gu;
const NOUNS = Object.values(KINDS).map(({ noun }) => noun.slice(-2));
/** Some works are asked for, or what there is of a kind. */
const asksForWorks = (question: string) =>
  /推荐|[找来]几/.test(question) || (/哪些|有没有|几个|找/.test(question) && NOUNS.some((noun) => question.includes(noun)));

interface Sought {
  /** Empty: a form of answers. */
  word: string;
  is: AboutWord['is'] | 'form';
  heldBy(text: string): boolean;
  /** What fewer texts hold says more; 0: none does. */
  weight: number;
}

/** `texts`: works, each as its title, its text and its lines; or lines of a file. */
function soughtOf(
  { about = [], question }: Pick<AnswerWish, 'about' | 'question'>,
  texts: ReadonlyArray<readonly string[]>,
  forms: typeof FORMS | typeof FILE_FORMS | readonly [],
): Sought[] {
  const lower = texts.map((of) => of.map((text) => text.toLowerCase()));
  const holds = (words: readonly string[]) => (text: string) => words.some((word) => text.toLowerCase().includes(word));
  // of a compound that no line says its parts are looked for
  const wordsOf = ({ words, parts }: AboutWord) => {
    const held = parts.filter((part) => lower.some(([title = '', text = '']) => title.includes(part) || text.includes(part)));
    return held.length === 0 || lower.some(([, , ...lines]) => lines.some(holds(words))) ? [words] : held.map((part) => [part]);
  };
  const named = about.flatMap((one) =>
    wordsOf(one).flatMap((words) => {
      const [word = ''] = words;
      return ASKING.test(word) ? [] : [{ word, is: one.is, heldBy: holds(words) }];
    }),
  );
  const formed = forms
    .filter(({ asks }) => asks.test(question))
    .map(({ is, holds: form }) => ({ word: '', is, heldBy: form.test.bind(form) }));
  const unit = COUNTED.exec(question)?.groups?.['unit'];
  const counts = (text: string) => [...text.matchAll(NUMBERED)].some(({ groups }) => groups?.['unit'] === unit);
  const all = [...named, ...formed, ...(unit === undefined ? [] : [{ word: '', is: 'own' as const, heldBy: counts }])];
  return all.map((one) => {
    const held = texts.filter((of) => of.some(one.heldBy)).length;
    return { ...one, weight: held === 0 ? 0 : 1 - held / (texts.length + 1) };
  });
}

const CLOCK = /^(?:\S{1,4} )?\d{1,2}:\d\d$/;
const HEADING = /^[^\s\d，。：；、,.:|·]{2,10}$/;
/** Begins something else than what stands at a time. */
const SECTION = /^[^：]{5,20}：/;
/** Characters of a cell of a table that says enough alone. */
const CELL_LEAST = 8;

const linesOf = ({ text, title, told = text.length, own }: Source): string[] => [
  ...new Set([...sentencesOf(text.slice(0, told), title, 1, own ? 3 : 6), ...sentencesOf(text.slice(told), title, CELL_LEAST)]),
];

/** Each with the time and the heading that stand directly before it. */
function sentencesOf(text: string, title: string, least: number, shortest = 6): string[] {
  const found: string[] = [];
  let [time, heading] = ['', ''];
  for (const line of [...text.split('\n').map((one) => one.replace(/\s+/g, ' ').trim()), '']) {
    const is_clock = CLOCK.test(line);
    if (is_clock || line === '' || HEADING.test(line)) {
      if (heading.length >= shortest) found.push(heading);
      // what stood beside the time is over
      if (line === '' && heading !== '') time = '';
      heading = is_clock ? '' : line;
      if (is_clock) time = `${line} `;
      continue;
    }
    for (const sentence of line.split(/[。！？]/).map((one) => one.trim())) {
      // who made it is no passage
      if (sentence.length < shortest || sentence.length > 160 || /\s·\s|\s(出品|设计|编制)$/.test(sentence)) continue;
      if ((sentence.match(/\p{Script=Han}/gu) ?? []).length < least) continue;
      if (SECTION.test(sentence)) time = '';
      found.push(`${time}${heading === '' || sentence.includes('：') ? '' : `${heading}：`}${sentence}`);
      [time, heading] = ['', ''];
    }
  }
  return found.filter((line) => !title.includes(line));
}

const scoreOf = (text: string, sought: readonly Sought[]) =>
  sought.reduce((sum, { is, weight, heldBy }) => sum + (heldBy(text) ? weight * (is === 'beside' || is === 'weak' ? 1 : 2) : 0), 0);

/** A work in a line: what it says of itself first. */
function listed({ kind, title, text, n }: Source): string {
  const short = (text.split('\n')[0] ?? '').slice(0, INTRODUCTION);
  return `- ${kind}《${title}》：${short.includes('。') ? short.slice(0, short.lastIndexOf('。')) : short} [${n}]`;
}

const HOW = ['怎么', '如何', '怎样'];
const NONE = '直接回答这个问题的文字';
const END = '需要完整内容时请打开作品，或用工具箱生成大纲、预算和流程。';
const put = (found: string, texts: readonly string[]) =>
  `演示助手${found}，以下都是原文摘录，没有另外编写。\n\n${texts.join('\n\n')}\n\n${END}`;

function extract(wish: AnswerWish): string {
  const { sources, attempt, question } = wish;
  if (sources.length === 0) return '演示助手只摘录站内公开作品，不会自己编写内容。换一个说法再问，或者去搜索、发布需求，让策划人来回答。';
  const own = sources.filter((source) => source.own);
  const works = sources.filter((source) => !source.own);
  if (own.length > 0) return ofFile(wish, own, works);
  const are_listed = asksForWorks(question);
  return are_listed && attempt === 0 ? listOf(wish, works) : ofWorks(wish, works, are_listed);
}

const textsOf = (works: readonly Source[]) => works.map((work) => [work.title, work.text, ...linesOf(work)]);

/** Works that hold all that is asked where a list shows it, then others. */
function listOf(wish: AnswerWish, works: readonly Source[]): string {
  const sought = soughtOf(wish, textsOf(works), FORMS);
  const named = sought.some(({ is }) => is === 'own' || is === 'event');
  const asked = sought.filter(({ is }) => !named || is === 'own' || is === 'event');
  const isNamed = ({ kind }: Source) => NOUNS.some((noun) => wish.question.includes(noun) && kind.endsWith(noun));
  // a price in an introduction is no price list: there the very word stands
  const heldOf = ({ kind, title, text }: Source) => {
    const [told = ''] = text.split('\n');
    return asked.filter(({ word, is, heldBy }) => [kind, title].some(heldBy) || (is === 'own' ? told.includes(word) : heldBy(told))).length;
  };
  const inOrder = works.toSorted(
    (a, b) => heldOf(b) - heldOf(a) || Number(isNamed(b)) - Number(isNamed(a)) || scoreOf(b.title, asked) - scoreOf(a.title, asked),
  );
  const fitting = inOrder.filter((work) => heldOf(work) === asked.length);
  const others = inOrder.filter((work) => !fitting.includes(work)).map(listed);
  if (fitting.length === 0) return put('没有在站内公开作品里找到完全符合的，下面是同类作品', [others.join('\n')]);
  const texts = [fitting.map(listed).join('\n'), ...(others.length > 0 ? [['### 同类作品', ...others].join('\n')] : [])];
  return put('从站内公开作品里找到了这些', texts);
}

/** Passages of works that hold what is asked; none where no line does. */
function quotedOf(wish: AnswerWish, works: readonly Source[], are_listed = false) {
  const { attempt, history } = wish;
  const sought = soughtOf(wish, textsOf(works), FORMS);
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
  /** All of an article is about what its title names. */
  const isAll = ({ kind, title }: Source) =>
    kind === KINDS.article.noun && core.length > 0 && (objects.length > 0 ? objects : core).every(({ heldBy }) => heldBy(title));
  const distinct = telling_most(asked);
  // what all works hold distinguishes none, unless nothing else is asked
  const telling = core.length > 0 ? [...core, ...telling_most(of('event'))] : goes_on && distinct.length > 0 ? distinct : asked;
  /** A line, with the title of its work, holds all that is asked; a number stands in the line itself. */
  const tells = (line: string, { title }: Source) =>
    objects.length > 0
      ? objects.some(({ heldBy }) => heldBy(line)) && objects.every(({ word, heldBy }) => heldBy(line) || (word !== '' && heldBy(title)))
      : [...telling, ...in_order].some(({ weight, heldBy }) => weight > 0 && heldBy(line));
  const said = answers.length === 0 || works.some((work) => isAll(work) || linesOf(work).some((line) => tells(line, work)));
  // where an event alone is named, what only ranks is asked
  const must = answers.length > 0 ? asked : [...asked, ...of('weak')];
  /** Its title says so much of the question that other words need not be there. */
  const isAbout = ({ title }: Source) => {
    const held = must.filter(({ heldBy }) => heldBy(title));
    return held.length >= 2 && held.length * 2 >= must.length && held.some(({ is }) => is === 'own');
  };
  const whole = said && must.length > 0 && !told.includes(NONE) && (must.every(({ weight }) => weight > 0) || works.some(isAbout));
  const before: string[] = [];
  const tellsOf = (line: string, source: Source) => (tells(line, source) ? 2 * FOUND : isAll(source) ? FOUND : 0);
  /** Lines that hold what is asked, the most first; then others of an article about it. */
  const candidates = (source: Source) =>
    linesOf(source)
      .map((line, at) => ({ line, at, score: tellsOf(line, source) + scoreOf(line, sought) + (/\d/.test(line) ? 0.1 : 0) }))
      .filter(({ line, score }) => score >= (attempt === 0 ? FOUND : NEAR) && !told.includes(line))
      .toSorted((a, b) => b.score - a.score || a.at - b.at);
  const isSaid = (line: string) => before.some((one) => one.includes(line) || line.includes(one));
  const quoted = (source: Source) => {
    const lines = candidates(source).filter(({ line }) => !isSaid(line) && before.push(line) > 0);
    const first = are_listed ? 0 : Math.min(PASSAGES, lines.filter(({ score }) => score >= FOUND).length);
    const from = attempt === 0 ? 0 : first + (attempt - 1) * PASSAGES;
    return lines
      .slice(from, from + PASSAGES)
      .toSorted((a, b) => a.at - b.at)
      .map(({ line }) => `- ${line} [${source.n}]`);
  };
  /** What says most of it, and the most; what the search found first before others. */
  const rank = (source: Source) => {
    const lines = candidates(source).slice(0, PASSAGES);
    return scoreOf(source.title, sought) + (lines[0]?.score ?? 0) + lines.length / 4 - source.n / 10;
  };
  const rated = works.toSorted((a, b) => rank(b) - rank(a));
  const parts = (whole ? rated : []).map((source) => ({ source, lines: quoted(source) })).filter(({ lines }) => lines.length > 0);
  const unsaid = rated.filter(({ title }) => !told.includes(`《${title}》`));
  return { parts: parts.slice(0, WORKS), rated: goes_on ? unsaid : rated, goes_on };
}

const headed = ({ source, lines }: { source: Source; lines: readonly string[] }) =>
  [`### ${source.own ? '您的文件' : source.kind}《${source.title}》`, ...lines].join('\n');

function ofWorks(wish: AnswerWish, works: readonly Source[], are_listed: boolean): string {
  const { parts, rated, goes_on } = quotedOf(wish, works, are_listed);
  const again = wish.attempt > 0 || goes_on;
  const left = rated.filter((work) => !parts.some(({ source }) => source === work));
  const rest = are_listed ? [] : parts.length > 0 ? left.slice(0, WORKS - parts.length) : left.slice(wish.attempt * WORKS).slice(0, WORKS);
  const found =
    parts.length > 0
      ? `从站内公开作品里找到了${again ? '另外一些内容' : '这些内容'}`
      : `没有在站内公开作品里找到${again ? '更多' : ''}${NONE}`;
  const texts = parts.map(headed);
  if (rest.length > 0) texts.push([...(parts.length > 0 ? ['### 同类作品'] : []), ...rest.map(listed)].join('\n'));
  return put(`${found}${rest.length > 0 && parts.length === 0 ? '，下面是同类作品' : ''}`, texts);
}

/** Asks for what there is in a file, not for one line of it. */
const ASKS_ALL = /总结|概括|归纳|提炼|梳理|大意|要点|主要内容|[讲说写]了?些?什么/;
/** What a file, or what it is about, is called when it is asked about. */
const FILE_NAMED = /^(?:活动|文件|文档|附件|简报|资料|内容|主要|总结|概括|归纳|提炼|梳理|大意|要点)$/;
const [OUTLINE_MOST, OPENING] = [14, 3];
/** Between them stand the words of a question that ask for something. */
const FUNCTION =
  /怎么[办样]?|如何|如果|多少|什么|[有是要能]没?不?[有是要能]|哪[里些个]|这个|那个|我们|[那呢谁吗吧几的了和与是在有要请]|[^\p{Script=Han}]/u;
const PAIR_LINES = 3;
const UNHELD = '演示助手没有找到含有这些字的内容';
/** So much of what the best line says of the question. */
const NEAR_BEST = 0.6;

/** Asked of whatever the question names, and never what it names. */
const ASKED_OF_ALL = /^(?:时间|日期|地点|地址|人数|价格|费用|[几多]\S?)$/u;

/** Lines of a file that hold what is asked; the whole in short where that is asked; else that nothing of it is there, which costs nothing. */
function ofFile(wish: AnswerWish, own: readonly Source[], works: readonly Source[]): string {
  const { question } = wish;
  const lines = own.flatMap((source) => linesOf(source).map((line) => ({ source, line })));
  const about = (wish.about ?? []).filter(({ is, words: [word = ''] }) => is !== 'beside' && !FILE_NAMED.test(word));
  const texts_in = lines.map(({ line }) => [line, line, line]);
  const named = soughtOf({ about, question }, texts_in, FILE_FORMS);
  const core = named.filter(({ is }) => is === 'own');
  // a line on 彩排 answers 彩排时间, not any time
  const things = core.filter(({ word }) => word !== '' && !ASKED_OF_ALL.test(word));
  const is_told = [things, core, named].find((some) => some.length > 0)?.some(({ weight }) => weight > 0) ?? false;
  const asked = is_told ? named : [...named, ...pairsOf(question, texts_in)];
  const rated = lines.map((one) => ({ ...one, score: scoreOf(one.line, asked) }));
  const best = Math.max(0, ...rated.map(({ score }) => score));
  const telling = rated.filter(({ score }) => score > 0 && score >= best * NEAR_BEST).slice(0, 2 * PASSAGES);
  const grouped = (some: typeof lines) =>
    own
      .map((source) => ({ source, lines: some.filter((one) => one.source === source).map(({ line }) => `- ${line} [${source.n}]`) }))
      .filter((part) => part.lines.length > 0)
      .map(headed);
  if (best === 0 && (named.length === 0 || ASKS_ALL.test(question))) {
    const each = Math.ceil(OUTLINE_MOST / own.length);
    return put('按顺序摘录了您的文件', grouped(own.flatMap((source) => lines.filter((one) => one.source === source).slice(0, each))));
  }
  // works are asked for what the file says nothing of
  const open = about.filter(({ words }) => !lines.some(({ line }) => words.some((word) => line.toLowerCase().includes(word))));
  const texts = open.length > 0 ? quotedOf({ ...wish, about: open }, works).parts.map(headed) : [];
  const wordsOf = (some: readonly Sought[]) => some.flatMap(({ word }) => word || []).join('、');
  if (telling.length > 0) {
    const [missing, held] = [wordsOf(core), wordsOf(named.filter(({ weight }) => weight > 0))];
    const near = `没有找到直接写“${missing}”的文字，只找到${held === '' ? '接近的' : `提到“${held}”的`}`;
    const found = `从您的文件${texts.length > 0 ? '和站内公开作品' : ''}里找到了这些内容`;
    return put(is_told || missing === '' ? found : near, [...grouped(telling), ...texts]);
  }
  const unheld = UNHELD.slice('演示助手'.length);
  if (texts.length > 0) return put(`在您的文件里${unheld}，下面是站内公开作品里的相关内容`, texts);
  return put(`${unheld}（换个说法可能有，这次不计次数），下面是文件的开头`, grouped(lines.slice(0, OPENING)));
}

/** Neighbouring characters of a question that few lines hold, where none of its words is found. */
function pairsOf(question: string, lines: ReadonlyArray<readonly string[]>): Sought[] {
  const said = question.split(FUNCTION).flatMap((part) => [...part].map((_sign, at) => part.slice(at, at + 2)));
  const about = [...new Set(said)]
    .filter((pair) => pair.length === 2 && !FILE_NAMED.test(pair))
    .map((pair) => ({ words: [pair], parts: [], is: 'weak' as const }));
  const few = about.filter(({ words: [pair = ''] }) => lines.filter(([line = '']) => line.includes(pair)).length <= PAIR_LINES);
  return soughtOf({ about: few, question: '' }, lines, []).map((one) => ({ ...one, word: '' }));
}
