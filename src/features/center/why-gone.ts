import type { LibraryRow } from '#contract/center.ts';
import { givesLessons } from '../order/order-kind.ts';

/** Why something in the library cannot be had any more. */
export function whyGone({ kind, had_by }: Pick<LibraryRow, 'kind' | 'had_by'>): string {
  if (had_by === 'member') return '会员已到期';
  return `已不能免费${givesLessons(kind) ? '学习' : '下载'}`;
}
