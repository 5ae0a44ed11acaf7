import { numberOf, wholeSaid } from '#contract/number-words.ts';
import { typedFen } from '#contract/typed-amount.ts';
import { namedBy } from './sandbox-names.ts';

/** Words that orders to change a document have in common. */

/** Why an order is not carried out, for people. */
export class OrderFault extends Error {}

/** A name of a row, in as few words as it has. */
export const NAME = '([^\\s，,；;。][^，,；;。]{0,29}?)';
/** What a cell becomes. */
export const TO =
  '(?:改成|改为|改到|改|换成|换为|调成|调到|调整为|调整到|加到|增加到|减到|减少到|降到|降低到|压到|压缩到|缩短到|延长到|提到|提高到|涨到|控制在|变成|设为|设成|定为|定成|按|写成|写)';
const DELETES = [
  new RegExp(
    `^(?:删掉|删除|删去|删|去掉|去除|不要|取消|移除|砍掉|拿掉|撤掉|不做|不设|不需要|不用)${NAME}(?:[这那]一?[行项章条个]|[这那]块|环节|了)?$`,
    'u',
  ),
  new RegExp(
    `^${NAME}(?:这一?[行项章条个])?(?:都|也)?(?:删掉|删除|删去|删了|去掉|不要了?|取消|砍掉|拿掉|不做了?|不需要了?|不[租订请买用]了)$`,
    'u',
  ),
];
const deletedName = (order: string): string | undefined => DELETES.map((one) => one.exec(order)?.[1]).find((name) => name !== undefined);

const ORDINAL = /^(?:(倒数)?第(\d{1,3}|[一二两三四五六七八九十]{1,3})|(最后)一?)(个环节|个风险|行|项|条|个|章|部分|节|环节|点|步)$/u;

/** The one of all that a name or a place means. @throws OrderFault */
export function oneOf<T>(all: readonly T[], given: string, ways: ReadonlyArray<(one: T) => string>): T {
  const name = given.trim();
  const [, from_end, number, last, unit = ''] = ORDINAL.exec(name) ?? [];
  if (unit !== '') {
    const at = last === undefined ? (numberOf(number ?? '') ?? 0) - 1 : 0;
    const one = all[from_end === undefined && last === undefined ? at : all.length - 1 - at];
    if (one === undefined) throw new OrderFault(`没有${name}，一共 ${all.length} ${unit}`);
    return one;
  }
  const plain = name.replace(/^[“"《「]|[”"》」]$|(?:费用|环节|这一?[行项条个]|那一?[行项条个]|的)$/gu, '') || name;
  for (const said of new Set([name, plain])) {
    for (const way of ways) {
      const found = namedBy(all, said, way);
      if (found.length > 1) throw new OrderFault(`“${name}”不止一处：${found.map((one) => way(one)).join('、')}，请写全名称`);
      if (found[0] !== undefined) return found[0];
    }
  }
  throw new OrderFault(`没有找到“${name}”`);
}

/** Those that a name means, or each of several names. @throws OrderFault */
export function allOf<T>(all: readonly T[], name: string, find: (name: string) => T): T[] {
  try {
    return [find(name)];
  } catch (error) {
    const names = name.split(/、|和|与|跟|以及/).map((one) => one.trim());
    if (!(error instanceof OrderFault) || names.length < 2 || names.some((one) => one === '') || all.length === 0) throw error;
    return names.map(find);
  }
}

/** The two that are named, whose own names may hold 与. @throws OrderFault */
export function pairOf<T>(both: string, find: (name: string) => T): [T, T] {
  let fault = new OrderFault(`没有找到“${both}”`);
  for (const { index } of both.matchAll(/[和与跟、]/g)) {
    try {
      return [find(both.slice(0, index).trim()), find(both.slice(index + 1).trim())];
    } catch (error) {
      if (!(error instanceof OrderFault)) throw error;
      fault = error;
    }
  }
  throw fault;
}

const LENGTH =
  '(?<half>半个?(?:小时|钟头?))|(?<n>[\\d.]{1,4}|[一二两三四五六七八九十]{1,3}) ?(?<unit>分钟|分|个半小时|个?小时(?<more>半)?|个?钟头|刻钟)';
