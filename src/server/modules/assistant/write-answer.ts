import type { AnswerState } from '#contract/assistant.ts';
import { resultText } from '#contract/assistant-text.ts';
import { findTool, type ToolKey } from '#contract/assistant-tools.ts';
import { type Ctx, inTransaction } from '../../app/ctx.ts';
import { rowByRow } from '../../app/timed-job.ts';
import { wakeStreams } from '../../db/notifications.ts';
import { AssistantError, type AssistantFault, CHANGED_INPUT } from '../../providers/assistant/port.ts';
import { openReview } from '../review/index.ts';
import { isOfEvent } from '../search/index.ts';
import { getSetting } from '../settings/index.ts';
import { release, settle } from '../wallet/index.ts';
import { ASSISTANT_REVIEW, checkWords, reservationOf } from './ask-assistant.ts';
import { fileSources } from './files.ts';
import { findSources } from './find-sources.ts';
import { finishResult } from './finish-result.ts';
import { orderedTools } from './offered-tools.ts';
import { type AnswerRow, beatAnswer, beginAnswer, countSame, endAnswer, findAnswer, findBranch, findDead, lockAnswer } from './repo.ts';
import {
  cleanText,
  createSentences,
  deliveredTokens,
  politeLine,
  type Remembered,
  readJson,
  rememberedTurns,
  renumbered,
  settledCoins,
  tokensOf,
} from './rules.ts';
import { coinsPerThousand, historyTokens, modelPrices } from './settings.ts';
import { topicOf } from './show-answers.ts';
import { HELP_KIND, type Help, helpFor } from './site-help.ts';
import type { AnswerFlag } from './tables.ts';
import { findShown, worksNamed } from './works-shown.ts';

/** 可以退吗 behind 酒店定金 is asked of the hotel, 怎么退款 and 会员可以退吗 of the site. */
const OF_EITHER = /(?:可以|能|让)退(?!款|费)|退[吗不么]|联系(?:方式|电话)|收费/;
const OF_SITE = /会员|下载|订单|发票|积分|余额|作品|网站|平台|你们|账号|客服|猫币/;
const goesOnWithEvent = (before: readonly AnswerRow[], question: string): boolean =>
  before.some(({ sources }) => sources.some(({ kind }) => kind !== HELP_KIND)) && OF_EITHER.test(question) && !OF_SITE.test(question);

/** What was written is stored this often at the most, and asked for a stop this often at the least. */
const FLUSH_MS = 250;
/** No answer takes longer; below the time after which its job would run again. */
const LIFE_MS = 150_000;
const JSON_MOST = 60_000;
/** Silent for so long, its process is gone; waiting for so long, no worker is running. */
const DEAD_MS = 60_000;
const NEVER_BEGUN_MS = 10 * 60_000;
const DEAD_BATCH = 100;

/** In place of an answer that would stand on nothing: the model is not asked, so nothing is invented or counted. */
const NOTHING_FOUND_TEXT =
  '站内没有找到合适的公开作品可以引用，所以没有写回答，不计次数也不扣猫币。换个说法，说出活动类型，或者去搜索和发布需求；网站怎么使用，请看帮助中心或联系客服。';
const NOTHING_OWN_TEXT =
  '企业已发布的作品里没有找到相关内容，所以没有写回答，不计次数也不扣猫币。换个说法，或取消勾选“只根据企业已发布的作品”后再问。';
const beyondText = (count: number) => `上面的回答里只有 ${count} 份作品，请换一个序号，或直接说出作品的名字。这一句不计次数。`;
const FAULT_TEXTS: Readonly<Record<AssistantFault, string>> = {
  busy: '现在使用的人太多，没有扣费，请稍后再试。',
  refused: '模型没有回答这个问题，没有扣费，请换一个说法。',
  broken: '生成中断，没有扣费，请再试一次。',
  slow: '模型太久没有回应，没有扣费，请再试一次。',
  away: '助手暂时连接不上，没有扣费，请稍后再试。',
};
const CUT_TEXT = '网站重启，生成中断，没有扣费，请再试一次。';
const LONG_TEXT = '到了一次回答的长度上限，没有写完。';
const HIT_TEXT = '回答中有不适合显示的内容，已停止，没有扣费。';

/** Why a running answer ends before its last word. */
class Halt extends Error {
  readonly state: AnswerState;
  readonly flag: AnswerFlag | null;

