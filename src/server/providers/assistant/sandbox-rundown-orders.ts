import type { ResultOf } from '#contract/assistant-results.ts';
import { deletedName, minutesOf, NAME, OrderFault, oneOf } from './sandbox-order-words.ts';

type Rundown = ResultOf<'rundown'>;
type Row = Rundown['rows'][number];

const DAY_MINUTES = 1_440;
const CLOCK = /^(上午|早上|中午|下午|傍晚|晚上|晚)?(\d{1,2})(?::(\d{2})|点(半|\d{1,2}分?)?)$/u;
const SHIFTS = /^(?:整体|全部|所有环节|活动|流程)?(?:往后)?(推迟|延后|顺延|推后|晚|提前|提早|早)(.{2,8}?)(?:开始)?$/u;
const BEGINS = /^(?:活动|整体)?(?:开始时间)?(?:改成|改为|改到|调到|推迟到|提前到|为)? ?(.{2,8}?) ?(?:开始|开场)?$/u;
const MOVES = new RegExp(`^${NAME}(?:提前|推迟|延后|移|挪|放|调|改|排)(?:到|在|至)${NAME}(?:之)?(前|后)面?$`, 'u');
const LASTS = new RegExp(`^${NAME}(?:时长)?(改成|改为|延长到|缩短到|压到|调到|延长|缩短|加|减)(.{2,8})$`, 'u');
const ADDS = new RegExp(
  `^(?:加一?[行个条段]|增加一?[行个条段]?|新增一?[行个条段]?|添加一?[行个条段]?)(?:环节)?[:： ]?${NAME}(?: ?(\\d{1,3}|半)(分钟|个?小时))?(?: ?(?:放|排)?在${NAME}(?:之)?(前|后)面?)?$`,
  'u',
);
/** Meals have many names. */
const MEAL = /晚宴|午宴|晚餐|午餐|用餐|聚餐|宴席|开餐/;

function clockOf(text: string): number | null {
  const [found, part = '', hours, exact, spoken = ''] = CLOCK.exec(text) ?? [];
  if (found === undefined) return null;
  const hour = Number(hours) + (/下午|傍晚|晚/.test(part) && Number(hours) < 12 ? 12 : 0);
  const minute = exact !== undefined ? Number(exact) : /半/.test(spoken) ? 30 : Number.parseInt(spoken || '0', 10);
  return hour < 24 && minute < 60 ? hour * 60 + minute : null;
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
function rowOf(rows: readonly Row[], name: string, last = false): Row {
  const meals = rows.filter(({ what }) => MEAL.test(what));
  const meal = last ? meals.at(-1) : meals[0];
  if (MEAL.test(name) && meal && !rows.some(({ what }) => what.includes(name))) return meal;
  return oneOf(rows, name, [({ what }) => what]);
}

/** A run-down after one order; null: it is none. @throws OrderFault */
export function changedRundown(rundown: Rundown, order: string): Rundown | null {
  const { rows } = rundown;
  const [, way = '', by = ''] = SHIFTS.exec(order) ?? [];
  const shift = minutesOf(by);
  if (shift !== null) return startingAt(rundown, startOf(rundown) + (/早|前/.test(way) ? -shift : shift));
  const [, moved, anchor = '', side] = MOVES.exec(order) ?? [];
  if (moved !== undefined) {
    const row = rowOf(rows, moved);
    const beside = rowOf(rows, anchor, /后/.test(side ?? ''));
    if (row === beside) throw new OrderFault(`“${moved}”和“${anchor}”是同一个环节`);
    const others = rows.filter((one) => one !== row);
    return withRows(rundown, others.toSpliced(others.indexOf(beside) + (/后/.test(side ?? '') ? 1 : 0), 0, row));
  }
  const gone = deletedName(order);
  if (gone !== undefined) {
    const row = rowOf(rows, gone);
    if (rows.length === 1) throw new OrderFault('至少要留一个环节');
    return withRows(
      rundown,
      rows.filter((one) => one !== row),
    );
  }
  const [, added, number = '', unit = '', beside, where = ''] = ADDS.exec(order) ?? [];
  if (added !== undefined) {
    const minutes = unit === '' ? 10 : minutesOf(`${number}${unit}`);
    if (minutes === null) return null;
    const row: Row = { start: '', end: '', minutes, what: added, who: '', note: '' };
    const at = beside === undefined ? rows.length - 1 : rows.indexOf(rowOf(rows, beside, /后/.test(where))) + (/后/.test(where) ? 1 : 0);
    return withRows(rundown, rows.toSpliced(at, 0, row));
  }
  const [, name, change = '', length = ''] = LASTS.exec(order) ?? [];
  const minutes = minutesOf(length);
  if (name !== undefined && minutes !== null) {
    const row = rowOf(rows, name);
    const next = /[改到]/.test(change) ? minutes : row.minutes + (/减|缩/.test(change) ? -minutes : minutes);
    if (next < 1) throw new OrderFault(`“${row.what}”只有 ${row.minutes} 分钟`);
    return withRows(
      rundown,
      rows.map((one) => (one === row ? { ...row, minutes: next } : one)),
    );
  }
  const at = clockOf(BEGINS.exec(order)?.[1] ?? '');
  return at === null ? null : startingAt(rundown, at);
}