const MINUTES = new RegExp(`^(?:${LENGTH})$`, 'u');
const ROUGH_TIME = /(?:以内|之内|左右|以下)$/;
/** Half an hour, 15分钟, 一个半小时; null: none. */
export function minutesOf(text: string): number | null {
  const { half, n: number = '', unit = '', more } = MINUTES.exec(text.trim().replace(ROUGH_TIME, ''))?.groups ?? {};
  if (half !== undefined) return 30;
  const n = numberOf(number);
  if (n === null || unit === '') return null;
  const minutes = /分/.test(unit) ? n : /刻/.test(unit) ? n * 15 : n * 60 + (/半/.test(unit) || more ? 30 : 0);
  return Number.isInteger(minutes) && minutes > 0 && minutes <= 1_440 ? minutes : null;
}

const ROUGH = /(?:左右|以内|之内|以下|封顶|上下|整)$/;
const THOUSANDS: Readonly<Record<string, number>> = { 千: 1_000, 百: 100, k: 1_000 };
/** 8000, 8千, 1.2万元, 十万, ¥3,000 左右. */
export function fenOf(text: string): number | null {
  const plain = text
    .trim()
    .replace(ROUGH, '')
    .replace(/块钱?$/, '元')
    .trim();
  const [, digits = '', unit = ''] = /^[¥￥]?(\d{1,5}(?:\.\d{1,2})?)([千百k])元?$/.exec(plain) ?? [];
  if (digits !== '') return Math.round(Number(digits) * (THOUSANDS[unit] ?? 1) * 100);
  const whole = wholeSaid(plain);
  return typedFen(plain) ?? (whole === null ? null : whole * 100);
}

const HALF = /^(?:减半|砍半|减一半|砍一半|砍掉一半|(?:减少|缩短|压缩|缩减|降低|降)一半|对半砍|打对折|对折|一半)$/;
const TWICE = /^(?:翻倍|加倍|翻一番|翻一倍|增加一倍|加一倍)$/;
const DISCOUNT = /^打?([一二三四五六七八九]{1,2}|[\d.]{1,4})折$/u;
const SHARE =
  /^(再|都)?(增加|上调|上浮|提高|上涨|涨|加|多|减少|下调|下浮|调低|降低|压缩|缩减|削减|缩短|延长|降|减|砍|少|压)(?:了|掉)?(?:(\d{1,3}(?:\.\d)?) ?(?:%|个点)|百分之([\d一二三四五六七八九十]{1,3})|([一二两三四五六七八九]|\d)成)$/u;
const OF_BEFORE = /^(?:降到|减到|压到|改成|改到|变成|调到)?原(?:来|价|先)?的(?:(\d{1,3}) ?%|([一二三四五六七八九])成|(一半))$/u;
/** By what an order multiplies: 减半, 打八折, 增加10%, 砍两成. Null: by nothing. */
export function ratioOf(text: string): number | null {
  if (HALF.test(text)) return 0.5;
  if (TWICE.test(text)) return 2;
  const off = DISCOUNT.exec(text)?.[1];
  if (off !== undefined) {
    const digits = /^[\d.]+$/.test(off) ? off : [...off].map((sign) => numberOf(sign) ?? 0).join('');
    const ratio = Number(digits) / (digits.includes('.') || digits.length === 1 ? 10 : 100);
    return ratio > 0 && ratio < 1 ? ratio : null;
  }
  const [, share, tenth, half] = OF_BEFORE.exec(text) ?? [];
  if (share ?? tenth ?? half) return half ? 0.5 : share === undefined ? (numberOf(tenth ?? '') ?? 0) / 10 : Number(share) / 100;
  const [, , way = '', percent, spoken, tenths] = SHARE.exec(text) ?? [];
  const by = percent === undefined ? (numberOf(spoken ?? '') ?? (numberOf(tenths ?? '') ?? 0) * 10) : Number(percent);
  if (way === '' || !(by > 0)) return null;
  const ratio = 1 + ((/^[增上提涨加多延]/.test(way) ? 1 : -1) * by) / 100;
  return ratio > 0 && ratio <= 10 ? ratio : null;
}
/** How an order ends that multiplies. */
export const RATIO =
  '((?:(?:降到|减到|压到|改成|改到|变成|调到)?原(?:来|价|先)?的(?:\\d{1,3} ?%|[一二三四五六七八九]成|一半)|减半|砍半|砍掉一半|减一半|砍一半|(?:减少|缩短|压缩|缩减|降低|降)一半|对半砍|打?对折|翻倍|加倍|翻一番|翻一倍|增加一倍|加一倍|打?[\\d.一二三四五六七八九]{1,4}折|(?:再|都)?(?:增加|上调|上浮|提高|上涨|涨|加|多|减少|下调|下浮|调低|降低|压缩|缩减|削减|缩短|延长|降|减|砍|少|压)掉?(?:\\d{1,3}(?:\\.\\d)? ?(?:%|个点)|百分之[\\d一二三四五六七八九十]{1,3}|[一二两三四五六七八九\\d]成)))';

