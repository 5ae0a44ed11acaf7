import type { PlannerEntry, Workbench, WorkbenchEntry } from './outputs/workbench.ts';

export type { CalendarFeed, PlannerEntry, Workbench } from './outputs/workbench.ts';

export const WORKBENCH_GROUPS = { demand: '需求', offer: '报价', request: '接单', job: '招聘', salon: '沙龙', task: '待办与日程' } as const;
export type WorkbenchGroup = keyof typeof WORKBENCH_GROUPS;

/** Columns of the board, what asks for an answer first. */
export const WORKBENCH_COLUMNS = { answer: '等我处理', running: '进行中', over: '已结束' } as const;
export type WorkbenchColumn = keyof typeof WORKBENCH_COLUMNS;

export const columnOf = ({ asks_for_answer, over }: Pick<WorkbenchEntry, 'asks_for_answer' | 'over'>): WorkbenchColumn =>
  over ? 'over' : asks_for_answer ? 'answer' : 'running';

/** What ends or takes place soonest stands first; what has no time last, by its key. */
export function byUrgency(one: WorkbenchEntry, other: WorkbenchEntry): number {
  const time = (entry: WorkbenchEntry) => entry.ends_at ?? entry.at ?? Number.MAX_SAFE_INTEGER;
  return time(one) - time(other) || one.key.localeCompare(other.key);
}

export const PLANNER_MAX = { title: 80, note: 500, link: 200, entries: 500 } as const;

export const WORKBENCH_CALLS = {
  entry: '/user/workbench/entry',
  feed: '/user/workbench/feed',
  ics: '/user/workbench/calendar.ics',
} as const;

/** A card of the board: an entry of an area, or one's own. */
export interface BoardCard extends WorkbenchEntry {
  /** Of one's own entries; null: an area's. */
  planner: PlannerEntry | null;
}

const SOON_S = 86_400;

/** One's own entry as a card: it asks for an answer once its time is near or over. */
export function plannerCard(entry: PlannerEntry, now_s: number): BoardCard {
  const { id, title, at, done, all_day } = entry;
  const late = at > 0 && at + (all_day === 1 ? SOON_S : 0) < now_s;
  return {
    ...{ key: `planner:${id}`, group: 'task', title, path: '', planner: entry },
    state: done ? '已完成' : late ? '已过时间' : at > 0 ? '日程' : '待办',
    asks_for_answer: done === 0 && at > 0 && at - now_s < SOON_S,
    over: done === 1,
    ...(at > 0 ? { at, all_day: all_day === 1 } : {}),
  };
}

/** All that is on the board, of one group or of all, the most urgent first. */
export function boardCards({ entries, planner }: Workbench, group: WorkbenchGroup | '', now_s: number): BoardCard[] {
  const cards: BoardCard[] = [
    ...entries.map((entry) => ({ ...entry, planner: null })),
    ...planner.map((entry) => plannerCard(entry, now_s)),
  ];
  return cards.filter((card) => group === '' || card.group === group).toSorted(byUrgency);
}

/** Day in Shanghai of a time, YYYY-MM-DD. */
export const dayOf = (at_s: number): string => new Date((at_s + 8 * 3_600) * 1_000).toISOString().slice(0, 10);

export interface DayMark {
  card: BoardCard;
  /** It may be answered until then; else it takes place. */
  ends: boolean;
  at: number;
}

/** What stands on each day of a calendar: dates, and until when something may be answered; what is over is left out. */
export function marksByDay(cards: readonly BoardCard[]): Map<string, DayMark[]> {
  const marks = cards
    .filter(({ over }) => !over)
    .flatMap((card): DayMark[] => [
      ...(card.at === undefined ? [] : [{ card, ends: false, at: card.at }]),
      ...(card.ends_at === undefined ? [] : [{ card, ends: true, at: card.ends_at }]),
    ]);
  return Map.groupBy(
    marks.toSorted((one, other) => one.at - other.at || one.card.key.localeCompare(other.card.key)),
    ({ at }) => dayOf(at),
  );
}
