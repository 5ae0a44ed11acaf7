import type { ResultOf, ToolResult } from '#contract/assistant-results.ts';
import type { ToolKey } from '#contract/assistant-tools.ts';
import { wholeSaid } from '#contract/number-words.ts';
import { ORDER_EXAMPLES, type PaperKind } from '#contract/paper.ts';
import { withSums } from '#contract/result-sums.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { deletedName, NAME, OrderFault, oneOf } from './sandbox-order-words.ts';
import { changedOutline } from './sandbox-outline-orders.ts';
import { changedRundown } from './sandbox-rundown-orders.ts';

/** Plain orders by which a document changes without a model. Each is understood wholly, or refused with what is understood. */

const fenOf = (text: string): number | null => {
  const whole = wholeSaid(text);
  return typedFen(text) ?? (whole === null ? null : whole * 100);
};

type Budget = ResultOf<'budget'>;
type Row = Budget['rows'][number];

const SUM_MEANT = /^(?:总价|总额|总预算|预算|合计|总计|总费用|总金额|全部|整体)(?:金额)?$/;
const SETS = new RegExp(
  `^${NAME}(的?单价)?(?:改成|改为|改到|调成|调到|调整为|调整到|加到|减到|降到|压到|压缩到|提到|涨到|控制在|变成|设为|按)(.{1,20})$`,
  'u',
);
const MOVES = new RegExp(`^${NAME}(?:再)?(增加|加|多|涨|减少|减|少|降低|降)(.{1,16})$`, 'u');
const ADDS =
  /^(?:加一?[行项个条]|增加一?[行项个条]|新增一?[行项个条]|添加一?[行项个条]?|新增|增加|加上)[:： ]?(\S[^，,；;。]{0,29}?) ?((?:[\d.,]+|[一二两三四五六七八九十百千]+)(?:万\d?)?(?:元|块)?)$/u;
const COUNTED = /^(.{1,8}?)(?:个人|[人位名份桌套台张把辆间晚天次场盒束架只项件])$/u;
const RESERVE = /备用金|不可预见/;

/** Rates of a budget, as its sums have them. */
function ratesOf({ subtotal_fen, service_fen, tax_fen }: Budget) {
  if (subtotal_fen === 0) return undefined;
  return {
    service_permille: Math.round((service_fen * 1_000) / subtotal_fen),
    tax_permille: Math.round((tax_fen * 1_000) / (subtotal_fen + service_fen)),
  };
}

/** Every price by its share of another total, which it never exceeds; what is left of fen goes to a row of one piece. */
function scaled(budget: Budget, total_fen: number): Budget {
  const rates = ratesOf(budget);
  if (!rates || total_fen <= 0) throw new OrderFault('各行还没有金额，不能按总价分');
  const single = { ...budget, rows: [{ ...(budget.rows[0] as Row), quantity: 1 }] };
  const totalOf = (price_fen: number) => withSums({ ...single, rows: [{ ...(single.rows[0] as Row), price_fen }] }, rates).total_fen;
  let sum_fen = Math.floor((total_fen * 1e6) / ((1_000 + rates.service_permille) * (1_000 + rates.tax_permille))) + 2;
  while (sum_fen > 0 && totalOf(sum_fen) > total_fen) sum_fen--;
  const before = budget.rows.reduce((sum, { quantity, price_fen }) => sum + quantity * price_fen, 0);
  const rows = budget.rows.map((row) => ({ ...row, price_fen: Number((BigInt(row.price_fen) * BigInt(sum_fen)) / BigInt(before)) }));
  const left = sum_fen - rows.reduce((sum, { quantity, price_fen }) => sum + quantity * price_fen, 0);
  const singles = rows.filter(({ quantity, price_fen }) => quantity === 1 && price_fen > 0);
  const last = singles.find(({ item }) => RESERVE.test(item)) ?? singles.at(-1);
  return { ...budget, limit_fen: total_fen, rows: rows.map((row) => (row === last ? { ...row, price_fen: row.price_fen + left } : row)) };
}

/** A row with another amount. @throws OrderFault where its pieces do not share it in whole fen */
function costing(row: Row, amount_fen: number): Row {
  if (amount_fen < 0) throw new OrderFault(`“${row.item}”没有这么多`);
  if (amount_fen % row.quantity !== 0) throw new OrderFault(`“${row.item}”的金额不能由 ${row.quantity} ${row.unit}平分到分，请写单价`);
  return { ...row, price_fen: amount_fen / row.quantity };
}