/** Of all rows. */
export const ALL =
  /^(?:所有|全部|每个|每项|每条|各项|各个|整体|全场|其他)?(?:的)?(?:环节|事项|项目|费用|价格|金额|风险|单价|行|条|项)?(?:都|全部|统一|一律|的)?$/u;
export const meansAll = (name: string): boolean => /^(?:所有|全部|每|各|整体|全场)/.test(name) && ALL.test(name);

/** Rows of a document that orders change alike. */
export interface RowKind<T> {
  rows: readonly T[];
  /** Its own name first. */
  names: ReadonlyArray<(row: T) => string>;
  /** What the last of them is called. */
  least: string;
  rename?(row: T, name: string): T;
  /** Cells of words by what they are called. */
  cells: ReadonlyArray<readonly [called: string, set: (row: T, value: string, adds: boolean) => T]>;
  /** In the place beside another. */
  beside?(row: T, other: T): T;
  /** Where it is not found by its names. */
  find?(name: string, last: boolean): T;
}

const VERB = '(?:提前|推迟|延后|移动?|挪|放|调整?|改|排|换|搬|提|插)';
const BESIDE = new RegExp(`^${NAME}${VERB}(?:到|在|至|去)?${NAME}(?:之|的)?(前|后)(?:面|边)?$`, 'u');
const FIRST_THEN = new RegExp(`^先(?:做|安排)?${NAME}(?:再|后)(?:做|安排)?${NAME}$`, 'u');
const TO_END = new RegExp(
  `^${NAME}${VERB}(?:到|在|至|成|为)?(?:最(前|后)面?|(第一)(?:一?[个行项条章位])?|最后一?[个行项条章位]|(开头)|末尾|结尾)$`,
  'u',
);
const UP = new RegExp(`^${NAME}(?:(上移|往前移|往前挪|前移|提前)|下移|往后移|往后挪|后移)(?:一[行位个格项条])?$`, 'u');
const SWAPS = /^(?:对调|交换|互换|调换)?(.{3,61}?)(?:的?(?:位置|顺序))?(?:对调|互换|交换|调换|换)?(?:一下)?(?:位置|顺序)?$/u;
const SWAP_SAID = /对调|互换|交换|调换|换一下|换位置|换顺序/;
const RENAMES = new RegExp(
  `^${NAME}(?:的?名[称字])?(?:改名[为叫成]?|改叫|更名为|重命名为|名[称字]?改[为成叫]|叫做?)[:： ]?(\\S.{0,99})$`,
  'u',
);
const TURNS = new RegExp(`^${NAME}(?:改成|改为|换成|换为|变成)[:： ]?(\\S.{0,99})$`, 'u');
const GIVES = [new RegExp(`^${NAME}(?:由|交给|让|归|派给|安排给|给)(\\S.{0,29}?)(?:来|去)?(?:负责|做|跟进|执行|主持|盯)?$`, 'u')];
const GIVEN = new RegExp(`^(\\S{1,10})(?:来)?(?:负责|跟进|盯)${NAME}$`, 'u');
const OWNER = '负责人|负责|责任人|决定人|执行人|对接人';
const unquoted = (text: string): string => text.trim().replace(/^[“"「]|[”"」]$/g, '');

