import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { composeDeck } from '../decks/compose.ts';
import { createRandom } from '../random.ts';
import { PUBLISHERS } from '../world/people.ts';
import { DEMO_COLLECTIONS, DEMO_SCHEMES, type DemoScheme } from '../world/schemes.ts';
import { STORIES } from '../world/stories.ts';
import { ACTIVITY_FACET } from '../world/terms.ts';
import { chosenTerms, type DemoKind, type DemoWork, named, priceFields } from './demo-work.ts';

const FREE_PAGES = { free: 6, paid: 5, vip: 5 } as const;
const keyOf = (scheme: DemoScheme) => `scheme-${DEMO_SCHEMES.indexOf(scheme)}`;
/** Of every category and publisher, at every price; thick ones take longer to draw and come afterwards. */
const FIRST = new Set([9, 12, 25, 27, 32, 36, 38, 41, 53, 61, 91, 149]);

/** The event plans of the demo. */
export const schemeWorks: DemoKind = {
  kind: KINDS.scheme,
  works: DEMO_SCHEMES.map(workOf),
  collections: DEMO_COLLECTIONS.map(({ title, introduction, matches }) => ({
    title,
    introduction,
    keys: DEMO_SCHEMES.filter(matches).map(keyOf),
  })),
};

function workOf(scheme: DemoScheme, index: number): DemoWork {
  const random = createRandom(60_000 + index);
  const author = PUBLISHERS[scheme.publisher]?.nickname ?? '';
  const story = STORIES[scheme.activity];
  const fill = (text: string) =>
    text.replaceAll('{brand}', scheme.brand).replaceAll('{city}', scheme.city).replaceAll('{people}', String(scheme.people));
  return {
    key: keyOf(scheme),
    kind: KINDS.scheme,
    title: scheme.title,
    publisher: scheme.publisher,
    days_ago: random.between(2, 170),
    fame: random.next() ** 1.5 * (scheme.price === 0 ? 1 : 0.7),
    first: FIRST.has(index),
    drawing: (seed) => ({
      deck: composeDeck(scheme, author, createRandom(seed * 1_000 + index)),
      // a PDF takes as long as two
      format: index % 2 || FIRST.has(index) ? 'pptx' : scheme.format,
    }),
    form(terms) {
      const top = terms.categories.find(({ name }) => name === scheme.category[0]);
      const price = priceFields(scheme.price, 39);
      return {
        ...EMPTY_FORM,
        title: scheme.title,
        introduction: scheme.about
          ? `${scheme.about}\n\n里面有：${scheme.inside?.join('、')}。`
          : `${story.background.map(fill).join('')}\n\n方案亮点：${story.highlights.map(({ name }) => name).join('、')}。`,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, scheme.category[1]),
        tags: [...scheme.tags],
        terms: chosenTerms(terms, { industry: scheme.industry, activity: ACTIVITY_FACET[scheme.activity] }),
        ...price,
        free_pages: FREE_PAGES[price.price_type],
      };
    },
  };
}