  constructor(state: 'stopped' | 'cut' | 'refused', flag: AnswerFlag | null = null) {
    super(state);
    this.state = state;
    this.flag = flag;
  }
}

/** Somebody else ended it meanwhile. */
class Gone extends Error {}

interface Written {
  text: string;
  /** It ended at its bound. */
  short: boolean;
  usage: { prompt_tokens: number; output_tokens: number } | null;
  /** A fixed line in place of an answer, or one that found nothing: it costs nothing. */
  fixed: boolean;
  result: AnswerRow['result'];
}

/**
 * Writes an answer that waits. One that runs already belonged to a process that died: it is marked as cut and costs nothing. Aborting
 * `stopping` (the process stops) does the same.
 */
export async function writeAnswer(ctx: Ctx, id: number, stopping: AbortSignal): Promise<void> {
  const row = await beginAnswer(ctx.db, id, ctx.app.providers.assistant.model, ctx.app.clock.now());
  if (!row) {
    await endAs(ctx, id, { state: 'cut', reason: CUT_TEXT, written: null, flag: null });
    return;
  }
  const halt = new AbortController();
  const onStop = () => halt.abort(new Halt('cut'));
  if (stopping.aborted) onStop();
  stopping.addEventListener('abort', onStop, { once: true });
  const life = setTimeout(() => halt.abort(new AssistantError('slow', 'the answer took too long')), LIFE_MS);
  const written: Written = { text: row.text, short: false, usage: null, fixed: false, result: null };
  let looking = false;
  const look = setInterval(() => {
    if (looking) return;
    looking = true;
    beat(ctx, id, {}, halt)
      .catch((error: unknown) => ctx.log.warn({ err: error, answer: id }, 'a running answer was not kept'))
      .finally(() => {
        looking = false;
      });
  }, FLUSH_MS);
  try {
    await write(ctx, row, written, halt);
    await endAs(ctx, id, { state: 'done', reason: written.short ? LONG_TEXT : '', written, flag: null });
  } catch (error) {
    await endBy(ctx, id, error, written);
  } finally {
    clearInterval(look);
    clearTimeout(life);
    stopping.removeEventListener('abort', onStop);
  }
}

async function endBy(ctx: Ctx, id: number, error: unknown, written: Written): Promise<void> {
  if (error instanceof Gone) return;
  if (error instanceof Halt) {
    const reason = error.state === 'cut' ? CUT_TEXT : error.state === 'refused' ? HIT_TEXT : '';
    return endAs(ctx, id, { state: error.state, reason, written, flag: error.flag });
  }
  const fault = error instanceof AssistantError ? error.fault : 'broken';
  ctx.log.warn({ err: error, answer: id }, 'the assistant did not answer');
  return endAs(ctx, id, { state: 'failed', reason: FAULT_TEXTS[fault], written, flag: null });
}

/** Says that the job lives, and learns whether it shall stop. */
async function beat(ctx: Ctx, id: number, change: Parameters<typeof beatAnswer>[2], halt: AbortController): Promise<void> {
  const tell = Object.keys(change).length > 0;
  const now = ctx.app.clock.now();
  const alive = tell
    ? await inTransaction(ctx, async (tx) => {
        const kept = await beatAnswer(tx.db, id, change, now);
        if (kept) await wakeStreams(tx.db, [topicOf(id)]);
        return kept;
      })
    : await beatAnswer(ctx.db, id, {}, now);
  if (!alive) halt.abort(new Gone());
  else if (alive.stop_asked) halt.abort(new Halt('stopped'));
}

