import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createRandom } from '../random.ts';
import { DEMO_SAMPLES, type DemoSample } from '../world/samples.ts';
import { chosenTerms, type DemoKind, type DemoWork, isFirst, named, priceFields } from './demo-work.ts';

const YEAR = 2026;
/** Pictures that everybody sees. */
const FREE_PICTURES = 3;

/** The big cases of the demo. */
export const sampleWorks: DemoKind = { kind: KINDS.sample, works: DEMO_SAMPLES.map(workOf) };

function workOf(sample: DemoSample, index: number): DemoWork {
  const random = createRandom(62_000 + index);
  return {
    key: `sample-${index}`,
    kind: KINDS.sample,
    title: sample.title,
    publisher: sample.publisher,
    days_ago: random.between(2, 90),
    fame: random.next() * (sample.price === 0 ? 1 : 0.6),
    first: isFirst(index, [0]),
    drawing: (seed) => ({
      photographs: sample.subjects.map((subject, at) => ({ subject, mood: sample.mood, seed: seed * 300 + index * 20 + at })),
    }),
    form(terms) {
      const top = terms.categories.find(({ name }) => name === sample.category[0]);
      const [from, to] = sample.days;
      return {
        ...EMPTY_FORM,
        title: sample.title,
        introduction: sample.story,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, sample.category[1]),
        tags: [...sample.tags],
        terms: chosenTerms(terms, { industry: sample.industry }),
        ...priceFields(sample.price, 45),
        free_pages: FREE_PICTURES,
        fields: {
          ...{ theme: sample.theme, start_time: `${YEAR}-${from}`, end_time: `${YEAR}-${to}`, location: sample.city, adress: sample.place },
          ...{ activity_company: sample.company, sponsor: sample.sponsor, toppic: sample.photographers },
          ...{ album: sample.album ? '1' : '0', scheme_id: null, resource_id: null },
        },
      };
    },
  };
}
