import { CHART_WIDTHS, type Chart, type ChartWidth } from '#contract/outputs/chart.ts';
import { CHART_STYLE, niceTop } from './draw-figures.ts';

const HEIGHT = 220;
const LEFT = 64;
const BOTTOM = 28;
const TOP = 28;
const LINES = 4;
const NAME_WIDTH = 130;
/** Of CHART_STYLE. */
const COLOURS = 3;

export interface Line {
  title: string;
  /** One a step; null: nothing is known, the line is broken there. */
  values: ReadonlyArray<number | null>;
}

/** Lines over one stretch of time as an SVG picture of its own: axis, times below, names above, and a title for those who do not see it. */
export function drawLines(lines: readonly Line[], marks: readonly string[], words: { about: string; desk?: 'desk' | 'half' }): Chart {
  // every second time, the first and the last among them
  const few = marks.filter((_mark, at) => at % 2 === 0);
  return {
    desk: drawn(lines, marks, words, words.desk ?? 'desk'),
    wide: drawn(lines, marks, words, 'wide'),
    narrow: drawn(lines, few, words, 'narrow'),
  };
}

function drawn(lines: readonly Line[], marks: readonly string[], { about }: { about: string }, size: ChartWidth): string {
  const width = CHART_WIDTHS[size];
  const steps = Math.max(1, ...lines.map(({ values }) => values.length));
  const top = niceTop(Math.max(0, ...lines.flatMap(({ values }) => values.filter((value) => value !== null))));
  const high = HEIGHT - TOP - BOTTOM;
  const x = (step: number) => round(LEFT + ((width - LEFT - 4) * step) / Math.max(1, steps - 1));
  const y = (value: number) => round(TOP + high * (1 - value / top));
  const grid = Array.from({ length: LINES + 1 }, (_line, at) => (top / LINES) * at).map(
    (value) =>
      `<line x1="${LEFT}" x2="${width}" y1="${y(value)}" y2="${y(value)}" class="grid"/>` +
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${round(value)}</text>`,
  );
  const paths = lines.map(
    ({ values }, at) =>
      `<path d="${pathOf(values, x, y)}" class="${classOf(at)}" stroke-width="1.5"/>` +
      dotsOf(values, (step, value) => `<circle cx="${x(step)}" cy="${y(value)}" r="3" class="${classOf(at)}"/>`),
  );
  const names = lines.map(
    ({ title }, at) =>
      `<rect x="${LEFT + at * NAME_WIDTH}" y="8" width="10" height="10" rx="2" class="${classOf(at)}"/>` +
      `<text x="${LEFT + at * NAME_WIDTH + 16}" y="17">${title}</text>`,
  );
  const below = marks.map((mark, at) => {
    const anchor = at === 0 ? 'start' : at === marks.length - 1 ? 'end' : 'middle';
    return `<text x="${x((at * (steps - 1)) / Math.max(1, marks.length - 1))}" y="${HEIGHT - 8}" text-anchor="${anchor}">${mark}</text>`;
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">` +
    `${CHART_STYLE}<title>${about}</title>${[...grid, ...paths, ...names, ...below].join('')}</svg>`
  );
}

function pathOf(values: Line['values'], x: (step: number) => number, y: (value: number) => number): string {
  return values.map((value, at) => (value === null ? '' : `${at > 0 && values[at - 1] !== null ? 'L' : 'M'}${x(at)} ${y(value)}`)).join('');
}

/** A step without neighbours has no line and would not be seen. */
function dotsOf(values: Line['values'], dot: (step: number, value: number) => string): string {
  const known = (step: number) => (values[step] ?? null) !== null;
  return values.map((value, at) => (value === null || known(at - 1) || known(at + 1) ? '' : dot(at, value))).join('');
}

const classOf = (at: number) => `c${at % COLOURS}`;
const round = (value: number) => Math.round(value * 10) / 10;
