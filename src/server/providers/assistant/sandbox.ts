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
const ASKING = /^(?:.|要?(?:注意|准备|安排|参考)|要[写看做用]|一[般个下]|时候|地方|环节|给我|我们|有[吗没]|还有)$/u;
/** Questions whose answers have a form. An order may also stand in other words. */
const FORMS = [
  { asks: /多少钱|什么价/, is: 'own', holds: /[\d一二两三四五六七八九十百千万]\s?元/ },
  { asks: /什么时候|几月|多久/, is: 'own', holds: /[\d一二两三四五六七八九十]\s?(?:个?月|周|天)|提前/ },
  { asks: /流程|顺序|几点|怎么[安编]?排/, is: 'form', holds: /^(?:\S{1,4} )?\d{1,2}:\d\d / },
] as const;
const NOUNS = Object.values(KINDS).map(({ noun }) => noun.slice(-2));
/** Some works are asked for, or what there is of a kind. */
const asksForWorks = (question: string) =>
  /推荐|[找来]几/.test(question) || (/哪些|有没有|几个|找/.test(question) && NOUNS.some((noun) => question.includes(noun)));

interface Sought {
  is: AboutWord['is'] | 'form';
  heldBy(text: string): boolean;
  /** What fewer sources hold says more; 0: none does. */
  weight: number;
}

function soughtOf({ about = [], question, sources }: AnswerWish): Sought[] {
  const texts = sources.map((source) => [source.title, source.text, ...linesOf(source)].map((text) => text.toLowerCase()));
  const holds = (words: readonly string[]) => (text: string) => words.some((word) => text.toLowerCase().includes(word));
  // of a compound that no line says its parts are looked for
  const wordsOf = ({ words, parts }: AboutWord) => {
    const held = parts.filter((part) => texts.some(([title = '', text = '']) => title.includes(part) || text.includes(part)));
    return held.length === 0 || texts.some(([, , ...lines]) => lines.some(holds(words))) ? [words] : held.map((part) => [part]);
  };
  const named = about.flatMap((one) =>
    wordsOf(one).flatMap((words) => (ASKING.test(words[0] ?? '') ? [] : [{ is: one.is, heldBy: holds(words) }])),
  );
  const formed = FORMS.filter(({ asks }) => asks.test(question)).map(({ is, holds: form }) => ({ is, heldBy: form.test.bind(form) }));
  return [...named, ...formed].map((one) => {
    const held = texts.filter((of) => of.some(one.heldBy)).length;
    return { ...one, weight: held === 0 ? 0 : 1 - held / (sources.length + 1) };
  });
}

const CLOCK = /^(?:\S{1,4} )?\d{1,2}:\d\d$/;
const HEADING = /^[^\s\d，。：；、,.:|·]{2,10}$/;
/** Characters of a cell of a table that says enough alone. */
const CELL_LEAST = 8;

const linesOf = ({ text, title, told = text.length }: Source): string[] => [
  ...new Set([...sentencesOf(text.slice(0, told), title, 1), ...sentencesOf(text.slice(told), title, CELL_LEAST)]),
];

