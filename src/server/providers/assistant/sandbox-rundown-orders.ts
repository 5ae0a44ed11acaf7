import type { ResultOf } from '#contract/assistant-results.ts';
import { numberOf } from '#contract/number-words.ts';
import {
  type Addition,
  additionOf,
  changedRows,
  meansAll,
  minutesOf,
  NAME,
  OrderFault,
  OWNER_CELL,
  oneOf,
  pairOf,
  RATIO,
  type RowKind,
  ratioOf,
  turnedRows,
  withAdded,
} from './sandbox-order-words.ts';

type Rundown = ResultOf<'rundown'>;
type Row = Rundown['rows'][number];

const [DAY_MINUTES, USUAL_MINUTES, NOTE_MOST] = [1_440, 10, 300];
const CLOCK =
  /^(上午|早上|中午|下午|傍晚|晚上|晚)?(\d{1,2}|[一二两三四五六七八九十]{1,3})(?::(\d{2})|点(半|钟|整|\d{1,2}分?|[一二三四五]?十[一二三四五六七八九]?分?)?)$/u;
const SHIFTS =
  /^(?:比原[定来]|比计划)?(?:整体|全部|所有环节|活动|流程|开始时间|开场)?(?:都|再|往后|往前)?(推迟|延后|顺延|推后|晚|提前|提早|早)(.{2,8}?)(?:开始|开场)?$/u;
const BEGINS =
  /^(?:活动|整体|流程)?(?:开始时间|开场时间|开始|开场|时间)?(?:改成|改为|改到|调到|推迟到|提前到|为|定在|定为)? ?(.{2,8}?) ?(?:开始|开场|起)?$/u;
const ENDS = /^(?:活动|整体|流程)?(?:结束时间|结束)?(?:改成|改为|改到|调到|在|控制在)? ?(.{2,8}?) ?(?:前|之前)?(结束|收尾|散场)?$/u;
const WHOLE =
  /^(?:总时长|全程|总长|整场|全场|全部|整体(?:时长)?|活动(?:时长)?|流程(?:时长)?)(?:改成|改为|压到|压缩到|控制在|缩短到|延长到|调到|为)? ?(.{2,8}?)(?:以内|之内)?$/u;
const BEGINS_AT = new RegExp(
  `^${NAME}(?:的?(?:开始)?时间)?(?:改成|改为|改到|调到|推迟到|提前到|挪到|移到|定在|安排在|放在|在) ?(.{2,8}?)(?:开始)?$`,
  'u',
);
const SHIFTS_ONE = new RegExp(
  `^${NAME}(?:的?(?:开始)?时间)?(?:往后|往前)?(推迟|延后|顺延|推后|晚|提前|提早|早|往?后[挪推移]|往?前[挪提移])(.{2,8}?)(?:开始)?$`,
  'u',
);
const LASTS = new RegExp(
  `^${NAME}(?:的?(?:时长|时间))?(?:都|各|再)?(改成|改为|改到|延长到|缩短到|压缩到|压到|控制在|调到|增加到|减到|给|[:：]|延长|缩短|压缩|增加|减少|加|减|多|少) ?(.{2,8})$`,
  'u',
);
const LASTS_ALONE = new RegExp(`^${NAME} ?(\\d{1,3} ?分钟|半小时)$`, 'u');
const SCALES = new RegExp(`^${NAME}(?:的?(?:时长|时间))?(?:都)?${RATIO}$`, 'u');
const MERGES = /^(?:合并)?(.{3,61}?)(?:合并|合成一个|并成一个)?(?:环节)?$/u;
/** What is added: 无人机表演 15分钟, 15分钟的无人机表演. */
const TIMED = /^(.{1,29}?)[ ,，:：]*(?:时长)?(\d{1,3} ?分钟|半个?小时|[\d一二两三] ?个?小时)?$/u;
const TIMED_FIRST = /^(\d{1,3} ?分钟|半个?小时)的?(.{1,29})$/u;
/** Meals have many names. */
const MEAL = /晚宴|午宴|晚餐|午餐|用餐|聚餐|宴席|开餐|吃饭/;
const MEAL_ALONE = /^(?:晚宴|午宴|晚餐|午餐|用餐|聚餐|宴席|开餐|吃饭)(?:环节|时间)?$/;
const [BEGINNING, LEAVING] = [/^(?:开场|开始|开头)$/, /散场|送客|送别|离场|退场|收尾|返程|闭馆|撤场/];

