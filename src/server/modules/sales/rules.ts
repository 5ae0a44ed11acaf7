import type { AccessDecision } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import type { SubjectTexts } from '../orders/index.ts';

/** What a buyer does with it. */
export const takingWord = ({ gives }: Pick<KindFacts, 'gives'>): string => (gives === 'lessons' ? '学习' : '下载');

export function itemTexts({ noun, gives }: KindFacts): SubjectTexts {
  return { noun, owned: `您已拥有该${noun}，可直接${takingWord({ gives })}`, sold_out: `该${noun}已售完` };
}

/** How long what is bought can be given back without staff; empty: not at all. */
export function giveBackText({ gives }: Pick<KindFacts, 'gives'>, days: number): string {
  const unused = gives === 'lessons' ? '没有打开付费课时' : '没有打开付费页面、也没有下载';
  return days === 0 ? '' : `支付后 ${days} 天内，${unused}的，可以自己申请退款。`;
}

/** What a buyer has of it already by a right that ends, and what buying adds; empty: nothing. */
export function hadText(kind: Pick<KindFacts, 'noun' | 'gives'>, decision: AccessDecision): string {
  const taking = takingWord(kind);
  const adds = (end: string) => `单独购买后永久拥有，${end}仍可${taking}。`;
  if (decision.allowed) {
    if (decision.right === 'member') return `您的会员已可${taking}该${kind.noun}。${adds('会员到期后')}`;
    if (decision.right === 'company') return `您的企业已购买该${kind.noun}，可直接${taking}。${adds('离开企业后')}`;
    return decision.right === 'ad' ? `您看广告后今天已可${taking}该${kind.noun}。${adds('以后')}` : '';
  }
  const by_day = decision.offers.some(({ kind: what }) => what === 'member_unlock' || what === 'tomorrow');
  return by_day ? `您的会员可用每日次数解锁该${kind.noun}，当日有效。${adds('不占次数，会员到期后')}` : '';
}
