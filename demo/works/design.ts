import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { createRandom } from '../random.ts';
import { DEMO_DESIGNS, type DemoDesign } from '../world/designs.ts';
import { type DemoKind, type DemoWork, isFirst, licenceFields, named, priceFields } from './demo-work.ts';

/** The designs of the demo. */
export const designWorks: DemoKind = { kind: KINDS.design, works: DEMO_DESIGNS.map(workOf) };

function workOf(design: DemoDesign, index: number): DemoWork {
  const random = createRandom(63_000 + index);
  const { headline, line, mood } = design;
  return {
    key: `design-${index}`,
    kind: KINDS.design,
    title: design.title,
    publisher: design.publisher,
    days_ago: random.between(2, 100),
    fame: random.next() * (design.price === 0 ? 1 : 0.6),
    first: isFirst(index, [0, 3]),
    drawing: (seed) => ({
      artworks: design.layouts.map((layout, at) => ({
        ...{ layout, headline, line, mood },
        ...{ subject: design.subjects[at] ?? 'folds', seed: seed * 500 + index * 20 + at },
      })),
      format: design.format,
    }),
    form(terms) {
      const top = terms.categories.find(({ name }) => name === design.category[0]);
      const price = priceFields(design.price, 58);
      const what = design.type === '1' ? '平面文件，文字已转曲' : '三维效果与源文件，材质与灯光已整理';
      return {
        ...EMPTY_FORM,
        title: design.title,
        introduction: `${headline}：${line}。${what}，附预览图 ${design.layouts.length} 张。`,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, design.category[1]),
        tags: [...design.tags],
        // the words of a poster stand in its lower part
        cover_focus: design.layouts[0] === 'poster' ? { x: 50, y: 90 } : null,
        ...price,
        ...licenceFields(price, index),
        fields: { type: design.type, color_mode: design.color_mode, file_format: design.made_with },
      };
    },
  };
}