const CELL_SET = new RegExp(`^(${TO}|加上|补充|加|填|是|为|[:：])[:： ]?(\\S.{0,199})$`, 'u');
const ADDS_TO_CELL = /^(?:加上|补充|加)$/;
/** What an order makes of a cell: 签到的负责人改成小王. */
function cellSaid(order: string, called: string): { name: string; way: string; value: string } | null {
  for (const word of called.split('|')) {
    const at = order.indexOf(word);
    const [, way, value] = at > 0 ? (CELL_SET.exec(order.slice(at + word.length)) ?? []) : [];
    if (way !== undefined && value !== undefined) return { name: order.slice(0, at).replace(/(?:里)?的$/, ''), way, value };
  }
  return null;
}

/** Rows after an order that all kinds have: delete, move, swap, set words, rename. Null: it is none. @throws OrderFault */
export function changedRows<T>(kind: RowKind<T>, order: string): T[] | null {
  const { rows, names, cells, least } = kind;
  const find = (name: string, last = false): T => kind.find?.(name, last) ?? oneOf(rows, name, names);
  const gone = deletedName(order);
  if (gone !== undefined) {
    const dropped = allOf(rows, gone, (name) => find(name));
    if (dropped.length >= rows.length) throw new OrderFault(`至少要留${least}`);
    return rows.filter((row) => !dropped.includes(row));
  }
  const moved = (row: T, beside: T | null, behind: boolean): T[] => {
    if (row === beside) throw new OrderFault('两个名称说的是同一处');
    const others = rows.filter((one) => one !== row);
    const at = beside === null ? (behind ? others.length : 0) : others.indexOf(beside) + (behind ? 1 : 0);
    const other = beside ?? others[behind ? others.length - 1 : 0];
    return others.toSpliced(at, 0, other === undefined ? row : (kind.beside?.(row, other) ?? row));
  };
  const [, to_end, front, first, begin] = TO_END.exec(order) ?? [];
  if (to_end !== undefined) return moved(find(to_end), null, !(/前/.test(front ?? '') || first !== undefined || begin !== undefined));
  const [, name, anchor = '', side = ''] = BESIDE.exec(order) ?? [];
  if (name !== undefined) return moved(find(name), find(anchor, /后/.test(side)), /后/.test(side));
  const [, before, after = ''] = FIRST_THEN.exec(order) ?? [];
  if (before !== undefined) return moved(find(before), find(after), false);
  const [, stepped, up] = UP.exec(order) ?? [];
  if (stepped !== undefined) {
    const row = find(stepped);
    const other = rows[rows.indexOf(row) + (up === undefined ? 1 : -1)];
    return other === undefined ? [...rows] : moved(row, other, up === undefined);
  }
  const both = SWAP_SAID.test(order) ? (SWAPS.exec(order)?.[1] ?? '') : '';
  if (both !== '') {
    const [a, b] = pairOf(both, (said) => find(said));
    const in_place = (row: T, other: T) => kind.beside?.(row, other) ?? row;
    return rows.map((row) => (row === a ? in_place(b, a) : row === b ? in_place(a, b) : row));
  }
  const every = (said: string): readonly T[] => (meansAll(said) ? rows : allOf(rows, said, (single) => find(single)));
  const changed = (of: readonly T[], set: (row: T) => T): T[] => rows.map((row) => (of.includes(row) ? set(row) : row));
  for (const [called, set] of cells) {
    const { name: of, way, value } = cellSaid(order, called) ?? {};
    if (of !== undefined && value !== undefined)
      return changed(every(of), (row) => set(row, unquoted(value), ADDS_TO_CELL.test(way ?? '')));
  }
  const owner = cells.find(([called]) => called === OWNER_CELL)?.[1];
  const [, given, to = ''] = GIVES.map((pattern) => pattern.exec(order)).find(Boolean) ?? [];
  if (owner && given !== undefined && to !== '')
    return changed(every(given.replace(/改$/, '')), (row) => owner(row, to.split(/换成|改成/).at(-1) ?? to, false));
  const [, who = '', what] = GIVEN.exec(order) ?? [];
  if (owner && what !== undefined) return changed(every(what), (row) => owner(row, who, false));
  const [, renamed, title = ''] = RENAMES.exec(order) ?? [];
  const { rename } = kind;
  if (rename && renamed !== undefined) return changed([find(renamed)], (row) => rename(row, unquoted(title)));
  return null;
}
export const OWNER_CELL = OWNER;

