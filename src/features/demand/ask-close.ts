import { DEMAND_WHY_MAX, type OwnDemandState, TENDER } from '#contract/demand.ts';
import { offerNoun } from '#contract/offer.ts';
import { askReason } from '#kit/ask-reason.tsx';

/** Why a demand is closed; null: its owner thought better of it. */
export const askClose = ({ title, type }: Pick<OwnDemandState, 'title' | 'type'>): Promise<string | null> =>
  askReason({
    title: '关闭这条需求？',
    subject: title,
    about: `关闭后不再接受${offerNoun(type === TENDER)}，已提交的人会收到通知和原因。之后可以重新开放。`,
    verb: '关闭需求',
    label: '关闭的原因',
    max: DEMAND_WHY_MAX,
    reasons: ['已找到合适的人', '活动取消或改期', '预算有变化'],
  });
