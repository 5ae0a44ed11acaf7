import { FIGURE_MEASURES, type FigureDay, type FigureMeasure } from '#contract/figures.ts';

const WIDTH = 760;
const HEIGHT = 260;
const LEFT = 56;
const BOTTOM = 32;
const TOP = 16;
const LINES = 4;

/** One measure of a publisher's days. */
export function drawFigures(days: readonly FigureDay[], measure: FigureMeasure): string {
  return drawBars(
    days.map((day) => ({ day: day.day, value: day[measure] })),
    FIGURE_MEASURES[measure],
  );
}

/** Bars by day as an SVG picture of its own: with its axis, the days below it and a title for those who do not see it. */
export function drawBars(days: ReadonlyArray<{ day: string; value: number }>, { title, unit }: { title: string; unit: string }): string {
  const top = niceTop(Math.max(...days.map(({ value }) => value), 0));
  const high = HEIGHT - TOP - BOTTOM;
  const step = (WIDTH - LEFT) / Math.max(1, days.length);
  const y = (value: number) => round(TOP + high * (1 - value / top));
  const lines = Array.from({ length: LINES + 1 }, (_line, at) => (top / LINES) * at).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH}" y1="${y(value)}" y2="${y(value)}" stroke="#e5e7eb"/>` +
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${plain(value)}</text>`,
  );
  const bars = days.map((day, at) => {
    const wide = Math.max(2, step * 0.7);
    const from = round(LEFT + at * step + (step - wide) / 2);
    return (
      `<rect x="${from}" y="${y(day.value)}" width="${round(wide)}" height="${round(HEIGHT - BOTTOM - y(day.value))}" rx="2" fill="#d13613">` +
      `<title>${day.day} ${title} ${plain(day.value)} ${unit}</title></rect>`
    );
  });
  // as many days as stand beside each other
  const every = Math.ceil(days.length / 8);
  const names = days.flatMap((day, at) =>
    at % every === 0
      ? [`<text x="${round(LEFT + (at + 0.5) * step)}" y="${HEIGHT - 10}" text-anchor="middle">${day.day.slice(5)}</text>`]
      : [],
  );
  const about = `${title}：${days[0]?.day ?? ''} 至 ${days.at(-1)?.day ?? ''}，最高 ${plain(Math.max(...days.map(({ value }) => value), 0))} ${unit}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12" fill="#57606a">` +
    `<title>${about}</title>${[...lines, ...bars, ...names].join('')}</svg>`
  );
}

/** The next of 4, 8, 20, 40, 80, 200 ...: four lines with whole numbers. */
export function niceTop(highest: number): number {
  for (let ten = 1; ; ten *= 10) {
    const fits = [4, 8, 20].find((step) => step * ten >= highest);
    if (fits) return fits * ten;
  }
}

const round = (value: number) => Math.round(value * 10) / 10;
const plain = (value: number) => String(Math.round(value * 100) / 100);
