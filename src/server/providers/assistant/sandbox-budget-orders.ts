import type { ResultOf } from '#contract/assistant-results.ts';
import { numberOf, wholeSaid } from '#contract/number-words.ts';
import { RATE_MAX } from '#contract/paper.ts';
import { withSums } from '#contract/result-sums.ts';
import {
  additionOf,
  allOf,
  changedRows,
  fenOf,
  meansAll,
  NAME,
  OrderFault,
  oneOf,
  RATIO,
  type RowKind,
  ratioOf,
  TO,
  turnedRows,
  withAdded,
} from './sandbox-order-words.ts';

type Budget = ResultOf<'budget'>;
type Row = Budget['rows'][number];

const SUM_MEANT = /^(?:总价|总额|总预算|预算|合计|总计|总费用|总金额|全部|整体|总共|一共)(?:金额)?$/;
const SETS = new RegExp(
  `^${NAME}(?:的?(单价|每[人桌位份个套张台辆]|人均|餐标))?(?:的?(?:金额|预算|费用|价格|总价))?(?:${TO}|给|留出?|[:：]|(?:不能|不要|不得|别|不)超过) ?(\\S.{0,19})$`,
  'u',
);
const ALONE = new RegExp(
  `^${NAME}(的?单价|每[人桌位份个套张台辆]|人均)? ?((?:[¥￥]?[\\d.]+(?:万\\d?|千|百)?|[一二两三四五六七八九十百千万]{2,8})(?:元|块)?)$`,
  'u',
);
const MOVES = new RegExp(
  `^${NAME}(的?单价|每人|每桌)?(?:再|各)?(增加|加|多[给留]?|涨|提高|减少|减|少[给留]?|降低|降|省|砍)(?:了|掉)?(.{1,16})$`,
  'u',
);
const SCALES = new RegExp(`^${NAME}(?:的?(?:金额|预算|费用|价格|单价|数量))?(?:都|全部|统一)?${RATIO}$`, 'u');
const SHIFTS = [
  new RegExp(`^(?:从)?${NAME}(?:里|中|那)?(?:的)?(?:挪|拿|调|转|划|抽)(?:出)?(.{1,12}?)(?:到|给|去|进)${NAME}(?:里|上)?$`, 'u'),
  new RegExp(`^${NAME}的(.{1,12}?)(?:挪|拿|调|转|划)(?:到|给|去|进)${NAME}(?:里|上)?$`, 'u'),
];
const UNIT = '(个人|[人位名份桌套台张把辆间晚天次场盒束架只项件组车条箱瓶块面米个])';
const COUNTED = new RegExp(`^(.{1,8}?)${UNIT}$`, 'u');
const COUNTS = new RegExp(`^${NAME}的?(?:数量|人数|份数|桌数)(?:${TO}|[:：])? ?(.{1,8}?)(?:${UNIT})?$`, 'u');
const GUESTS = new RegExp(
  `^(?:(?:总|来宾|宾客|参会|到场|活动)?人数(?:${TO}|是|为|[:：])? ?|按) ?(\\d{1,6}|[一二两三四五六七八九十百千]{1,7}) ?(?:个人|[人位])?(?:算|来算|计算|准备|来|的规模)?$`,
  'u',
);
const GROUPS = new RegExp(`^${NAME}(?:归|放|划|移|改)(?:到|入|进|为|成)(\\S{1,20}?)(?:类别|分类|这一?类|类)$`, 'u');
const FREE = new RegExp(`^${NAME}(?:全免|免费|免了|免单)$`, 'u');
const OF_ONE = /^(?:餐标|人均|每人餐标)$/;
const PER = /^(?:每[人位桌个份名张台辆天场]|单价|人均)? ?(.{1,12}?)(?: ?[/／每一] ?(?:人|位|桌|份|个|名|张|台|套|天|场|辆))?$/u;
const IS_PER = /^(?:每|单价|人均)|[/／每一] ?[人位桌份个名张台辆套天场]$/u;
const RESERVE = /备用金|不可预见/;
const OF_PEOPLE = /^[人位]$/u;
const OF_TABLES = /^桌$/u;

