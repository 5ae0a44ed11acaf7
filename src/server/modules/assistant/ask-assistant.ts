import AhoCorasick from 'modern-ahocorasick';
import {
  type AssistantAsk,
  type AssistantInstructions,
  type AssistantStanding,
  type AssistantTurn,
  BESIDE_MOST,
  CONVERSATION_TITLE_MAX,
  QUESTION_MAX,
  TURNS_MOST,
} from '#contract/assistant.ts';
import type { ToolResult } from '#contract/assistant-results.ts';
import { INSTRUCTIONS_MAX } from '#contract/assistant-text.ts';
import { checkToolInput, findTool, type ToolInput, toolLine } from '#contract/assistant-tools.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { AppError, conflict, forbidden, invalid, notFound, otherWish, tooOften } from '../../kernel/errors.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { CHANGED_INPUT } from '../../providers/assistant/port.ts';
import { actsFor, employersOf } from '../employees/index.ts';
import { activeVips, takeMembership } from '../membership/index.ts';
import { openReview } from '../review/index.ts';
import { getSetting } from '../settings/index.ts';
import { enterpriseNames, isEnterprise } from '../verification/index.ts';
import { balances, reserve } from '../wallet/index.ts';
import { askedFiles } from './files.ts';
import {
  type AnswerRow,
  countFree,
  countPlaces,
  findAfter,
  findAnswer,
  findByKey,
  findConversation,
  findInstructions,
  findNewest,
  findOwnAnswer,
  findRunning,
  insertAnswer,
  insertConversation,
  lockReader,
  touchConversation,
  writeInstructions,
} from './repo.ts';
import { coinsFor, isUnfinished } from './rules.ts';
import { coinsPerThousand, freeDaily, maxTokens, memberDaily, togetherMost, wordList } from './settings.ts';
import { turnOf } from './show-answers.ts';
import type { AnswerFlag } from './tables.ts';

/** Full-width, upper case and spaces between characters hide no word. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200b·.*_-]+/g, '');

interface Matcher {
  words: readonly string[];
  find(text: string): string[];
}

let known: Matcher | null = null;

/** Compiled once for each list; an operator's change is seen with the setting. */
function matcherOf(words: readonly string[]): Matcher {
  if (known && known.words.length === words.length && known.words.every((word, at) => word === words[at])) return known;
  const patterns = [...new Set(words.map(folded))].filter((word) => word !== '');
  const automaton = patterns.length === 0 ? null : new AhoCorasick(patterns);
  known = { words, find: (text) => [...new Set(automaton?.search(folded(text)).map(({ pattern }) => pattern) ?? [])] };
  return known;
}

/**
 * What of a text may not be said: by our list, then by the outside check. A check that does not answer lets pass what the list let pass,
 * and is logged. Null: nothing.
 */
export async function checkWords(ctx: Ctx, where: AnswerFlag['where'], text: string): Promise<AnswerFlag | null> {
  if (text.trim() === '') return null;
  const words = matcherOf(await getSetting(ctx, wordList)).find(text);
  if (words.length > 0) return { where, by: 'list', words };
  const { text_check } = ctx.app.providers;
  try {
    const { labels } = await text_check.check(text);
    return labels.length > 0 ? { where, by: text_check.name, words: [...labels] } : null;
  } catch (error) {
    ctx.log.warn({ err: error }, 'the text check did not answer');
    return null;
  }
}

export const ANSWER_JOB = 'assistant.answer';
/** `reviewables.type` of answers. */
export const ASSISTANT_REVIEW = 'assistant';
const COMPANIES_MOST = 5;
/** Longer than any answer takes; what is unsettled by then is released automatically. */
const RESERVED_MS = 15 * 60_000;

const REFUSED_TEXT = '这个问题不能回答，请换一个说法。';

interface Asked {
  tool: AssistantAsk['tool'];
  question: string;
  input: ToolInput;
}

/** @throws AppError code 1 with the fields */
function askedOf({ tool, question, input }: AssistantAsk, beside: AnswerRow | null): Asked {
  if (tool === '') {
    const text = plainText(question) || (beside?.question ?? '');
    if (text === '') throw invalid({ question: '请输入问题' });
    if (text.length > QUESTION_MAX) throw invalid({ question: `一个问题最多 ${QUESTION_MAX} 字` });
    return { tool, question: text, input: {} };
  }
  const facts = findTool(tool);
  if (!facts) throw new AppError('没有这个工具');
  const plain = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, plainText(value)]));
  const checked = checkToolInput(facts, plain);
  if (Object.keys(checked.faults).length > 0) throw invalid(checked.faults);
  return { tool, question: toolLine(facts, checked.input), input: checked.input };
}

