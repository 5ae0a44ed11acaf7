import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { EMPTY_FORM, type ItemForm } from '#contract/publish.ts';
import { createRandom } from '../random.ts';
import { DEMO_RESOURCE_CASES, DEMO_SUPPLIER_CASES, type DemoCase, type DemoSupplierCase } from '../world/cases.ts';
import { type DemoKind, type DemoWork, isFirst, named } from './demo-work.ts';

const YEAR = 2026;

/** Cases of the demo's shops. */
export const supplierCaseWorks: DemoKind = {
  kind: KINDS.supplier_case,
  works: DEMO_SUPPLIER_CASES.map((one, index) => workOf(KINDS.supplier_case, one, index, supplierFields(one))),
};
export const resourceCaseWorks: DemoKind = {
  kind: KINDS.resource_case,
  works: DEMO_RESOURCE_CASES.map((one, index) => workOf(KINDS.resource_case, one, index, {})),
};

function supplierFields({ customer, place, days: [from, to], price: [price, max_price] }: DemoSupplierCase): ItemForm['fields'] {
  const end_time = from === to ? '' : `${YEAR}-${to}`;
  return { custom_name: customer, site_address: place, start_time: `${YEAR}-${from}`, end_time, price, max_price };
}

function workOf(kind: KindFacts, one: DemoCase, index: number, fields: ItemForm['fields']): DemoWork {
  const random = createRandom(73_000 + kind.code * 100 + index);
  return {
    key: `${kind.key}-${index}`,
    kind,
    title: one.title,
    publisher: one.publisher,
    days_ago: random.between(2, 38),
    fame: random.next() * 0.8,
    first: isFirst(index, kind === KINDS.supplier_case ? [3, 6] : [3]),
    ...(one.resource === undefined ? {} : { names: `resource-${one.resource}` }),
    drawing: (seed) => ({
      photographs: one.subjects.map((subject, at) => ({ subject, mood: one.mood, seed: seed * 400 + kind.code * 60 + index * 5 + at })),
    }),
    form(terms, made) {
      const top = terms.categories.find(({ name }) => name === one.category[0]);
      return {
        ...EMPTY_FORM,
        title: one.title,
        introduction: one.story,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, one.category[1]),
        tags: [...one.tags],
        price_type: 'free',
        fields: { ...fields, resource_id: one.resource === undefined ? null : (made[`resource-${one.resource}`] ?? null) },
      };
    },
  };
}