function clockOf(text: string, after = -1): number | null {
  const [found, part = '', hours = '', exact, spoken = ''] = CLOCK.exec(text.trim()) ?? [];
  const hour = numberOf(hours);
  if (found === undefined || hour === null) return null;
  const later = /下午|傍晚|晚/.test(part) || (/中午/.test(part) && hour < 6) ? hour < 12 : false;
  const said = /\d/.test(spoken) ? Number.parseInt(spoken, 10) : (numberOf(spoken.replace(/[分钟整半]/g, '')) ?? 0);
  const minute = exact !== undefined ? Number(exact) : /半/.test(spoken) ? 30 : said;
  const at = (hour + (later ? 12 : 0)) * 60 + minute;
  if (hour > 23 || minute > 59) return null;
  // 晚宴 at 7点 is in the evening of a day that began at 14:00
  return exact === undefined && part === '' && at <= after && hour < 12 ? at + 12 * 60 : at;
}

const startOf = ({ rows }: Rundown): number => {
  const [, hours = '0', minutes = '0'] = /(\d{2}):(\d{2})$/.exec(rows[0]?.start ?? '') ?? [];
  return Number(hours) * 60 + Number(minutes);
};
function startingAt(rundown: Rundown, at: number): Rundown {
  if (at < 0 || at >= DAY_MINUTES) throw new OrderFault('开始时间会到另一天，请写明几点开始');
  const start = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  return { ...rundown, rows: rundown.rows.map((row, nth) => (nth === 0 ? { ...row, start } : row)) };
}
/** Other rows begin when these began. */
const withRows = (rundown: Rundown, rows: readonly Row[]): Rundown => startingAt({ ...rundown, rows: [...rows] }, startOf(rundown));

/** The row by its name; a meal also by another name of it: the first of its parts, or the last. */
function mealOf(rows: readonly Row[], name: string, last: boolean): Row | undefined {
  if (rows.some(({ what }) => what.includes(name))) return undefined;
  const meals = rows.filter(({ what }) => MEAL.test(what));
  if (MEAL_ALONE.test(name)) return last ? meals.at(-1) : meals[0];
  return BEGINNING.test(name) ? rows[0] : undefined;
}

/** All parts in another time, each by its share. */
function lasting(rundown: Rundown, minutes: number): Rundown {
  const { rows } = rundown;
  if (minutes < rows.length || minutes > DAY_MINUTES) throw new OrderFault(`${rows.length} 个环节不能用 ${minutes} 分钟`);
  const whole = rows.reduce((sum, row) => sum + row.minutes, 0);
  const made = rows.map((row) => ({ ...row, minutes: Math.max(1, Math.floor((row.minutes * minutes) / whole)) }));
  let left = minutes - made.reduce((sum, row) => sum + row.minutes, 0);
  while (left !== 0) {
    const longest = made.reduce((most, row) => (row.minutes > most.minutes ? row : most));
    const by = left > 0 ? left : -1;
    longest.minutes += by;
    left -= by;
  }
  return withRows(rundown, made);
}

/** A part begins at another time: the one before it takes what lies between. @throws OrderFault */
function beginningAt(rundown: Rundown, row: Row, at: number): Rundown {
  const { rows } = rundown;
  const nth = rows.indexOf(row);
  if (nth === 0) return startingAt(rundown, at);
  const now = startOf(rundown) + rows.slice(0, nth).reduce((sum, { minutes }) => sum + minutes, 0);
  const before = rows[nth - 1] as Row;
  const minutes = before.minutes + at - now;
  if (minutes < 1 || minutes > DAY_MINUTES)
    throw new OrderFault(`“${row.what}”前面的“${before.what}”只有 ${before.minutes} 分钟，请先调整前面的环节`);
  return withRows(
    rundown,
    rows.map((one) => (one === before ? { ...before, minutes } : one)),
  );
}

function added(kind: RowKind<Row>, addition: Addition): Row[] | null {
  const [, first_minutes, first_what] = TIMED_FIRST.exec(addition.what) ?? [];
  const [, what = '', length] = first_what === undefined ? (TIMED.exec(addition.what) ?? []) : [undefined, first_what, first_minutes];
  const minutes = length === undefined ? USUAL_MINUTES : minutesOf(length);
  if (what === '' || minutes === null) return null;
  const row: Row = { start: '', end: '', minutes, what: what.trim(), who: '', note: '' };
  return withAdded(kind, addition, row, LEAVING.test(kind.rows.at(-1)?.what ?? '') ? 1 : 0);
}