async function limitOf(ctx: Ctx, user_id: number): Promise<number> {
  const member = (await activeVips(ctx, user_id)).size > 0;
  return getSetting(ctx, member ? memberDaily : freeDaily);
}

const priceMax = async (ctx: Ctx): Promise<number> => coinsFor(await getSetting(ctx, maxTokens), await getSetting(ctx, coinsPerThousand));

/** Companies of whose works alone the reader may ask: whose works they publish, and their own. */
async function companiesOf(ctx: Ctx): Promise<AssistantStanding['companies']> {
  const user_id = requireUser(ctx);
  const all = [user_id, ...(await employersOf(ctx.db, user_id, COMPANIES_MOST))];
  const may: number[] = [];
  for (const id of all) if (id === user_id ? await isEnterprise(ctx, id) : await actsFor(ctx.db, user_id, id, 'publish')) may.push(id);
  const nameOf = await enterpriseNames(ctx, may);
  return may.map((id) => ({ id, name: nameOf(id) }));
}

/** Null: no model answers here, so nothing would follow them. */
export async function instructionsOf(ctx: Ctx, user_id: number): Promise<AssistantInstructions | null> {
  if (ctx.app.providers.assistant.name === 'sandbox') return null;
  const [row] = await findInstructions(ctx.db, user_id);
  return { text: row?.text ?? '', active: row?.active ? 1 : 0 };
}

/**
 * What the reader wants of every answer; `active` false: it stands, and goes with no question. Empty: it is removed.
 * @throws AppError 409 without a model; code 1 for what is too long or hits the word list
 */
export async function saveInstructions(ctx: Ctx, wish: { text: string; active: boolean }): Promise<AssistantInstructions> {
  const user_id = requireUser(ctx);
  if (!(await instructionsOf(ctx, user_id))) throw conflict('这里没有接入模型，回答要求不起作用');
  const text = plainText(wish.text);
  if (text.length > INSTRUCTIONS_MAX) throw invalid({ text: `最多 ${INSTRUCTIONS_MAX} 字` });
  if (await checkWords(ctx, 'question', text)) throw invalid({ text: '里面有不能使用的内容，请换一个说法' });
  const row = { user_id, text, active: text !== '' && wish.active, updated_at: ctx.app.clock.now() };
  await writeInstructions(ctx.db, row);
  return { text, active: row.active ? 1 : 0 };
}

/** Free answers left today, coins, what runs, and what goes with each question. */
export async function assistantStanding(ctx: Ctx): Promise<AssistantStanding> {
  const user_id = requireUser(ctx);
  const free_limit = await limitOf(ctx, user_id);
  const used = await countFree(ctx.db, user_id, shanghaiDay(ctx.app.clock.now()));
  return {
    ...{ free_left: Math.max(0, free_limit - used), free_limit },
    coins: (await balances(ctx, user_id)).coin,
    price_max: await priceMax(ctx),
    companies: await companiesOf(ctx),
    sandbox: ctx.app.providers.assistant.name === 'sandbox' ? 1 : 0,
    running: await findRunning(ctx.db, user_id),
    instructions: await instructionsOf(ctx, user_id),
  };
}

/**
 * Starts an answer, which a job writes; the same key is the same answer. Free ones of the day first, then coins: the maximum is reserved, the real
 * cost settled. Questions that hit the word list are refused at no cost and reported to staff. It stands after the answer `after`, or `beside` another:
 * what the model remembers is the branch before it.
 * @throws AppError code 1 for wrong fields; 404 for another's conversation or answer; 409 for a place in another conversation, and once there
 * are too many at a place or in the conversation, or for an answer that does not go on, or for a key of another question; 429 while too many run; code 3 when the day's free ones are used and `pay` is not said; code 8
 * 猫币余额不足
 */
