import { setTimeout as wait } from 'node:timers/promises';
import { type AnswerPart, type AnswerWish, AssistantError, type AssistantFault, type AssistantPort } from './port.ts';
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
const PASSAGES = 3;

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

/** Of a question: each is looked for in every sentence. */
const PAIRS_MOST = 60;

const pairsOf = (text: string): string[] => {
  const pairs = [...text].map((_sign, at) => text.slice(at, at + 2)).filter((pair) => /^\p{Script=Han}{2}$/u.test(pair));
  return [...new Set(pairs)].slice(0, PAIRS_MOST);
};

/** Asking itself is no word of a question. */
const ASKING = /怎么|什么|哪些|如何|可以|多少|需要|参考|一个|一下|给我|我们|有没有|时候|现场|写/g;

type Source = AnswerWish['sources'][number];

/** What a question looks for, each with its weight: what fewer sources hold says more. */
type Sought = ReadonlyArray<{ words: string; weight: number }>;

function soughtOf({ question, sought, sources }: AnswerWish): { asked: Sought; all: Sought; signs: Sought } {
  const rare = (words: string) => {
    const held = sources.filter(({ title, text }) => title.includes(words) || text.includes(words)).length;
    return held === 0 ? 0 : 1 - held / (sources.length + 1);
  };
  const words_asked = question.replace(ASKING, ' ');
  const asked = pairsOf(words_asked).map((words) => ({ words, weight: 2 * rare(words) }));
  const signs = [...new Set(words_asked.match(/\p{Script=Han}/gu))].slice(0, PAIRS_MOST).map((words) => ({ words, weight: rare(words) }));
  return {
    ...{ asked, all: [...asked, ...pairsOf(sought.replace(ASKING, ' ')).map((words) => ({ words, weight: rare(words) }))] },
    signs: signs.filter(({ weight }) => weight > 0.25),
  };
}

const scoreOf = (text: string, sought: Sought) => sought.reduce((sum, { words, weight }) => sum + (text.includes(words) ? weight : 0), 0);

/** Sentences that hold the most of what is sought, in the order of the work; `attempt`: those behind them. Of a reader's own file also such as hold none. */
function passagesOf({ text, title, own }: Source, sought: Sought, attempt: number): { lines: string[]; score: number } {
  const sentences = text
    .split(/[。！？\n]/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    // headings and who made it are no passages
    .filter((line) => line.length >= 6 && line.length <= 160 && !title.includes(line) && !/\s(出品|设计|编制)$/.test(line));
  const chosen = [...new Set(sentences)]
    .map((sentence, at) => ({ at, sentence, score: scoreOf(sentence, sought) }))
    .filter(({ score }) => own || score > 0)
    .toSorted((a, b) => b.score - a.score || a.at - b.at)
    .slice(attempt * PASSAGES, (attempt + 1) * PASSAGES);
  return { lines: chosen.toSorted((a, b) => a.at - b.at).map(({ sentence }) => sentence), score: chosen[0]?.score ?? 0 };
}

/** Passages of files that hold the most of the question, in their order. */
function bestOf(own: AnswerWish['sources'], { question }: AnswerWish): AnswerWish['sources'] {
  const pairs = pairsOf(question);
  const score = ({ text }: AnswerWish['sources'][number]) => pairs.filter((pair) => text.includes(pair)).length;
  return own
    .toSorted((a, b) => score(b) - score(a))
    .slice(0, PASSAGES)
    .toSorted((a, b) => a.n - b.n);
}

function extract(wish: AnswerWish): string {
  const { sources, attempt } = wish;
  if (sources.length === 0) return '演示助手只摘录站内公开作品，不会自己编写内容。换一个说法再问，或者去搜索、发布需求，让策划人来回答。';
  const own = sources.filter((source) => source.own);
  const works = sources.filter((source) => !source.own);
  const { asked, all, signs } = soughtOf(wish);
  const read = (source: Source) => {
    const whole = passagesOf(source, all, attempt);
    // 下雨 is answered by what stands below 雨天 in a title
    const of_title = signs.filter(({ words }) => source.title.includes(words));
    const is_about = whole.lines.length === 0 && of_title.length > 0;
    return { source, ...(is_about ? passagesOf({ ...source, own: true }, of_title, attempt) : whole) };
  };
  const best = works
    .map(read)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, PASSAGES);
  const rarest = Math.max(0, ...asked.map(({ weight }) => weight));
  let answers = false;
  const parts = [...bestOf(own, wish).map(read), ...best].map(({ source: { n, own: is_own, kind, title }, lines }) => {
    answers ||= is_own || lines.some((line) => asked.some(({ words, weight }) => weight > 0 && weight === rarest && line.includes(words)));
    const quoted = lines.length > 0 ? lines.map((line) => `- ${line} [${n}]`) : [`- 可以打开作品查看 [${n}]`];
    return `### ${is_own ? '您的文件' : kind}《${title}》\n${quoted.join('\n')}`;
  });
  const other = attempt === 0 ? '这些内容' : '另外一些内容';
  const where = own.length === 0 ? '站内公开作品' : works.length === 0 ? '您的文件' : '您的文件和站内公开作品';
  const found = answers ? `从${where}里找到了${other}` : '没有在公开作品里找到直接回答这个问题的文字，下面是同类作品';
  return `演示助手${found}，以下都是原文摘录，没有另外编写。\n\n${parts.join('\n\n')}\n\n需要完整内容时请打开作品，或用工具箱生成大纲、预算和流程。`;
}
