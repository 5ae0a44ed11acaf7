import { setTimeout as wait } from 'node:timers/promises';
import type { ToolKey } from '#contract/assistant-tools.ts';
import { LEAST, rankPassages } from './passages.ts';
import { type AnswerPart, type AnswerWish, AssistantError, type AssistantFault, type AssistantPort, CHANGED_INPUT } from './port.ts';
import { readFile } from './sandbox-file.ts';
import { filesCompared } from './sandbox-files-compared.ts';
import type { Source } from './sandbox-lines.ts';
import { OrderFault } from './sandbox-order-words.ts';
import { changedByOrders } from './sandbox-orders.ts';
import { sandboxResult } from './sandbox-results.ts';
import { introduced, ofCards } from './sandbox-shown.ts';

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
/** That only say something of it. */
const [NEAR_PASSAGES, FORMED_PASSAGES] = [3, 2] as const;
/** Of the score of the best line: an answer stands beside it, what is near stands beside it. */
const [NEARLY, NEAREST] = [0.6, 0.72] as const;
/** An answer says nearly as much as the best line; what says more than most answers stands beside them. */
const [OUTRIGHT, BESIDE] = [0.8, 0.95] as const;
/** Goes on without a word of its own. */
const GOES_ON = /还有|继续|详细|具体|展开|更多|别的|补充|多说/;
const CLAUSE_LEAST = 10;

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
  const { parts } = is_nothing && open.length > 0 ? quotedOf({ ...wish, about: open }, works) : { parts: [] };
  if (parts.length > 0) return { text: put('在您的文件里没有找到含有这些字的内容，下面是站内公开作品里的相关内容', parts.map(headed)) };
  return { text: put(found, own.map(headed)), is_nothing };
}

const NONE = '直接回答这个问题的文字';

/** Passages of works that answer, else those that say the most of what is asked; none where no line says enough. */
function quotedOf(wish: AnswerWish, works: readonly Source[]) {
  const { attempt, history, question, about = [] } = wish;
  const { found, core, forms } = rankPassages(wish, works);
  const goes_on =
    core.length === 0 && forms.length === 0 && about.every(({ is }) => is !== 'event') && about.some(({ is }) => is === 'beside');
  const told = goes_on ? (history.at(-1)?.answer ?? '') : '';
  const asks = core.length > 0 || forms.length > 0 || !goes_on || GOES_ON.test(question);
  const lines = (works.some(({ passages }) => passages) ? works.map((work) => ({ work, passages: work.passages ?? [] })) : found)
    .flatMap(({ work, passages }) => passages.map((passage) => ({ ...passage, source: work })))
    .filter(({ text }) => !told.includes(text))
    .toSorted((a, b) => b.score - a.score);
  const best = lines[0]?.score ?? 0;
  const answers = lines.filter(({ is_outright }) => is_outright);
  // what a work says of itself stands above lines that answer
  const telling_best = lines.find(({ is_summary }) => !is_summary)?.score ?? 0;
  const is_found = asks && !told.includes(NONE) && answers.some(({ score }) => score >= OUTRIGHT * telling_best);
  const telling = is_found
    ? lines.filter(({ is_outright, is_summary, score }) => is_outright || (forms.length === 0 && !is_summary && score >= BESIDE * best))
    : lines;
  const least = is_found ? NEARLY * (telling[0]?.score ?? 0) : Math.max(LEAST, NEAREST * best);
  const said: Array<{ text: string; by: Source }> = [];
  /** The same in other words of the same hand is said once. */
  const isSaid = (line: string, source: Source) =>
    said.some(
      ({ text, by }) =>
        text.includes(line) || line.includes(text) || (by !== source && clausesOf(line).some((part) => text.includes(part))),
    );
  type Quoted = (typeof lines)[number];
  const once = (some: readonly Quoted[]) => some.filter(({ text, source }) => !isSaid(text, source) && said.push({ text, by: source }) > 0);
  const grouped = (some: readonly Quoted[], most: number) =>
    [...new Set(some.map(({ source }) => source))].slice(0, WORKS).map((source) => ({
      source,
      lines: some.filter((one) => one.source === source).slice(0, most),
    }));
  const each = is_found ? PASSAGES : forms.length > 0 ? FORMED_PASSAGES : NEAR_PASSAGES;
  const firsts = grouped(once(asks ? telling.filter(({ score }) => score >= least) : []), each);
  // asked again it goes on with what is left
  const before = new Set(firsts.flatMap((one) => one.lines));
  const rest = once(lines.filter((one) => !before.has(one)));
  const from = (attempt - 1) * PASSAGES;
  const chosen =
    attempt === 0 ? firsts : grouped(rest, attempt * PASSAGES).map((one) => ({ ...one, lines: one.lines.slice(from, from + PASSAGES) }));
  const parts = chosen
    .filter((part) => part.lines.length > 0)
    .map(({ source, lines: some }) => {
      const in_place = some.toSorted((a, b) => a.at - b.at).map(({ text }) => text);
      return { source, texts: in_place, lines: in_place.map((text) => `- ${text} [${source.n}]`) };
    });
  const shown = parts.flatMap(({ texts }) => texts);
  const rated = [...new Set([...found.map(({ work }) => work), ...works])];
  const unsaid = rated.filter(({ title }) => !told.includes(`《${title}》`));
  return {
    parts,
    rated: goes_on ? unsaid : rated,
    goes_on,
    whole: is_found && parts.length > 0,
    near: core.filter(({ heldBy }) => shown.some(heldBy)).map(({ word }) => word),
  };
}

const clausesOf = (line: string): string[] => line.split(/[，；]/).filter((part) => part.length >= CLAUSE_LEAST);

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
        `从站内公开作品里找到了${again ? '另外一些' : ''}${near.length > 0 ? `提到“${near.join('、')}”` : '可能有关'}的文字，不一定直接答到您的问题，这一句不计次数`,
        texts,
      ),
      is_nothing: true,
    };
  if (texts.length === 0) return { text: `演示助手${none}。${NO_WORKS}`, is_nothing: true };
  return { text: put(none + (!wish.shown && rest.length > 0 ? '，下面是相近的作品' : ''), texts), is_nothing: true };
}