export async function askAssistant(ctx: Ctx, wish: AssistantAsk): Promise<AssistantTurn> {
  const user_id = requireUser(ctx);
  const before = await findByKey(ctx.db, user_id, wish.key);
  const ask = wish.continues === undefined ? wish : { ...wish, question: '', files: [], beside: wish.continues };
  if (before) {
    if (before.tool !== ask.tool || askedOf(ask, before).question !== before.question) throw otherWish();
    return turnOf(ctx, before);
  }
  const beside = ask.beside === 0 ? null : await placeOf(ctx, user_id, ask, ask.beside);
  if (ask.files.length > 0 && ask.tool !== '') throw new AppError('工具不读文件，请在助手里提问');
  const company_id = (ask.continues === undefined ? ask.company_id : beside?.company_id) ?? 0;
  if (company_id > 0 && !(await companiesOf(ctx)).some(({ id }) => id === company_id)) throw forbidden('没有用这家企业的作品提问的权限');
  const files = ask.files.length > 0 ? ask.files : (beside?.files ?? []).map(({ id }) => id);
  return start(ctx, user_id, { ...ask, files, company_id }, askedOf(ask, beside));
}

/**
 * Asks for a changed result: what a tool's result is now, and one sentence about what shall become of it. Costs, bounds and conversation are those of
 * an answer of the tool. @throws AppError as `askAssistant`; 409 without a model for an order that is none of those it understands
 */
export async function askChange(
  ctx: Ctx,
  { sentence, now, ...ask }: Pick<AssistantAsk, 'key' | 'conversation_id' | 'pay'> & { sentence: string; now: ToolResult },
): Promise<AssistantTurn> {
  const user_id = requireUser(ctx);
  const before = await findByKey(ctx.db, user_id, ask.key);
  if (before && before.question !== sentence) throw otherWish();
  if (before) return turnOf(ctx, before);
  const input: ToolInput = { [CHANGED_INPUT]: JSON.stringify(now), ...(now.tool === 'rundown' ? { start: now.rows[0]?.start ?? '' } : {}) };
  const fault = ctx.app.providers.assistant.orderFault?.(now.tool, JSON.stringify(now), sentence) ?? null;
  if (fault !== null) throw conflict(fault);
  const asked = { tool: now.tool, question: sentence, input };
  return start(ctx, user_id, { ...ask, ...asked, after: 0, beside: 0, files: [] }, asked);
}

async function start(ctx: Ctx, user_id: number, ask: AssistantAsk, asked: Asked): Promise<AssistantTurn> {
  const own = asked.tool === '' ? await instructionsOf(ctx, user_id) : null;
  const instructions = own?.active ? own.text : '';
  const flag = await checkWords(ctx, 'question', [asked.question, ...Object.values(asked.input), instructions].join('\n'));
  const limit = await limitOf(ctx, user_id);
  return inTransaction(ctx, async (tx) => {
    await lockReader(tx.db, user_id);
    const same = await findByKey(tx.db, user_id, ask.key);
    if (same) return turnOf(tx, same);
    const now = tx.app.clock.now();
    const day = shanghaiDay(now);
    const common = {
      ...{ user_id, key: ask.key, day, created_at: now, max_tokens: await getSetting(tx, maxTokens) },
      ...{ tool: asked.tool, question: asked.question, input: asked.input, instructions, company_id: ask.company_id || null },
    };
    if (flag) {
      const place = await placeFor(tx, user_id, ask, asked);
      const refused = { state: 'refused', reason: REFUSED_TEXT, flags: [flag], paid_by: 'free', ended_at: now };
      const files = await askedFiles(tx, { user_id, ids: ask.files, conversation_id: place.conversation_id });
      const row = await insertAnswer(tx.db, { ...common, ...place, files, ...refused });
      await openReview(tx, { type: ASSISTANT_REVIEW, target_id: row.id });
      return turnOf(tx, row);
    }
    const most = await getSetting(tx, togetherMost);
    if ((await findRunning(tx.db, user_id)).length >= most) throw tooOften(`最多同时生成 ${most} 个回答，请等待或先停止`, 5);
    const had = await countFree(tx.db, user_id, day);
    // beyond what everybody has a membership is used
    const free = had < limit && (had < (await getSetting(tx, freeDaily)) || (await takeMembership(tx, { user_id, way: 'member_quota' })));
    const coins_max = free ? 0 : await priceFor(tx, ask.pay, limit);
    const place = await placeFor(tx, user_id, ask, asked);
    const files = await askedFiles(tx, { user_id, ids: ask.files, conversation_id: place.conversation_id });
    const row = await insertAnswer(tx.db, { ...common, ...place, files, paid_by: free ? 'free' : 'coin', coins_max });
    if (coins_max > 0) {
      const wish = {
        key: reservationOf(row),
        user_id,
        unit: 'coin',
        max: coins_max,
        reason: 'assistant',
        reference: String(row.id),
      } as const;
      await reserve(tx, { ...wish, ttl_ms: RESERVED_MS });
    }
    await tx.app.jobs.send(ANSWER_JOB, { id: row.id }, {}, tx.db);
    return turnOf(tx, row);
  });
}

