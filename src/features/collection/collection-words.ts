import { KINDS, type KindKey } from '#contract/kinds.ts';

/** How people speak of a collection that stands in the menu of this kind: schemes have 合集, resources 专题 that may hold works of any kind. */
export function collectionWords(kind_key: string): { word: string; what: string; about: string } {
  const { noun, measure, key } = KINDS[kind_key as KindKey];
  if (key === KINDS.resource.key) {
    return { word: '专题', what: '个内容', about: '策猫编辑按主题挑选的供应商资源与案例，一次找齐一类活动要用的人和物。' };
  }
  return { word: '合集', what: measure + noun, about: `策猫编辑按主题挑选的${noun}合集，一次看完一类活动的做法。` };
}
