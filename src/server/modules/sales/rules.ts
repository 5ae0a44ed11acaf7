import type { KindFacts } from '#contract/kinds.ts';
import type { SubjectTexts } from '../orders/index.ts';

export function itemTexts({ noun }: KindFacts): SubjectTexts {
  return { noun, owned: `您已拥有该${noun}，可直接下载`, sold_out: `该${noun}已售完` };
}
