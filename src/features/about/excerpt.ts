/** Letters of a passage before and after the word that was looked for. */
const BEFORE = 24;
const AFTER = 72;

/** Markdown as it reads: no marks of headings, lists, links and emphasis. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#+|-|\d+\.)\s+/gm, '')
    .replace(/\*\*/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** A passage around the first of the words that stands in the text; its beginning when none does. */
export function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = at.length > 0 ? Math.min(...at) : 0;
  const from = Math.max(0, first - BEFORE);
  const to = Math.min(text.length, first + AFTER);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