function changedBudget(budget: Budget, order: string): Budget | null {
  const rowOf = (name: string) => oneOf(budget.rows, name, [({ item }) => item, ({ group }) => group, ({ spec }) => spec]);
  const put = (row: Row, other: Row): Budget => ({ ...budget, rows: budget.rows.map((one) => (one === row ? other : one)) });
  const [, added, amount = ''] = ADDS.exec(order) ?? [];
  const added_fen = fenOf(amount);
  if (added !== undefined && added_fen !== null) {
    const last = budget.rows.findIndex(({ item }) => RESERVE.test(item));
    const row: Row = { group: '新增', item: added, spec: '', quantity: 1, unit: '项', price_fen: added_fen, amount_fen: added_fen };
    return { ...budget, rows: budget.rows.toSpliced(last < 0 ? budget.rows.length : last, 0, row) };
  }
  const gone = deletedName(order);
  if (gone !== undefined) {
    const of_group = budget.rows.filter(({ group }) => group === gone);
    const left = budget.rows.filter((row) => (of_group.length > 0 ? !of_group.includes(row) : row !== rowOf(gone)));
    if (left.length === 0) throw new OrderFault('至少要留一行');
    return { ...budget, rows: left };
  }
  const [, name, price, to = ''] = SETS.exec(order) ?? [];
  if (name !== undefined) {
    const fen = fenOf(to);
    if (SUM_MEANT.test(name)) return fen === null ? null : scaled(budget, fen);
    const row = rowOf(name);
    const quantity = wholeSaid(COUNTED.exec(to)?.[1] ?? '');
    if (quantity !== null && price === undefined) return put(row, { ...row, quantity });
    if (fen === null) return null;
    return put(row, price === undefined ? costing(row, fen) : { ...row, price_fen: fen });
  }
  const [, of, way = '', by = ''] = MOVES.exec(order) ?? [];
  const fen = fenOf(by);
  if (of === undefined || fen === null) return null;
  const row = rowOf(of);
  return put(row, costing(row, row.quantity * row.price_fen + (/[减少降]/.test(way) ? -fen : fen)));
}

/** Lists lose what an order deletes. */
function changedList(result: ResultOf<'checklist'> | ResultOf<'risks'>, order: string): ToolResult | null {
  const gone = deletedName(order);
  if (gone === undefined) return null;
  if (result.tool === 'risks') {
    const row = oneOf(result.rows, gone, [({ risk }) => risk]);
    return { ...result, rows: result.rows.filter((one) => one !== row) };
  }
  const item = oneOf(
    result.groups.flatMap(({ items }) => items),
    gone,
    [({ text }) => text],
  );
  const groups = result.groups.map((group) => ({ ...group, items: group.items.filter((one) => one !== item) }));
  return { ...result, groups: groups.filter(({ items }) => items.length > 0) };
}

function changed(result: ToolResult, order: string): ToolResult | null {
  switch (result.tool) {
    case 'budget':
      return changedBudget(result, order);
    case 'rundown':
      return changedRundown(result, order);
    case 'outline':
      return changedOutline(result, order);
    case 'checklist':
    case 'risks':
      return changedList(result, order);
    default:
      return null;
  }
}

const POLITE = /^(?:请|麻烦|帮我|给我|把|将)+/u;
const partsOf = (sentence: string): string[] =>
  sentence
    .normalize('NFKC')
    .slice(0, 200)
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .split(/[,;。!]|，|并且|然后/)
    .map((part) =>
      part
        .trim()
        .replace(POLITE, '')
        .replace(/(?<=[到为成]) | (?=[元万人分])/g, '')
        .trim(),
    )
    .filter(Boolean);

/** A document after all orders of a sentence, one after the other. @throws OrderFault which says what is not understood */
export function changedByOrders(tool: ToolKey, document: string, sentence: string): ToolResult {
  const examples = `不接入模型时能听懂的修改，例如：${(ORDER_EXAMPLES[tool as PaperKind] ?? []).map((one) => `“${one}”`).join('、')}`;
  let result = JSON.parse(document) as ToolResult;
  const parts = partsOf(sentence);
  if (parts.length === 0) throw new OrderFault(examples);
  for (const part of parts) {
    const next = changed(result, part);
    if (!next) throw new OrderFault(`没有听懂“${part}”。${examples}`);
    result = next.tool === 'budget' ? withSums(next, ratesOf(next) ?? undefined) : next;
  }
  return result;
}