async function write(ctx: Ctx, row: AnswerRow, written: Written, halt: AbortController): Promise<void> {
  const tool = row.tool as ToolKey | '';
  const polite = tool === '' && row.begun === 0 ? politeLine(row.question) : null;
  if (polite !== null) return void Object.assign(written, { text: polite, fixed: true });
  const before = await beforeOf(ctx, row);
  // what was looked for alone began a subject
  const from = before.findLastIndex(({ looked, sought: behind }) => looked && behind === '');
  const since = before.slice(Math.max(0, from));
  // what a file is about is the subject of a question that names none
  const heads = [...since, row].flatMap(({ files }) => files.map(({ head }) => head));
  const earlier = [...since, row].flatMap((one) => [...one.files.map(({ head }) => head), ...(one === row ? [] : [one.question])]);
  const own = await fileSources(ctx, [...before, row], row.question);
  const { company_id } = row;
  const is_bare = tool === '' && own.shown.length === 0;
  const last = before.at(-1);
  const of_help = last?.sources.some(({ kind }) => kind === HELP_KIND) ? { last: last.question } : {};
  const help = is_bare
    ? await helpFor(row.question, {
        names_event: goesOnWithEvent(before, row.question) || (await isOfEvent(ctx, row.question)),
        ...of_help,
      })
    : null;
  if (help !== null) return void (await sayHelp(ctx, row, written, help, halt));
  const of_shown = is_bare ? await findShown(ctx, { question: row.question, before, company_id }) : null;
  const named = before.slice(-1).flatMap(worksNamed);
  const none = { shown: [], given: [], sought: '', from: '', about: [], lists: false };
  const works =
    CHANGED_INPUT in row.input || of_shown !== null
      ? { ...none, ...of_shown }
      : await findSources(ctx, { tool, question: row.question, input: row.input, earlier, shown: named, company_id });
  const { about, lists } = works;
  const by_file = heads.some((head) => head !== '' && head === works.from);
  const sought = by_file ? '' : works.sought;
  const behind = <S extends { n: number }>(source: S): S => ({ ...source, n: source.n + own.shown.length });
  const found = [...own.shown, ...works.shown.map(behind)];
  const { shown, given } = renumbered(row.sources, found, [...own.given, ...works.given.map(behind)]);
  const nothing = tool === '' && shown.length === 0;
  const beyond = of_shown?.beyond ?? null;
  const why = beyond !== null ? beyondText(beyond) : company_id === null ? NOTHING_FOUND_TEXT : NOTHING_OWN_TEXT;
  if (nothing) Object.assign(written, { text: why, fixed: true });
  const looked = row.begun === 0 && !(CHANGED_INPUT in row.input) && of_shown === null;
  await beat(ctx, row.id, { sources: shown, sought, looked, text: written.text }, halt);
  if (nothing) return;
  // what was said on works of others is no work of the company
  const known = ({ company_id }: AnswerRow) => row.company_id === null || company_id === row.company_id;
  const parts = ctx.app.providers.assistant.answer(
    {
      ...{ tool, question: row.question, input: row.input, sought, about, lists, sources: given, max_tokens: row.max_tokens },
      ordered: tool === '' ? orderedTools(row.question).map((key) => findTool(key)?.title ?? '') : [],
      history: rememberedTurns(before.filter(known).flatMap(turnSaid), await getSetting(ctx, historyTokens)),
      ...(of_shown && { shown: { asks: of_shown.asks, most: of_shown.most } }),
      attempt: await countSame(ctx.db, row),
      begun: row.text,
      instructions: row.instructions,
    },
    halt.signal,
  );
  if (tool === '') await writeWords(ctx, row, written, parts, halt);
  else await writeResult(ctx, row, tool, written, parts, halt);
  halt.signal.throwIfAborted();
}

/** What the help centre says of a question about the site itself; it costs nothing. */
async function sayHelp(ctx: Ctx, row: AnswerRow, written: Written, help: Help, halt: AbortController): Promise<void> {
  Object.assign(written, { text: help.text, fixed: true });
  await beat(ctx, row.id, { sources: help.sources, text: help.text }, halt);
}

type Parts = ReturnType<Ctx['app']['providers']['assistant']['answer']>;

/** Sentence by sentence: each is cleaned and checked before anybody sees it. */
async function writeWords(ctx: Ctx, row: AnswerRow, written: Written, parts: Parts, halt: AbortController): Promise<void> {
  const sentences = createSentences();
  let stored_at = 0;
  const take = async (sentence: string) => {
    const clean = cleanText(sentence);
    const flag = await checkWords(ctx, 'answer', clean);
    if (flag) throw new Halt('refused', flag);
    written.text += clean;
  };
  for await (const part of parts) {
    halt.signal.throwIfAborted();
    if (part.is === 'usage') written.usage = part;
    if (part.is === 'bound') written.short = true;
    if (part.is === 'nothing') written.fixed = true;
    if (part.is !== 'text') continue;
    const before = written.text.length;
    for (const sentence of sentences.push(part.text)) await take(sentence);
    // what was reserved pays for no more
    written.short ||= tokensOf(written.text.slice(row.begun)) > row.max_tokens * 1.5;
    if (written.short) break;
    if (written.text.length > before && performance.now() - stored_at >= FLUSH_MS) {
      stored_at = performance.now();
      await beat(ctx, row.id, { text: written.text }, halt);
    }
  }
  await take(sentences.rest());
  if (written.text.trim() === '') throw new AssistantError('broken', 'the answer is empty');
}