/** X改成Y without a number is a new name. Null: nothing is called so. */
export function turnedRows<T>(kind: RowKind<T>, order: string): T[] | null {
  const [, from, to = ''] = TURNS.exec(order) ?? [];
  const { rename, rows } = kind;
  if (!rename || from === undefined) return null;
  const row = oneOf(rows, from, kind.names);
  return rows.map((one) => (one === row ? rename(one, unquoted(to)) : one));
}

export interface Addition {
  what: string;
  /** Beside or within which. */
  at?: string;
  where: 'before' | 'behind' | 'in' | 'first' | 'last' | '';
}
const ADD = '(?:再)?(?:加上|加入|增加|新增|添加|插入|补充|补上|加|补|添)';
const KINDS = '(?:一?[行项个条章段节点]|[1一]个)?(?:环节|风险|事项|任务|费用|流程|章节)?';
const ADDS_AT = new RegExp(
  `^(?:在|给)?${NAME}(?:之|的)?(前面?|后面?|里面?|中|下面?)?${ADD}(?![到至成为])${KINDS}[:： ]?(\\S.{0,199})$`,
  'u',
);
const ADDS = new RegExp(`^${ADD}${KINDS}[:： ]?(\\S.{0,199}?)(?:[ ,，]?(?:放|排|插|加)?[在到]${NAME}(?:之|的)?(前|后|里|中|下)面?)?$`, 'u');
const ADDS_TO_END = new RegExp(`^(?:在)?(?:最后面?|末尾|结尾|(最前面?|开头|一开始))${ADD}${KINDS}[:： ]?(\\S.{0,199})$`, 'u');
const WHERE: Readonly<Record<string, Addition['where']>> = { 前: 'before', 后: 'behind', 里: 'in', 中: 'in', 下: 'in' };

/** What an order adds, and where. None where it adds to a cell of `kind`: 停电应对加上备两台发电机. */
export function additionOf<T>(order: string, { cells }: Pick<RowKind<T>, 'cells'>): Addition | null {
  const [, front, added_there] = ADDS_TO_END.exec(order) ?? [];
  if (added_there !== undefined) return { what: added_there, where: front === undefined ? 'last' : 'first' };
  const [, what, beside, side] = ADDS.exec(order) ?? [];
  if (what !== undefined) {
    const end = /^最?(?:后|末|结)/.test(beside ?? '') ? 'last' : /^最?(?:前|开头)/.test(beside ?? '') ? 'first' : null;
    return beside === undefined ? { what, where: '' } : { what, at: beside, where: end ?? WHERE[side ?? ''] ?? '' };
  }
  const [, at, place = '', added = ''] = ADDS_AT.exec(order) ?? [];
  if (at === undefined || cells.some(([called]) => called.split('|').some((one) => at.endsWith(one)))) return null;
  return { what: added, at, where: WHERE[place[0] ?? ''] ?? 'in' };
}

/** With a new row in its place; `last`: before the last ones that stay there. */
export function withAdded<T>(kind: RowKind<T>, { at, where }: Addition, row: T, last = 0): T[] {
  const { rows, names, beside } = kind;
  const behind = where === 'behind' || where === 'in';
  const other = at === undefined ? undefined : (kind.find?.(at, behind) ?? oneOf(rows, at, names));
  if (other !== undefined) return rows.toSpliced(rows.indexOf(other) + (behind ? 1 : 0), 0, beside?.(row, other) ?? row);
  const place = where === 'first' ? 0 : where === 'last' ? rows.length : rows.length - last;
  const neighbour = rows[Math.max(0, place - 1)];
  return rows.toSpliced(place, 0, neighbour === undefined ? row : (beside?.(row, neighbour) ?? row));
}
