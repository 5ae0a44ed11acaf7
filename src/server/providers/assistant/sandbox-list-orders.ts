import type { ResultOf } from '#contract/assistant-results.ts';
import {
  type Addition,
  additionOf,
  changedRows,
  NAME,
  OrderFault,
  OWNER_CELL,
  type RowKind,
  turnedRows,
  withAdded,
} from './sandbox-order-words.ts';

type Checklist = ResultOf<'checklist'>;
type Risks = ResultOf<'risks'>;
type Risk = Risks['rows'][number];
interface Task {
  title: string;
  text: string;
  owner: string;
  due: string;
}

const [SHORT_MOST, CELL_MOST] = [120, 300];
/** 小王负责, 最晚 活动前3天, 应对 备发电车 behind what is added. */
const FIELD =
  /[ ,，](?:(?:由)?(\S{1,10}?)(?:负责|跟进)$|(负责人?|最晚|截止|期限|应对|措施|影响|可能性?|概率|决定人)[:： ]?(\S[^ ,，]{0,99}))/gu;
const DAYS = /(\d{1,3})(?= 天)/;
const SHIFTS = new RegExp(`^${NAME}(提前|提早|推迟|延后) ?(\\d{1,3}) ?天$`, 'u');
const LEVEL = /[低中高]/;
const LEVELS: ReadonlyArray<Risk['chance']> = ['低', '中', '高'];
const STEPS = new RegExp(`^${NAME}的?(?:可能性?|概率|等级|级别)(调高|升高|提高|上调|调低|降低|下调)(?:一级|一档)?$`, 'u');
const GROUP_GONE = /^(?:删掉|删除|去掉|不要|取消)(\S{1,20}?)(?:阶段|这一?[组阶]段?)?$/u;
const ADDS_GROUP = /^(?:加|增加|新增|添加)一?个?(?:阶段|组|分组)[:： ]?(\S[^，。]{0,29})$/u;

/** What is added without its fields, and these. */
function fieldsOf({ what }: Addition): { what: string; said: (called: RegExp) => string } {
  const found = [...what.matchAll(FIELD)].map(([, by = '', called = OWNER_CELL, value = by]) => ({ called, value }));
  return { what: what.replace(FIELD, '').trim(), said: (called) => found.find((one) => called.test(one.called))?.value ?? '' };
}

/** A list after one order; null: it is none. @throws OrderFault */
export function changedChecklist(list: Checklist, order: string): Checklist | null {
  const rows: Task[] = list.groups.flatMap(({ title, items }) => items.map((item) => ({ title, ...item })));
  const kind: RowKind<Task> = {
    rows,
    names: [({ text }) => text],
    least: '一项',
    rename: (row, text) => ({ ...row, text }),
    cells: [
      [OWNER_CELL, (row, owner) => ({ ...row, owner: owner.slice(0, SHORT_MOST) })],
      ['最晚时间|最晚|截止时间|截止日期|截止|期限|完成时间|时间|日期', (row, due) => ({ ...row, due: due.slice(0, SHORT_MOST) })],
      ['阶段|分组', (row, title) => ({ ...row, title: groupOf(title) })],
    ],
    beside: (row, { title, due }) => ({ ...row, title, due: row.due || due }),
  };
  const groupOf = (name: string): string => {
    const title = list.groups.find((one) => one.title === name || one.title.includes(name))?.title;
    if (title === undefined) throw new OrderFault(`没有“${name}”这个阶段，有：${list.groups.map((one) => one.title).join('、')}`);
    return title;
  };
  const grouped = (all: readonly Task[]): Checklist => {
    const groups = list.groups.flatMap(({ title }) => {
      const items = all.filter((one) => one.title === title).map(({ title: _title, ...item }) => item);
      return items.length > 0 ? [{ title, items }] : [];
    });
    return { ...list, groups };
  };
  const title = ADDS_GROUP.exec(order)?.[1];
  if (title !== undefined) return { ...list, groups: [...list.groups, { title, items: [{ text: '（内容待补）', owner: '', due: '' }] }] };
  const gone = GROUP_GONE.exec(order)?.[1];
  const left = list.groups.filter((one) => one.title !== gone);
  if (left.length < list.groups.length && left.length > 0) return { ...list, groups: left };
  const [, shifted, way = '', days = '0'] = SHIFTS.exec(order) ?? [];
  if (shifted !== undefined) {
    const made = changedRows(
      { ...kind, cells: [['最晚', (row) => shiftedDue(row, /提/.test(way) ? Number(days) : -Number(days))]] },
      `${shifted}最晚是${days}`,
    );
    return made && grouped(made);
  }
  const into = new RegExp(`^${NAME}(?:移|挪|放|调|归)(?:到|在|进)${NAME}(?:阶段|里|中|组)?$`, 'u').exec(order);
  if (into?.[2] !== undefined && list.groups.some((one) => one.title === into[2]))
    return grouped(changedRows(kind, `${into[1]}阶段改成${into[2]}`) ?? rows);
  const addition = additionOf(order, kind);
  if (addition) {
    const { what, said } = fieldsOf(addition);
    const in_group = list.groups.find((one) => addition.where === 'in' && one.title === addition.at);
    const last = in_group ?? list.groups.at(-1);
    const task: Task = { title: last?.title ?? '', text: what.slice(0, CELL_MOST), owner: said(/负责/), due: said(/最晚|截止|期限/) };
    const due = task.due || (in_group?.items.at(-1)?.due ?? '');
    return grouped(in_group ? [...rows, { ...task, due }] : withAdded(kind, addition, task));
  }
  const made = changedRows(kind, order) ?? turnedRows(kind, order);
  return made && grouped(made);
}

