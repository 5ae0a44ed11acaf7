import type { ToolResult } from '#contract/assistant-results.ts';
import type { ToolKey } from '#contract/assistant-tools.ts';
import { ORDER_EXAMPLES, type PaperKind } from '#contract/paper.ts';
import { withSums } from '#contract/result-sums.ts';
import { changedBudget, ratesOf } from './sandbox-budget-orders.ts';
import { changedChecklist, changedRisks } from './sandbox-list-orders.ts';
import { OrderFault } from './sandbox-order-words.ts';
import { changedOutline } from './sandbox-outline-orders.ts';
import { changedRundown } from './sandbox-rundown-orders.ts';

/** Plain orders by which a document changes without a model. Each is understood wholly, or refused with what is understood. */

function changed(result: ToolResult, order: string): ToolResult | null {
  switch (result.tool) {
    case 'budget':
      return changedBudget(result, order);
    case 'rundown':
      return changedRundown(result, order);
    case 'outline':
      return changedOutline(result, order);
    case 'checklist':
      return changedChecklist(result, order);
    case 'risks':
      return changedRisks(result, order);
    default:
      return null;
  }
}

const REPLACES =
  /^(?:所有的?|全部的?|全文的?)?[“"「]?([^“”"「」]{1,40}?)[”"」]?(?:都|全部|统一)?(?:替换成|替换为|换成|换为|改成|改为)[“"「]?([^“”"「」]{1,60}?)[”"」]?$/u;
/** What is no text of a document. */
const NO_TEXT = /^(?:tool|title|start|end|chance)$/;

/** Every text that holds a word, with another in its place. Null: none holds it. */
function replaced(result: ToolResult, order: string): ToolResult | null {
  const [, from = '', to = ''] = REPLACES.exec(order) ?? [];
  // a number takes the place of a number alone
  if (from.length < 2 || (/^[\d¥￥]/.test(to) && !/\d/.test(from))) return null;
  let found = 0;
  const other = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (NO_TEXT.test(key) || !value.includes(from)) return value;
      found++;
      return value.replaceAll(from, to);
    }
    if (Array.isArray(value)) return value.map((one) => other(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, other(one, name)]));
  };
  const made = other(result) as ToolResult;
  return found > 0 ? made : null;
}

/** @throws OrderFault where it is an order that cannot be carried out */
function after(result: ToolResult, order: string): ToolResult | null {
  try {
    const made = changed(result, order) ?? replaced(result, order);
    const fault = made ? null : cellFault(order);
    if (fault) throw fault;
    return made;
  } catch (error) {
    const other = error instanceof OrderFault ? replaced(result, order) : null;
    if (other) return other;
    throw error instanceof OrderFault ? (cellFault(order) ?? error) : error;
  }
}

/** Asked of a document that has no such cell. */
const NO_CELL = /^(?:活动|举办)?(日期|时间|地点|场地|城市|标题|题目|名称|主题|人数)(?:改|换|定|调|设|是|为)/;

function cellFault(order: string): OrderFault | null {
  const cell = NO_CELL.exec(order)?.[1];
  return cell === undefined ? null : new OrderFault(`这份文档没有“${cell}”这一格，请写明原来的字，如“把杭州改成上海”，或直接在文档里改`);
}

const POLITE = /^(?:请|麻烦|帮我|帮忙|给我|我想|我们|需要|希望|能不能|可以|可不可以|还要|还有|另外|顺便|那就|再把|也把|把|将)+/u;
const POLITE_END = /(?:一下|吧|哦|啊|呢|吗|可以吗|好吗|谢谢){1,3}$/u;
const LISTS = '、';
/** From what, where it says to what. */
const FROM = /从[^从到改成]{1,12}(?=(?:改|涨|降|调|提|加|减|换)(?:成|为|到))/;
interface Part {
  text: string;
  /** What stood before it. */
  sign: string;
}
function partsOf(sentence: string): Part[] {
  const plain = sentence
    .normalize('NFKC')
    .slice(0, 200)
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(?<!\d):|:(?!\d)/g, '：')
    .replaceAll('(', '（')
    .replaceAll(')', '）');
  const [first = '', ...others] = plain.split(/([,;。!?、]|并且|然后|同时)/);
  const all: Part[] = [{ text: first, sign: '' }];
  for (const [at, text] of others.entries()) if (at % 2 === 1) all.push({ text, sign: others[at - 1] ?? '' });
  const tidy = (text: string) =>
    text
      .trim()
      .replace(POLITE, '')
      .replace(POLITE_END, '')
      .replace(FROM, '')
      .replace(/(?<=[到为成]) | (?=[元万人分])/g, '')
      .trim();
  return all.map(({ text, sign }) => ({ sign: sign === ',' ? '，' : sign, text: tidy(text) })).filter(({ text }) => text !== '');
}

/** A document after all orders of a sentence, one after the other. @throws OrderFault which says what is not understood */
export function changedByOrders(tool: ToolKey, document: string, sentence: string): ToolResult {
  const examples = `不接入模型时能听懂的修改，例如：${(ORDER_EXAMPLES[tool as PaperKind] ?? []).map((one) => `“${one}”`).join('、')}`;
  const parts = partsOf(sentence);
  if (parts.length === 0) throw new OrderFault(examples);
  const carriedOut = (result: ToolResult, order: string): ToolResult | OrderFault => {
    try {
      const next = after(result, order);
      if (!next) return new OrderFault(`没有听懂“${order}”。${examples}`);
      return next.tool === 'budget' ? withSums(next, ratesOf(next)) : next;
    } catch (error) {
      if (error instanceof OrderFault) return error;
      throw error;
    }
  };
  let result = JSON.parse(document) as ToolResult;
  let [before, order] = [result, ''];
  let waiting = '';
  for (const [at, { text: said, sign }] of parts.entries()) {
    const text = `${waiting}${said}`;
    const made = carriedOut(result, text);
    // what is no order of its own goes on with the one before it: 加一行 茶艺师，2人，每人1500元
    const joined = made instanceof OrderFault && order !== '' ? carriedOut(before, `${order}${sign}${text}`) : made;
    // 灯光、音响打九折
    if (joined instanceof OrderFault && parts[at + 1]?.sign === LISTS) {
      waiting = `${text}${LISTS}`;
      continue;
    }
    waiting = '';
    if (joined instanceof OrderFault) throw made;
    if (made instanceof OrderFault) order += `${sign}${text}`;
    else [before, order] = [result, text];
    result = joined;
  }
  return result;
}