/** A run-down after one order; null: it is none. @throws OrderFault */
export function changedRundown(rundown: Rundown, order: string): Rundown | null {
  const { rows } = rundown;
  const kind: RowKind<Row> = {
    rows,
    names: [({ what }) => what],
    least: '一个环节',
    rename: (row, what) => ({ ...row, what }),
    cells: [
      [OWNER_CELL, (row, who) => ({ ...row, who })],
      [
        '备注|提示|说明|注意',
        (row, note, adds) => ({ ...row, note: (adds && row.note ? `${row.note}；${note}` : note).slice(0, NOTE_MOST) }),
      ],
      ['名称|环节名', (row, what) => ({ ...row, what })],
    ],
    find: (name, last) => mealOf(rows, name, last) as Row,
  };
  const rowOf = (name: string): Row => mealOf(rows, name, false) ?? oneOf(rows, name, kind.names);
  const start = startOf(rundown);
  const [, way = '', by = ''] = SHIFTS.exec(order) ?? [];
  const shift = minutesOf(by);
  if (shift !== null) return startingAt(rundown, start + (/早|前/.test(way) ? -shift : shift));
  const whole = minutesOf(WHOLE.exec(order)?.[1] ?? '');
  if (whole !== null) return lasting(rundown, whole);
  const [, end = '', ends] = ENDS.exec(order) ?? [];
  const end_at = ends !== undefined || order.includes(END_TIME) ? clockOf(end, start) : null;
  if (end_at !== null) return lasting(rundown, end_at > start ? end_at - start : end_at + DAY_MINUTES - start);

  const lengthen = (name: string, next: (row: Row) => number): Rundown => {
    const of = meansAll(name) ? rows : [rowOf(name)];
    const made = rows.map((row) => (of.includes(row) ? { ...row, minutes: next(row) } : row));
    const none = made.findIndex(({ minutes }) => minutes < 1 || minutes > DAY_MINUTES);
    if (none >= 0) throw new OrderFault(`“${rows[none]?.what}”只有 ${rows[none]?.minutes} 分钟`);
    return withRows(rundown, made);
  };
  const [, scaled, times = ''] = SCALES.exec(order) ?? [];
  const ratio = ratioOf(times);
  if (scaled !== undefined && ratio !== null) return lengthen(scaled, (row) => Math.max(1, Math.round(row.minutes * ratio)));
  const [, shifted, side = '', shifted_by = ''] = SHIFTS_ONE.exec(order) ?? [];
  const one_shift = minutesOf(shifted_by);
  if (shifted !== undefined && one_shift !== null) {
    const row = rowOf(shifted);
    const now = start + rows.slice(0, rows.indexOf(row)).reduce((sum, { minutes }) => sum + minutes, 0);
    return beginningAt(rundown, row, now + (/早|前/.test(side) ? -one_shift : one_shift));
  }
  const addition = additionOf(order, kind);
  // 抽奖加10分钟 is no new part
  const [, name, change = '', length = ''] = LASTS.exec(order) ?? [];
  const minutes = minutesOf(length);
  if (name !== undefined && minutes !== null)
    return lengthen(name, (row) => (/[改到给在:：]/.test(change) ? minutes : row.minutes + (/减|缩|少/.test(change) ? -minutes : minutes)));
  const [, alone, alone_length = ''] = addition ? [] : (LASTS_ALONE.exec(order) ?? []);
  if (alone !== undefined) return lengthen(alone, (row) => minutesOf(alone_length) ?? row.minutes);
  const [, begun, clock = ''] = BEGINS_AT.exec(order) ?? [];
  const begun_at = clockOf(clock, start);
  if (begun !== undefined && begun_at !== null && !BEGINNING_NAMED.test(begun)) return beginningAt(rundown, rowOf(begun), begun_at);
  const at = clockOf(BEGINS.exec(order)?.[1] ?? '');
  if (at !== null) return startingAt(rundown, at);

  const both = /合并|合成|并成/.test(order) ? (MERGES.exec(order)?.[1] ?? '') : '';
  if (both !== '') {
    const [one, two] = pairOf(both, rowOf);
    const merged = { ...one, minutes: one.minutes + two.minutes, what: `${one.what}与${two.what}` };
    return withRows(
      rundown,
      rows.flatMap((row) => (row === one ? [merged] : row === two ? [] : [row])),
    );
  }
  const made = (addition && added(kind, addition)) ?? changedRows(kind, order) ?? turnedRows(kind, order);
  return made && withRows(rundown, made);
}
const END_TIME = '结束';
const BEGINNING_NAMED = /^(?:活动|整体|流程|开始|开场|时间|开始时间|开场时间)$/;
