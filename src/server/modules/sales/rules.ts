import type { KindFacts } from '#contract/kinds.ts';
import type { SubjectTexts } from '../orders/index.ts';

/** What a buyer does with it. */
export const takingWord = ({ gives }: Pick<KindFacts, 'gives'>): string => (gives === 'lessons' ? '学习' : '下载');

export function itemTexts({ noun, gives }: KindFacts): SubjectTexts {
  return { noun, owned: `您已拥有该${noun}，可直接${takingWord({ gives })}`, sold_out: `该${noun}已售完` };
}