/** A tool's JSON, read when it is whole. */
async function writeResult(ctx: Ctx, row: AnswerRow, tool: ToolKey, written: Written, parts: Parts, halt: AbortController): Promise<void> {
  let json = '';
  for await (const part of parts) {
    halt.signal.throwIfAborted();
    if (part.is === 'usage') written.usage = part;
    else if (part.is === 'text') json += part.text;
    if (json.length > JSON_MOST) throw new AssistantError('broken', 'the result is too long');
  }
  const result = finishResult(tool, row.input, readJson(json));
  if (!result) throw new AssistantError('broken', 'the result has another form');
  const text = resultText(result);
  const flag = await checkWords(ctx, 'answer', text);
  if (flag) throw new Halt('refused', flag);
  written.result = result;
  written.text = text;
}

/** Turns before it in its branch, oldest first; what may not be said is none. */
async function beforeOf(ctx: Ctx, { parent_id }: AnswerRow): Promise<AnswerRow[]> {
  if (parent_id === null) return [];
  return (await findBranch(ctx.db, parent_id)).filter(({ state, removed }) => state !== 'refused' && !removed);
}

/** What an answer that failed was asked is known to the search alone. */
function turnSaid({ question, text, edited, state }: AnswerRow): Remembered[] {
  const answer = edited ?? text;
  return (state === 'done' || state === 'stopped') && answer !== '' ? [{ question, answer }] : [];
}

/** Ends it once: words, tokens and money in one transaction. */
async function endAs(
  ctx: Ctx,
  id: number,
  { state, reason, written, flag }: { state: AnswerState; reason: string; written: Written | null; flag: AnswerFlag | null },
): Promise<void> {
  const per_thousand = await getSetting(ctx, coinsPerThousand);
  const prices = await getSetting(ctx, modelPrices);
  await inTransaction(ctx, async (tx) => {
    const row = await lockAnswer(tx.db, id);
    if (!row || (row.state !== 'waiting' && row.state !== 'running')) return;
    const delivered = written === null || written.fixed ? '' : written.text.slice(row.begun);
    const counted = written?.usage?.output_tokens ?? null;
    const output_tokens = delivered === '' ? 0 : deliveredTokens(counted, delivered);
    const prompt_tokens = written?.usage?.prompt_tokens ?? 0;
    const coins = settledCoins({ state, output_tokens, per_thousand, coins_max: row.coins_max });
    let taken = 0;
    if (row.coins_max > 0) {
      const ended = coins > 0 ? await settle(tx, reservationOf(row), coins) : await release(tx, reservationOf(row));
      // one that ended by time gave everything back
      taken = ended.settled ?? 0;
    }
    await endAnswer(tx.db, id, {
      ...{ state, reason, output_tokens, prompt_tokens, coins: taken, ended_at: tx.app.clock.now() },
      // the server takes its part of what it counted, also of what came to nothing
      cost_microfen: prompt_tokens * prices.input_fen + Math.max(counted ?? 0, output_tokens) * prices.output_fen,
      ...(written ? { text: written.text, result: written.result } : {}),
      ...(flag ? { flags: [...row.flags, flag] } : {}),
    });
    if (flag) await openReview(tx, { type: ASSISTANT_REVIEW, target_id: id });
    await wakeStreams(tx.db, [topicOf(id)]);
  });
}

/** Ends one that waits or runs as stopped, where its job does not: it never began. */
export async function endUnbegun(ctx: Ctx, id: number): Promise<void> {
  const row = await findAnswer(ctx.db, id);
  if (row?.state === 'waiting') await endAs(ctx, id, { state: 'stopped', reason: '', written: null, flag: null });
}

/** Marks answers as cut whose process is gone. @returns how many */
export async function endDead(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now().getTime();
  const dead = await findDead(ctx.db, { silent_since: new Date(now - DEAD_MS), waiting_since: new Date(now - NEVER_BEGUN_MS) }, DEAD_BATCH);
  const end = (id: number) => endAs(ctx, id, { state: 'cut', reason: CUT_TEXT, written: null, flag: null });
  return rowByRow(ctx, dead, 'an answer was not marked as cut', end);
}
