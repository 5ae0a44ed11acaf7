import type { FootprintGroup } from '#contract/center.ts';
import { shanghaiDay } from '#ui/time-text.ts';

/** Footprints this far apart begin a new step (spec 9); pages of the list are cut anywhere. */
const STEP_GAP_S = 300;

/** More groups after those that are there: a step that goes on over the end of a page stays one. */
export function appendGroups(before: readonly FootprintGroup[], more: readonly FootprintGroup[]): FootprintGroup[] {
  const last = before.at(-1);
  const [first, ...rest] = more;
  const end = last?.list.at(-1);
  const begin = first?.list[0];
  if (!last || !first || !end || !begin || end.time - begin.time > STEP_GAP_S) return [...before, ...more];
  const known = new Set(last.list.map(({ type, rid }) => `${type}-${rid}`));
  const list = [...last.list, ...first.list.filter(({ type, rid }) => !known.has(`${type}-${rid}`))];
  return [...before.slice(0, -1), { ...last, list }, ...rest];
}

export interface HistoryDay {
  /** YYYY-MM-DD in Shanghai. */
  day: string;
  title: string;
  groups: FootprintGroup[];
}

const dayOf = (at_s: number) => shanghaiDay(new Date(at_s * 1000));

function titleOf(day: string, now: Date): string {
  const today = dayOf(now.getTime() / 1000);
  if (day === today) return '今天';
  if (day === dayOf(now.getTime() / 1000 - 86_400)) return '昨天';
  const [year, month, date] = day.split('-').map(Number);
  return `${day.slice(0, 4) === today.slice(0, 4) ? '' : `${year}年`}${month}月${date}日`;
}

/** Steps by the Shanghai day on which each began to be looked back at: the day of its newest footprint. */
export function historyDays(groups: readonly FootprintGroup[], now: Date): HistoryDay[] {
  const days: HistoryDay[] = [];
  for (const group of groups) {
    const day = dayOf(group.update_time);
    const last = days.at(-1);
    if (last?.day === day) last.groups.push(group);
    else days.push({ day, title: titleOf(day, now), groups: [group] });
  }
  return days;
}
