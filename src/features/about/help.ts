import { type CollectionEntry, getCollection } from 'astro:content';
import { HELP_GROUPS, type HelpGroup } from '#contract/help.ts';
import { excerptOf, plainText } from './excerpt.ts';

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