/** Each with the time and the heading that stand directly before it. */
function sentencesOf(text: string, title: string, least: number): string[] {
  const found: string[] = [];
  let [time, heading] = ['', ''];
  for (const line of [...text.split('\n').map((one) => one.replace(/\s+/g, ' ').trim()), '']) {
    const is_clock = CLOCK.test(line);
    if (is_clock || line === '' || HEADING.test(line)) {
      if (heading.length >= 6) found.push(heading);
      heading = is_clock ? '' : line;
      if (is_clock) time = `${line} `;
      continue;
    }
    for (const sentence of line.split(/[。！？]/).map((one) => one.trim())) {
      // who made it is no passage
      if (sentence.length < 6 || sentence.length > 160 || /\s·\s|\s(出品|设计|编制)$/.test(sentence)) continue;
      if ((sentence.match(/\p{Script=Han}/gu) ?? []).length < least) continue;
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

const END = '需要完整内容时请打开作品，或用工具箱生成大纲、预算和流程。';

function extract(wish: AnswerWish): string {
  const { sources, attempt, question } = wish;
  if (sources.length === 0) return '演示助手只摘录站内公开作品，不会自己编写内容。换一个说法再问，或者去搜索、发布需求，让策划人来回答。';
  const own = sources.filter((source) => source.own);
  const works = sources.filter((source) => !source.own);
  const sought = soughtOf(wish);
  const of = (...which: Sought['is'][]) => sought.filter(({ is }) => which.includes(is));
  const core = of('own');
  const asked = of('own', 'event').length > 0 ? of('own', 'event') : sought;
  const lists = own.length === 0 && asksForWorks(question);
  if (lists && attempt === 0) {
    const is_named = ({ kind }: Source) => NOUNS.some((noun) => question.includes(noun) && kind.endsWith(noun));
    const found = asked.every(({ weight }) => weight > 0)
      ? '从站内公开作品里找到了这些'
      : '没有在站内公开作品里找到完全符合的，下面是同类作品';
    const list = works.toSorted((a, b) => Number(is_named(b)) - Number(is_named(a))).map(listed);
    return `演示助手${found}，以下都是原文摘录，没有另外编写。\n\n${list.join('\n')}\n\n${END}`;
  }
  // what all works hold distinguishes none, unless nothing else is asked or held
  const said = works.some((work) => linesOf(work).some((line) => core.some(({ heldBy }) => heldBy(line))));
  const telling = said ? [...core, ...of('event').filter(({ weight }) => weight > 1.5 / (works.length + 1))] : asked;
  const in_order = of('form').filter(() => core.every(({ heldBy }) => heldBy('流程')));
  const tells = (text: string) => [...telling, ...in_order].some(({ weight, heldBy }) => weight > 0 && heldBy(text));
  // where an event alone is named, what only ranks is asked
  const must = core.length + in_order.length > 0 ? asked : [...asked, ...of('weak')];
  const whole = must.length > 0 && must.every(({ weight }) => weight > 0);
  const before: string[] = [];
  /** Lines that hold what is asked, the most first; then others of a text without pages whose title does. */
  const candidates = (source: Source) => {
    const all =
      source.own || ((source.told ?? source.text.length) >= source.text.length && core.some(({ heldBy }) => heldBy(source.title)));
    return linesOf(source)
      .map((line, at) => ({
        line,
        at,
        score: (tells(line) ? 2 * FOUND : all ? FOUND : 0) + scoreOf(line, sought) + (/\d/.test(line) ? 0.1 : 0),
      }))
      .filter(({ score }) => score >= (attempt === 0 ? FOUND : NEAR))
      .toSorted((a, b) => b.score - a.score || a.at - b.at);
  };
  const isSaid = (line: string) => before.some((one) => one.includes(line) || line.includes(one));
  const quoted = (source: Source) => {
    const lines = candidates(source).filter(({ line }) => !isSaid(line) && before.push(line) > 0);
    const first = lists ? 0 : Math.min(PASSAGES, lines.filter(({ score }) => score >= FOUND).length);
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
  const rated = (list: readonly Source[]) => list.toSorted((a, b) => rank(b) - rank(a));
  const files = rated(own).slice(0, WORKS);
  const parts = [...files.toSorted((a, b) => a.n - b.n), ...(whole ? rated(works) : [])]
    .map((source) => ({ source, lines: quoted(source) }))
    .filter(({ lines }) => lines.length > 0)
    .slice(0, files.length + WORKS);
  const rest = works.filter((work) => !parts.some(({ source }) => source === work)).slice(0, Math.max(0, WORKS - parts.length));
  const where = own.length === 0 ? '站内公开作品' : works.length === 0 ? '您的文件' : '您的文件和站内公开作品';
  const found =
    parts.length > 0
      ? `从${where}里找到了${attempt === 0 ? '这些内容' : '另外一些内容'}`
      : `没有在${where}里找到${attempt === 0 ? '' : '更多'}直接回答这个问题的文字${rest.length > 0 ? '，下面是同类作品' : ''}`;
  const texts = parts.map(({ source, lines }) => [`### ${source.own ? '您的文件' : source.kind}《${source.title}》`, ...lines].join('\n'));
  if (rest.length > 0) texts.push([...(parts.length > 0 ? ['### 同类作品'] : []), ...rest.map(listed)].join('\n'));
  return `演示助手${found}，以下都是原文摘录，没有另外编写。\n\n${texts.join('\n\n')}\n\n${END}`;
}