const [SERVICE, TAX] = [/^(?:服务|管理|代理)费(?:率|比例)?$/, /^(?:税|税金|税费|税率|税点|增值税|开票税点?)(?:率|比例)?$/];
const RATE = new RegExp(`^(\\S{1,5}?)(?:${TO}|是|为|收)? ?(\\d{1,2}(?:\\.\\d{1,2})?)(?:%|个点|点)$`, 'u');
const NO_RATE = /^(?:不要|不收|免|免收|去掉|取消|删掉|不含|不算)(\S{1,5}?)(?:了)?$/u;

/** Rates of a budget: those it says, else as its sums have them. */
export function ratesOf({ subtotal_fen, service_fen, tax_fen, service_permille, tax_permille }: Budget) {
  if (service_permille !== undefined && tax_permille !== undefined) return { service_permille, tax_permille };
  if (subtotal_fen === 0) return undefined;
  return {
    service_permille: Math.round((service_fen * 1_000) / subtotal_fen),
    tax_permille: Math.round((tax_fen * 1_000) / (subtotal_fen + service_fen)),
  };
}

/** Every price by its share of another total, which it never exceeds; what is left of fen goes to a row of one piece. */
function scaled(budget: Budget, total_fen: number): Budget {
  const rates = ratesOf(budget);
  if (!rates || budget.subtotal_fen === 0 || total_fen <= 0) throw new OrderFault('各行还没有金额，不能按总价分');
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
const amountOf = ({ quantity, price_fen }: Row): number => quantity * price_fen;
const times = (row: Row, ratio: number): Row => ({ ...row, price_fen: Math.round(row.price_fen * ratio) });

function counting(row: Row, quantity: number, unit: string): Row {
  if (quantity < 1) throw new OrderFault(`“${row.item}”只有 ${row.quantity} ${row.unit}`);
  return { ...row, quantity, spec: recounted(row, quantity), ...(/^项?$/.test(row.unit) && unit !== '' ? { unit: unit.slice(-1) } : {}) };
}

const [PEOPLE, SPEC_COUNT] = [/^[人名位个]$/u, /(?<!\d)(\d{1,6}|[一二两三四五六七八九十]{1,3})( ?)([人名位个台辆桌份套张场])/gu];
/** The note of a row with its own count: 主持 1 人 of a row of one becomes 主持 2 人. */
const recounted = ({ spec, quantity: before, unit }: Row, quantity: number): string =>
  spec
    .split(/(?<=[，；,;])/)
    .map((clause) =>
      /每/.test(clause)
        ? clause
        : clause.replace(SPEC_COUNT, (all, number: string, space: string, of: string) => {
            const is_own = of === unit || PEOPLE.test(of) === (PEOPLE.test(unit) || /^项?$/.test(unit));
            return is_own && wholeSaid(number) === before ? `${quantity}${space}${of}` : all;
          }),
    )
    .join('');

/** How many, and of what: 两辆. */
function countOf(text: string): { quantity: number; unit: string } | null {
  const [, number = '', unit = ''] = COUNTED.exec(text) ?? [];
  const quantity = /^[\d.]+$/.test(number) && !/^\d+$/.test(number) ? null : (wholeSaid(number) ?? numberOf(number));
  return unit === '' || quantity === null || quantity === 0 ? null : { quantity, unit };
}

const AMOUNT = '((?:[¥￥]?[\\d.]{1,9}(?:万\\d?|千|百|k)?|[一二两三四五六七八九十百千万]{1,8}) ?(?:元|块钱?)?)';
const COUNT = `(\\d{1,6}|[一二两三四五六七八九十百]{1,5}) ?${UNIT}`;
const EACH = '(?:每[人位桌个份名张台辆套天场间晚件组]|一[人位桌个份名张台辆套天场间晚件组]|单价|各|[xX×*@])';
const ITEMS = [
  new RegExp(`^(.{1,29}?)[ ,，:：]*${COUNT}[ ,，]*${EACH} ?[:：]?${AMOUNT}$`, 'u'),
  new RegExp(
    `^(.{1,29}?)[ ,，:：]*${EACH}? ?[:：]?${AMOUNT}(?: ?[/／每一] ?[人位桌个份名张台辆套天场间晚件组])? ?[ ,，xX×*]{1,3} ?${COUNT}$`,
    'u',
  ),
  new RegExp(`^(.{1,29}?)[ ,，:：]*${COUNT}[ ,，]*(?:共|总共|一共|合计|总价)? ?${AMOUNT}$`, 'u'),
];
const PLAIN = new RegExp(`^(.{1,29}?)[ ,，:：]*(?:预算|费用|金额|共|约)? ?${AMOUNT}$`, 'u');
const BARE_COUNT = new RegExp(`^(.{1,29}?)[ ,，:：]*${COUNT}$`, 'u');

/** 茶艺师 2人每人1500元, 大巴 3辆共3600, 无人机 3000, 保险. */
function newRow(text: string): Row | null {
  const row = (item: string, quantity: number, unit: string, price_fen: number): Row => ({
    ...{
      group: '新增',
      item,
      spec: price_fen === 0 ? '待询价' : '',
      quantity,
      unit: unit.slice(-1),
      price_fen,
      amount_fen: quantity * price_fen,
    },
  });
  for (const [nth, pattern] of ITEMS.entries()) {
    const [, item = '', a = '', b = '', c = ''] = pattern.exec(text) ?? [];
    if (item === '') continue;
    const [count, unit, amount] = nth === 1 ? [b, c, a] : [a, b, c];
    const [quantity, fen] = [wholeSaid(count) ?? numberOf(count), fenOf(amount)];
    if (quantity === null || quantity < 1 || fen === null) continue;
    if (nth < 2) return row(item, quantity, unit, fen);
    if (fen % quantity !== 0) throw new OrderFault(`“${item}”的金额不能由 ${quantity} ${unit}平分到分，请写单价`);
    return row(item, quantity, unit, fen / quantity);
  }
  const [, item, amount = ''] = PLAIN.exec(text) ?? [];
  const fen = fenOf(amount);
  if (item !== undefined && fen !== null) return row(item, 1, '项', fen);
  const [, counted, count = '', unit = ''] = BARE_COUNT.exec(text) ?? [];
  const quantity = wholeSaid(count) ?? numberOf(count);
  if (counted !== undefined && quantity !== null && quantity > 0) return row(counted, quantity, unit, 0);
  return /\d/.test(text) || text.length > 30 ? null : row(text, 1, '项', 0);
}

/** A rate, in whole thousandths. @throws OrderFault */
function changedRates(budget: Budget, order: string): Budget | null {
  const [, named = '', percent] = RATE.exec(order) ?? [];
  const [, scaled_name = '', by = ''] = SCALES.exec(order) ?? [];
  const [, set_name = ''] = SETS.exec(order) ?? [];
  const name = named || (NO_RATE.exec(order)?.[1] ?? '') || [scaled_name, set_name].find((one) => SERVICE.test(one) || TAX.test(one)) || '';
  const key = SERVICE.test(name) ? 'service_permille' : TAX.test(name) ? 'tax_permille' : null;
  const rates = ratesOf(budget);
  if (key === null || !rates || budget.rows.some(({ item }) => item === name)) return null;
  const ratio = ratioOf(by);
  const permille = percent !== undefined ? Math.round(Number(percent) * 1_000) / 100 : ratio === null ? 0 : Math.round(rates[key] * ratio);
  if (percent === undefined && ratio === null && !NO_RATE.test(order))
    throw new OrderFault(`${name}是按比例算的，请写百分比，如“${name}改成5%”`);
  if (!Number.isInteger(permille) || permille > RATE_MAX) throw new OrderFault(`${name}的比例可以精确到 0.1%，最多 ${RATE_MAX / 10}%`);
  return { ...budget, ...rates, [key]: permille };
}

/** Of the whole sum: set, more, less, cheaper by. */
function changedTotal(budget: Budget, order: string): Budget | null {
  const [, set, , to = ''] = SETS.exec(order) ?? [];
  if (set !== undefined && SUM_MEANT.test(set)) {
    const fen = fenOf(to);
    return fen === null ? null : scaled(budget, fen);
  }
  const [, name = '', by = ''] = SCALES.exec(order) ?? [];
  const ratio = ratioOf(by);
  if (ratio !== null && meansAll(name)) return { ...budget, rows: budget.rows.map((row) => times(row, ratio)) };
  if (ratio !== null && SUM_MEANT.test(name)) return scaled(budget, Math.floor(budget.total_fen * ratio));
  const [, of = '', , way = '', much = ''] = MOVES.exec(order) ?? [];
  const cheaper = /^(?:再)?(?:便宜|优惠|省|降)(?:一点|下来)? ?(.{1,12})$/u.exec(order)?.[1];
  const fen = fenOf(cheaper ?? much);
  if (fen === null || (cheaper === undefined && !SUM_MEANT.test(of))) return null;
  return scaled(budget, budget.total_fen + (cheaper !== undefined || /[减少降省砍]/.test(way) ? -fen : fen));
}

/** All rows that count guests, and the tables that they sit at. */
function forGuests(budget: Budget, order: string): Budget | null {
  const people = wholeSaid(GUESTS.exec(order)?.[1] ?? '');
  if (people === null) return null;
  const before = Math.max(0, ...budget.rows.filter(({ unit }) => OF_PEOPLE.test(unit)).map(({ quantity }) => quantity));
  const rows = budget.rows.map((row) => {
    if (OF_TABLES.test(row.unit)) return counting(row, Math.ceil(people / 10), '');
    return OF_PEOPLE.test(row.unit) && row.quantity === before ? counting(row, people, '') : row;
  });
  if (before === 0 && !budget.rows.some(({ unit }) => OF_TABLES.test(unit))) throw new OrderFault('没有按人数或桌数计算的行');
  return { ...budget, rows };
}

/** A budget after one order; null: it is none. @throws OrderFault */
export function changedBudget(budget: Budget, order: string): Budget | null {
  const kind: RowKind<Row> = {
    rows: budget.rows,
    names: [({ item }) => item, ({ group }) => group, ({ spec }) => spec],
    least: '一行',
    rename: (row, item) => ({ ...row, item }),
    cells: [
      [
        '说明|备注|规格|描述|配置',
        (row, spec, adds) => ({ ...row, spec: (adds && row.spec ? `${row.spec}；${spec}` : spec).slice(0, 120) }),
      ],
      ['单位', (row, unit) => ({ ...row, unit })],
      ['类别|分类|分组', (row, group) => ({ ...row, group })],
    ],
  };
  const rowOf = (name: string) => oneOf(budget.rows, name, kind.names);
  const withRow = (row: Row, other: Row): Budget => ({ ...budget, rows: budget.rows.map((one) => (one === row ? other : one)) });
  const whole = changedRates(budget, order) ?? changedTotal(budget, order) ?? forGuests(budget, order);
  if (whole) return whole;

  const group = /^(?:删掉|删除|去掉|不要|取消)(\S{1,20}?)(?:这一?[类组]|整[类组])?$/u.exec(order)?.[1];
  const of_group = group === undefined ? [] : budget.rows.filter((row) => row.group === group);
  if (of_group.length > 0 && of_group.length < budget.rows.length)
    return { ...budget, rows: budget.rows.filter((row) => !of_group.includes(row)) };

  const [, from, shifted = '', into = ''] = SHIFTS.map((one) => one.exec(order)).find(Boolean) ?? [];
  const shifted_fen = fenOf(shifted);
  if (from !== undefined && shifted_fen !== null) {
    const [giver, taker] = [rowOf(from), rowOf(into)];
    const rows = [
      [giver, costing(giver, amountOf(giver) - shifted_fen)],
      [taker, costing(taker, amountOf(taker) + shifted_fen)],
    ] as const;
    return { ...budget, rows: budget.rows.map((row) => rows.find(([one]) => one === row)?.[1] ?? row) };
  }
  const [, of_ratio, by = ''] = SCALES.exec(order) ?? [];
  const ratio = ratioOf(by);
  if (of_ratio !== undefined && ratio !== null) {
    const of = allOf(budget.rows, of_ratio, rowOf);
    return { ...budget, rows: budget.rows.map((row) => (of.includes(row) ? times(row, ratio) : row)) };
  }
  const free = FREE.exec(order)?.[1];
  if (free !== undefined) {
    const row = rowOf(free);
    return withRow(row, { ...row, price_fen: 0 });
  }
  const [, of_count, number = '', count_unit = ''] = COUNTS.exec(order) ?? [];
  const quantity = wholeSaid(number);
  if (of_count !== undefined && quantity !== null) {
    const row = rowOf(of_count);
    return withRow(row, counting(row, quantity, count_unit));
  }
  const addition = additionOf(order, kind);
  const added =
    addition && !new RegExp(`^(?:${NAME})(?:再)?[加增].{0,3}\\d`, 'u').test(`${addition.at ?? ''}`) ? newRow(addition.what) : null;
  // 餐饮加20人 is no new row
  if (addition && added && !(addition.where === 'in' && (countOf(addition.what) || fenOf(addition.what) !== null))) {
    if (addition.where !== 'in' || addition.at === undefined)
      return { ...budget, rows: withAdded(kind, addition, added, budget.rows.findLastIndex(({ item }) => RESERVE.test(item)) < 0 ? 0 : 1) };
    const beside = budget.rows.findLast((row) => row.group === addition.at) ?? rowOf(addition.at);
    return { ...budget, rows: budget.rows.toSpliced(budget.rows.indexOf(beside) + 1, 0, { ...added, group: beside.group }) };
  }
  const set = (name: string, price: boolean, said: string): Budget | null => {
    const to = said.replace(/(?:来|计)?算$/, '');
    const counted = countOf(to);
    const fen = counted ? null : fenOf(PER.exec(to)?.[1] ?? to);
    if (fen === null && (!counted || price)) return null;
    const row = rowOf(name);
    if (fen === null) return counted && withRow(row, counting(row, counted.quantity, counted.unit));
    return withRow(row, price || IS_PER.test(to) || OF_ONE.test(name) ? { ...row, price_fen: fen } : costing(row, fen));
  };
  const [, set_name = '', price, to = ''] = SETS.exec(order) ?? [];
  const made = set_name === '' || /[多少]$/.test(set_name) ? null : set(set_name, price !== undefined, to);
  if (made) return made;
  const [, of, each, way = '', much = ''] = MOVES.exec(order) ?? [];
  const counted = countOf(much);
  const fen = fenOf(much);
  if (of !== undefined && (counted ?? fen) !== null) {
    const row = rowOf(of);
    const sign = /[减少降省砍]/.test(way) ? -1 : 1;
    if (counted) return withRow(row, counting(row, row.quantity + sign * counted.quantity, counted.unit));
    const by_fen = sign * (fen ?? 0);
    if (each !== undefined && row.price_fen + by_fen < 0) throw new OrderFault(`“${row.item}”没有这么多`);
    return withRow(row, each === undefined ? costing(row, amountOf(row) + by_fen) : { ...row, price_fen: row.price_fen + by_fen });
  }
  const [, alone = '', alone_price, alone_to = ''] = ALONE.exec(order) ?? [];
  const made_alone = alone === '' ? null : set(alone, alone_price !== undefined, alone_to);
  if (made_alone) return made_alone;
  const [, grouped, group_name = ''] = GROUPS.exec(order) ?? [];
  if (grouped !== undefined) {
    const row = rowOf(grouped);
    return withRow(row, { ...row, group: group_name });
  }
  const rows = changedRows(kind, order) ?? turnedRows(kind, order);
  return rows && { ...budget, rows };
}
