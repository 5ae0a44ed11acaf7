import { conversionOf, FIGURE_MEASURES, type FigureDay, type FigureMeasure } from '#contract/figures.ts';
import { CHART_WIDTHS, type Chart, type ChartWidth } from '#contract/outputs/chart.ts';

const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 32;
const TOP = 16;
const LINES = 4;
/** Names of days that stand beside each other. */
const NAMES: Record<ChartWidth, number> = { desk: 12, wide: 8, half: 6, narrow: 4 };

/** One measure of a publisher's days. */
export function drawFigures(days: readonly FigureDay[], measure: FigureMeasure): Chart {
  return drawBars(
    days.map((day) => ({ day: day.day, value: measure === 'conversion' ? (conversionOf(day) ?? 0) : day[measure] })),
    FIGURE_MEASURES[measure],
  );
}

/** Bars by day as an SVG picture of its own: with its axis, the days below it and a title for those who do not see it. */
export function drawBars(days: Days, words: { title: string; unit: string }): Chart {
  return { desk: drawn(days, words, 'desk'), wide: drawn(days, words, 'wide'), narrow: drawn(days, words, 'narrow') };
}

type Days = ReadonlyArray<{ day: string; value: number }>;

function drawn(days: Days, { title, unit }: { title: string; unit: string }, size: ChartWidth): string {
  const width = CHART_WIDTHS[size];
  const top = niceTop(Math.max(...days.map(({ value }) => value), 0));
  const high = HEIGHT - TOP - BOTTOM;
  const step = (width - LEFT) / Math.max(1, days.length);
  const y = (value: number) => round(TOP + high * (1 - value / top));
  const lines = Array.from({ length: LINES + 1 }, (_line, at) => (top / LINES) * at).map(
    (value) =>
      `<line x1="${LEFT}" x2="${width}" y1="${y(value)}" y2="${y(value)}" class="grid"/>` +
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${plain(value)}</text>`,
  );
  const bars = days.map((day, at) => {
    const wide = Math.max(2, step * 0.7);
    const from = round(LEFT + at * step + (step - wide) / 2);
    return (
      `<rect x="${from}" y="${y(day.value)}" width="${round(wide)}" height="${round(HEIGHT - BOTTOM - y(day.value))}" rx="2" class="c0">` +
      `<title>${day.day} ${title} ${plain(day.value)} ${unit}</title></rect>`
    );
  });
  const every = Math.ceil(days.length / NAMES[size]);
  const names = days.flatMap((day, at) =>
    at % every === 0
      ? [`<text x="${round(LEFT + (at + 0.5) * step)}" y="${HEIGHT - 10}" text-anchor="middle">${day.day.slice(5)}</text>`]
      : [],
  );
  const about = `${title}：${days[0]?.day ?? ''} 至 ${days.at(-1)?.day ?? ''}，最高 ${plain(Math.max(...days.map(({ value }) => value), 0))} ${unit}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">` +
    `${CHART_STYLE}<title>${about}</title>${[...lines, ...bars, ...names].join('')}</svg>`
  );
}

/** An SVG picture has the colour scheme of the page that it stands in. */
export const CHART_STYLE =
  '<style>text{fill:#57606a}.grid{stroke:#e5e7eb}.c0{fill:#d13613}.c1{fill:#2563eb}.c2{fill:#059669}path.c0,path.c1,path.c2{fill:none}' +
  'path.c0{stroke:#d13613}path.c1{stroke:#2563eb}path.c2{stroke:#059669}@media(prefers-color-scheme:dark){text{fill:#a6b0bd}.grid{stroke:#323a46}' +
  '.c0{fill:#ff7d5c}.c1{fill:#7aa7ff}.c2{fill:#3ddc97}path.c0{stroke:#ff7d5c}path.c1{stroke:#7aa7ff}path.c2{stroke:#3ddc97}}</style>';

/** The next of 4, 8, 20, 40, 80, 200 ...: four lines with whole numbers. */
export function niceTop(highest: number): number {
  for (let ten = 1; ; ten *= 10) {
    const fits = [4, 8, 20].find((step) => step * ten >= highest);
    if (fits) return fits * ten;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
const plain = (value: number) => String(Math.round(value * 100) / 100);
