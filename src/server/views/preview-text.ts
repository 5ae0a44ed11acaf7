/** What stands at the foot of pages and says only where one is: 林深见鹿 2 / 20. */
const PAGE_OF_PAGES = /^.{0,30}?\d{1,4}\s*[/／]\s*\d{1,4}$/;
/** Longer lines are content, however often they come. */
const FURNITURE_MAX = 40;

/**
 * The texts of pages as people read them: running heads and feet (first and last lines that come again with another number) are left out,
 * and the number of a card stands with its card. One string a page, as given.
 */
export function previewTexts(texts: readonly string[]): string[] {
  const pages = texts.map((text) => text.split('\n').map((line) => line.trim()));
  const seen = new Map<string, number>();
  for (const lines of pages) for (const shape of new Set(edges(lines).map(shapeOf))) seen.set(shape, (seen.get(shape) ?? 0) + 1);
  const isFurniture = (line: string) =>
    line.length <= FURNITURE_MAX && (PAGE_OF_PAGES.test(line) || ((seen.get(shapeOf(line)) ?? 0) > 1 && shapeOf(line) !== line));
  return pages.map((lines) => {
    const kept = lines.filter((line) => line !== '');
    // a page of one line is that line
    while (kept.length > 1 && isFurniture(kept.at(-1) as string)) kept.pop();
    while (kept.length > 1 && isFurniture(kept[0] as string)) kept.shift();
    return withNumbers(kept).join('\n');
  });
}

const edges = (lines: readonly string[]): string[] => {
  const written = lines.filter((line) => line !== '');
  return [written[0], written.at(-1)].filter((line) => line !== undefined);
};
/** Numbers do not count: a head that comes again has another one. */
const shapeOf = (line: string): string => line.replace(/\d+/g, '#').replace(/\s+/g, ' ');

/** Cards are numbered 1, 2, 3 …: a number that goes on with them belongs to the line after it. */
function withNumbers(lines: readonly string[]): string[] {
  const result: string[] = [];
  let next = 1;
  let carried = '';
  for (const line of lines) {
    const whole = carried + line;
    carried = '';
    const leading = /^(\d{1,2})(?:[.、\s]|$)/.exec(whole);
    if (Number(leading?.[1]) === next) next += 1;
    if (/^\d{1,2}$/.test(whole)) {
      carried = `${whole} `;
      continue;
    }
    const trailing = next > 1 ? /^(.*\S)\s+(\d{1,2})$/.exec(whole) : null;
    if (trailing && Number(trailing[2]) === next) {
      result.push(trailing[1] as string);
      carried = `${trailing[2]} `;
    } else result.push(whole);
  }
  if (carried) result.push(carried.trim());
  return result;
}