export const reservationOf = ({ id }: Pick<AnswerRow, 'id'>): string => `assistant:${id}`;

/** @throws AppError code 3 */
async function priceFor(tx: TxCtx, pay: boolean, limit: number): Promise<number> {
  const price_max = await priceMax(tx);
  if (price_max === 0) throw new AppError(`今天的 ${limit} 次免费次数已用完，明天再来吧`, { code: 3, data: { price_max: 0 } });
  if (!pay)
    throw new AppError(`今天的 ${limit} 次免费次数已用完，继续将使用猫币，每次最多 ${price_max} 猫币`, { code: 3, data: { price_max } });
  return price_max;
}

/** The answer after or beside which something is asked. @throws AppError 404, 409 */
async function placeOf(ctx: Ctx, user_id: number, { conversation_id, tool }: AssistantAsk, id: number): Promise<AnswerRow> {
  const row = await findOwnAnswer(ctx.db, user_id, id);
  if (!row) throw notFound('回答不存在或已删除');
  if (row.conversation_id !== conversation_id) throw conflict('这条回答不在这个对话里，请刷新后再问');
  if (tool !== '' || row.tool !== '') throw conflict('工具的结果请在表单里重新生成');
  return row;
}

/** Where an answer stands. Counted under the lock of the reader. @throws AppError 404, 409 */
async function placeFor(
  tx: TxCtx,
  user_id: number,
  ask: AssistantAsk,
  asked: Asked,
): Promise<{ conversation_id: number; parent_id: number | null } & Partial<AnswerRow>> {
  const conversation_id = await conversationFor(tx, user_id, ask.conversation_id, asked);
  const parent_id = await parentFor(tx, user_id, ask);
  const { all, beside } = await countPlaces(tx.db, conversation_id, parent_id);
  if (all >= TURNS_MOST) throw conflict(`一个对话最多 ${TURNS_MOST} 个回答，请开始新对话`);
  if (ask.continues !== undefined) return { conversation_id, parent_id, ...(await goingOn(tx, ask.continues)) };
  if (asked.tool === '' && beside >= BESIDE_MOST) throw conflict(`同一处最多 ${BESIDE_MOST} 个回答，请接着往下问，或开始新对话`);
  return { conversation_id, parent_id };
}

/** What an answer takes over that goes on with another. @throws AppError 409 */
async function goingOn(tx: TxCtx, id: number): Promise<Partial<AnswerRow>> {
  const row = await findAnswer(tx.db, id);
  if (!row || !isUnfinished(row) || (await findAfter(tx.db, row)).length > 0) throw conflict('这条回答不能接着写了，请刷新后再看');
  const { text, sources, sought, model } = row;
  return {
    ...{ text, sources, sought, model },
    first_id: row.first_id ?? id,
    begun: text.length,
    coins_before: row.coins_before + row.coins,
  };
}

async function parentFor(tx: TxCtx, user_id: number, ask: AssistantAsk): Promise<number | null> {
  if (ask.beside > 0) return (await placeOf(tx, user_id, ask, ask.beside)).parent_id;
  const row = ask.after > 0 ? await placeOf(tx, user_id, ask, ask.after) : null;
  const later = row ? await findAfter(tx.db, row) : [];
  if (later.some(({ parent_id }) => parent_id !== row?.id)) throw conflict('这条回答已经接着写了，请刷新后再问');
  if (row) return row.id;
  return ask.tool !== '' || ask.conversation_id === 0 ? null : findNewest(tx.db, ask.conversation_id);
}

async function conversationFor(tx: TxCtx, user_id: number, id: number, { tool, question }: Asked): Promise<number> {
  const now = tx.app.clock.now();
  if (id === 0) {
    const title = question.replace(/\s+/g, ' ').slice(0, CONVERSATION_TITLE_MAX);
    return (await insertConversation(tx.db, { user_id, tool, title, last_at: now, created_at: now })).id;
  }
  const known = await findConversation(tx.db, user_id, id);
  if (!known) throw notFound('对话不存在或已删除');
  if (known.tool !== tool) throw conflict('这个对话属于另一个工具');
  await touchConversation(tx.db, id, now);
  return id;
}
