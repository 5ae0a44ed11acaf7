import { detailPath, type KindFacts } from '#contract/kinds.ts';
import { paths } from '#contract/paths.ts';
import type { Suggestion } from '#contract/suggestion.ts';
import type { Ctx } from '../app/ctx.ts';
import { allKinds, itemsById } from '../modules/catalog/index.ts';
import { publishersNamed } from '../modules/identity/index.ts';
import { saidBy, sampleWorks, suggestWords, type WorksSample } from '../modules/search/index.ts';

/** Rows of the list; words fill what the other groups leave. */
const MOST = 8;
const WAYS = 2;
const WORKS = 2;
const PUBLISHERS = 1;

/**
 * What to go on with while a keyword is typed: words, ways to narrow it, works and publishers. Four statements by index, each bounded,
 * whatever the catalogue's size.
 */
export async function suggestionsView(ctx: Ctx, keyword: string): Promise<Suggestion[]> {
  const text = keyword.normalize('NFKC').trim();
  if (text === '') return [];
  const words = await suggestWords(ctx, text);
  const said = saidBy(text, words);
  const [sample, publishers] = await Promise.all([sampleWorks(ctx, said), publishersNamed(ctx, text, PUBLISHERS)]);
  const shown = allKinds();
  const ids = sample.titled.slice(0, WORKS).map(({ id }) => id);
  const items = ids.length > 0 ? await itemsById(ctx, ids) : null;
  const others = [
    // one sign is a word only in part: what narrows it says little
    ...([...said].length > 1 ? waysOn(said, sample, shown) : []),
    ...ids.flatMap((id): Suggestion[] => {
      const item = items?.get(id);
      const kind = shown.find(({ code }) => code === item?.kind);
      if (!kind || item?.status !== 'published') return [];
      return [{ group: 'work', text: item.title, href: detailPath(kind, id), note: kind.noun }];
    }),
    ...publishers.map(({ id, nickname, works_num }): Suggestion => {
      return { group: 'publisher', text: nickname, href: paths.publisher(id), note: `发布 ${works_num}` };
    }),
  ];
  const typed = text.toLowerCase();
  const other_words = words.filter((word) => word !== typed).slice(0, MOST - others.length);
  return [...other_words.map((word): Suggestion => ({ group: 'word', text: word })), ...others];
}

/** A filter and a kind that some of what is found has; two of one where the other has none. */
function waysOn(said: string, { narrowing, kinds }: WorksSample, shown: readonly KindFacts[]): Suggestion[] {
  const filters = narrowing.map((word): Suggestion => way(`${said} · ${word}`, { keyword: `${said} ${word}` }));
  const of_kinds = kinds.flatMap((code): Suggestion[] => {
    const kind = shown.find((one) => one.code === code);
    return kind ? [way(`${said}的${kind.noun}`, { type: kind.key, keyword: said })] : [];
  });
  return [...filters.slice(0, 1), ...of_kinds.slice(0, 1), ...filters.slice(1), ...of_kinds.slice(1)].slice(0, WAYS);
}

const way = (text: string, of: Record<string, string>): Suggestion => ({
  ...{ group: 'way', text, href: `/search?${new URLSearchParams(of)}` },
});
