import { type CollectionEntry, getCollection } from 'astro:content';
import { HELP_GROUPS, type HelpGroup } from '#contract/help.ts';

export type HelpText = CollectionEntry<'help'>;

/** Every text has one address: its name below /about. */
export const helpPath = ({ id }: Pick<HelpText, 'id'>): string => `/about/${id}`;

/** The menu of the help centre: texts under the heading of their group. */
export async function helpMenu(): Promise<Array<{ title: string; texts: HelpText[] }>> {
  const all = await getCollection('help');
  return (Object.keys(HELP_GROUPS) as HelpGroup[]).map((group) => ({
    title: HELP_GROUPS[group],
    texts: all.filter(({ data }) => data.group === group).sort((a, b) => a.data.order - b.data.order),
  }));
}

/** The text of a number of the specification. */
export async function helpOfNumber(number: number): Promise<HelpText | undefined> {
  return (await getCollection('help')).find(({ data }) => data.number === number);
}

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

/** Texts that hold every word of the keyword, those with it in the title first, each with a passage around the first word. */
export async function findHelp(keyword: string): Promise<Array<{ text: HelpText; excerpt: string }>> {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = (await helpMenu())
    .flatMap(({ texts }) => texts)
    .flatMap((text) => {
      const whole = plainText(`${text.data.summary}\n${text.body ?? ''}`);
      const searched = `${text.data.title}\n${whole}`.toLowerCase();
      return words.every((word) => searched.includes(word)) ? [{ text, excerpt: excerptOf(whole, words) }] : [];
    });
  const inTitle = ({ text }: { text: HelpText }) => Number(words.some((word) => text.data.title.toLowerCase().includes(word)));
  return found.sort((a, b) => inTitle(b) - inTitle(a));
}