function shiftedDue(row: Task, days: number): Task {
  const before = DAYS.exec(row.due)?.[0];
  const next = Number(before ?? 0) + (/后/.test(row.due) ? -days : days);
  if (before === undefined || next < 1) throw new OrderFault(`“${row.text}”的最晚是“${row.due}”，请写明改成哪一天`);
  return { ...row, due: row.due.replace(DAYS, String(next)) };
}

/** Risks after one order; null: it is none. @throws OrderFault */
export function changedRisks(risks: Risks, order: string): Risks | null {
  const levelOf = (value: string): Risk['chance'] => {
    const level = LEVELS.find((one) => one === LEVEL.exec(value)?.[0]);
    if (level === undefined) throw new OrderFault('可能性写低、中或高');
    return level;
  };
  const kind: RowKind<Risk> = {
    rows: risks.rows,
    names: [({ risk }) => risk],
    least: '一项',
    rename: (row, risk) => ({ ...row, risk }),
    cells: [
      ['可能性|可能|概率|等级|级别|风险等级', (row, value) => ({ ...row, chance: levelOf(value) })],
      ['影响|后果', (row, effect) => ({ ...row, effect })],
      [
        '应对措施|应对|措施|对策|预案|处理',
        (row, measure, adds) => ({ ...row, measure: (adds ? `${row.measure}；${measure}` : measure).slice(0, CELL_MOST) }),
      ],
      [OWNER_CELL, (row, owner) => ({ ...row, owner: owner.slice(0, SHORT_MOST) })],
    ],
  };
  const [, stepped, way = ''] = STEPS.exec(order) ?? [];
  if (stepped !== undefined) {
    const by = /高|上/.test(way) ? 1 : -1;
    const step = (row: Risk) => ({ ...row, chance: LEVELS[Math.min(2, Math.max(0, LEVELS.indexOf(row.chance) + by))] ?? row.chance });
    const made = changedRows({ ...kind, cells: [['可能', step]] }, `${stepped}可能是${way}`);
    return made && { ...risks, rows: made };
  }
  const addition = additionOf(order, kind);
  if (addition) {
    const { what, said } = fieldsOf(addition);
    const effect = said(/影响/) || '待补';
    const row: Risk = {
      risk: what,
      chance: said(/可能|概率/) === '' ? '中' : levelOf(said(/可能|概率/)),
      effect,
      measure: said(/应对|措施/) || '待补',
      owner: said(/负责|决定/),
    };
    return { ...risks, rows: withAdded(kind, addition, row) };
  }
  const level = new RegExp(`^${NAME}(?:改成|改为|调成|调为|调到)(低|中|高)(?:风险|等级|级)?$`, 'u').exec(order);
  const made = changedRows(kind, order) ?? (level ? changedRows(kind, `${level[1]}可能是${level[2]}`) : null) ?? turnedRows(kind, order);
  return made && { ...risks, rows: made };
}
