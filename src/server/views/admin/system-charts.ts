import type { SystemFacts } from '#contract/operations.ts';
import { type ProcessFigures, quantile } from '../../modules/operations/index.ts';
import { drawLines, type Line } from '../figures/draw-lines.ts';

/** A process reports at least once within this time. */
const STEP_MS = 10 * 60_000;
const STEPS = 144;
const MARKS = 7;

interface Sample {
  process: string;
  at: Date;
  figures: ProcessFigures;
}

/** Pictures of 24 hours in steps of ten minutes, all processes together. */
export function systemCharts(samples: readonly Sample[], now: Date): SystemFacts['charts'] {
  const start_ms = now.getTime() - STEPS * STEP_MS;
  const steps: ProcessFigures[][] = Array.from({ length: STEPS }, () => []);
  /** The newest of each process in a step: memory is not added up over time. */
  const present: Array<Map<string, ProcessFigures>> = steps.map(() => new Map());
  for (const { process, at, figures } of samples) {
    const step = Math.min(STEPS - 1, Math.floor((at.getTime() - start_ms) / STEP_MS));
    steps[step]?.push(figures);
    present[step]?.set(process, figures);
  }
  const each = (value: (of: readonly ProcessFigures[]) => number | null) => steps.map((of) => (of.length === 0 ? null : value(of)));
  const timesOf = (area: string, share: number) =>
    each((of) => {
      const found = quantile(sumTimes(of, area), share);
      return found === null ? null : round(found);
    });
  const marks = Array.from({ length: MARKS }, (_mark, at) => timeOfDay(start_ms + (at * STEPS * STEP_MS) / (MARKS - 1)));
  const chart = (key: string, title: string, unit: string, lines: readonly Line[]) => {
    const about = `${title}（${unit}），近 24 小时：${lines.map((line) => lineAbout(line)).join('；')}`;
    return { key, title: `${title}（${unit}）`, about, svg: drawLines(lines, marks, { about, desk: 'half' }) };
  };
  return [
    chart('requests', '每分钟请求', '次', [
      { title: '网关', values: each((of) => perMinute(of, ({ areas }) => areas['gateway']?.count ?? 0)) },
      { title: '页面', values: each((of) => perMinute(of, pagesOf)) },
    ]),
    chart('errors', '出错的响应（5xx）', '次', [{ title: '出错', values: each(errorsOf) }]),
    chart('gateway', '网关耗时', '毫秒', [
      { title: '一半快于', values: timesOf('gateway', 0.5) },
      { title: '95% 快于', values: timesOf('gateway', 0.95) },
    ]),
    chart('pages', '页面生成耗时', '毫秒', [
      { title: '一半快于', values: timesOf('page', 0.5) },
      { title: '95% 快于', values: timesOf('page', 0.95) },
    ]),
    chart('loop', '事件循环延迟', '毫秒', [{ title: '99% 低于', values: each((of) => most(of, ({ loop_p99_ms }) => loop_p99_ms)) }]),
    chart('memory', '内存', 'MB', [
      { title: '所有进程', values: present.map((of) => (of.size === 0 ? null : sum([...of.values()], ({ memory_mb }) => memory_mb))) },
    ]),
    chart('pool', '等待数据库连接', '个', [{ title: '最多同时', values: each((of) => most(of, ({ pool }) => pool.waiting)) }]),
    chart('cache', '页面缓存命中', '%', [{ title: '命中', values: each(hitShare) }]),
  ];
}

const sum = (of: readonly ProcessFigures[], value: (one: ProcessFigures) => number) => of.reduce((total, one) => total + value(one), 0);
const most = (of: readonly ProcessFigures[], value: (one: ProcessFigures) => number) => Math.max(...of.map(value));
const round = (value: number) => Math.round(value * 10) / 10;

/** Rendered ones and those of the cache; one that was rendered for the cache is counted once. */
const pagesOf = ({ areas, cache }: ProcessFigures) => (areas['page']?.count ?? 0) + cache.hit + cache.stale;

const perMinute = (of: readonly ProcessFigures[], value: (one: ProcessFigures) => number) => round(sum(of, value) / (STEP_MS / 60_000));

const errorsOf = (of: readonly ProcessFigures[]) =>
  sum(of, ({ areas }) => Object.values(areas).reduce((total, { errors }) => total + errors, 0));

function hitShare(of: readonly ProcessFigures[]): number | null {
  const served = sum(of, ({ cache }) => cache.hit + cache.stale);
  const all = served + sum(of, ({ cache }) => cache.miss);
  return all === 0 ? null : round((100 * served) / all);
}

function sumTimes(of: readonly ProcessFigures[], area: string): number[] {
  const times: number[] = [];
  for (const { areas } of of) for (const [at, n] of (areas[area]?.times ?? []).entries()) times[at] = (times[at] ?? 0) + n;
  return times;
}

function lineAbout({ title, values }: Line): string {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? `${title}没有记录` : `${title}最高 ${Math.max(...known)}`;
}

const timeOfDay = (ms: number) => new Date(ms + 8 * 3_600_000).toISOString().slice(11, 16);
