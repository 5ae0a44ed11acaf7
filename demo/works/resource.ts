import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createRandom } from '../random.ts';
import { DEMO_RESOURCES, DEMO_TOPICS, type DemoResource } from '../world/resources.ts';
import { chosenTerms, type DemoKind, type DemoWork, isFirst, named } from './demo-work.ts';

const KIND = KINDS.resource;

/** What the demo's shops offer. Topics are made last, when cases stand too. */
export const resourceWorks: DemoKind = { kind: KIND, works: DEMO_RESOURCES.map(workOf), collections: DEMO_TOPICS };

function workOf(one: DemoResource, index: number): DemoWork {
  const random = createRandom(74_000 + index);
  return {
    key: `${KIND.key}-${index}`,
    kind: KIND,
    title: one.title,
    publisher: one.publisher,
    days_ago: random.between(2, 38),
    fame: random.next() * 0.8,
    first: isFirst(index),
    drawing: (seed) => ({
      photographs: one.subjects.map((subject, at) => ({ subject, mood: one.mood, seed: seed * 400 + 700 + index * 5 + at })),
    }),
    form(terms) {
      const top = terms.categories.find(({ name }) => name === one.category[0]);
      const [price, price_max] = one.price;
      return {
        ...EMPTY_FORM,
        title: one.title,
        introduction: one.story,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, one.category[1]),
        tags: [...one.tags],
        terms: chosenTerms(terms, { area: one.area, pricing: one.pricing }),
        price_type: 'free',
        fields: { price, price_max, supplement: one.supplement.map(([key, value]) => ({ key, value })) },
      };
    },
  };
}
