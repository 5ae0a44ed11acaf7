import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { composeTemplate } from '../decks/template.ts';
import { createRandom } from '../random.ts';
import { PUBLISHERS } from '../world/people.ts';
import { DEMO_PPTS, type DemoPpt, type PptScene } from '../world/ppts.ts';
import { chosenTerms, type DemoKind, type DemoWork, isFirst, licenceFields, named, priceFields } from './demo-work.ts';

/** For which kind of event a scene is mostly drawn. */
const ACTIVITY_OF: Readonly<Record<PptScene, string>> = {
  ...{ 年会: '内部活动', 发布会: '公关传播', 路演: '品牌营销', 招商: '渠道活动' },
  ...{ 培训: '内部活动', 汇报: '内部活动', 婚礼: '线下活动', 展会: '线下活动' },
};

/** The PPT templates of the demo. */
export const pptWorks: DemoKind = { kind: KINDS.ppt, works: DEMO_PPTS.map(workOf) };

function workOf(ppt: DemoPpt, index: number): DemoWork {
  const random = createRandom(61_000 + index);
  const deck = composeTemplate(ppt, PUBLISHERS[ppt.publisher]?.nickname ?? '');
  return {
    key: `ppt-${index}`,
    kind: KINDS.ppt,
    title: ppt.title,
    publisher: ppt.publisher,
    days_ago: random.between(2, 120),
    fame: random.next() ** 1.5 * (ppt.price === 0 ? 1 : 0.6),
    first: isFirst(index),
    // what is sold as a template can be edited
    drawing: () => ({ deck, format: 'pptx' }),
    form(terms) {
      const top = terms.categories.find(({ name }) => name === ppt.category[0]);
      const price = priceFields(ppt.price, 29);
      return {
        ...EMPTY_FORM,
        title: ppt.title,
        introduction: `适合${ppt.scene}使用的${ppt.style}风格模板，共 ${deck.slides.length} 页：封面、目录、章节页、要点、四栏对比、图片页、表格与占比图都已排好，替换文字即可使用。\n\n图形均可改色，字体使用系统自带字体，打开不会错位。`,
        category_id: top?.id ?? null,
        category_id_sub: named(top?.children, ppt.category[1]),
        tags: [...ppt.tags],
        terms: chosenTerms(terms, { style: ppt.style, scene: ppt.scene, activity: ACTIVITY_OF[ppt.scene] }),
        ...price,
        ...licenceFields(price, index),
        free_pages: price.price_type === 'free' ? 6 : 4,
      };
    },
  };
}
