import { z } from 'zod';
import { defineSetting, fenSchema } from '../settings/index.ts';

export const depositMost = defineSetting('tender_deposit_most_fen', fenSchema(0, 10_000_000, 500_000), {
  group: '交易',
  title: '投标保证金上限',
  about: '一份招标最多可以要求多少投标保证金（另不超过最高预算的 5%）；为 0 时新招标不能要求保证金，已发布的不变。',
});

export const demandReviewMode = defineSetting(
  'demand_review',
  z
    .enum(['after', 'before'])
    .meta({ labels: { before: '审核后公开', after: '先公开后审核' } })
    .default('after'),
  {
    group: '审核与安全',
    title: '需求审核',
    about: '先公开后审核：提交后立即公开，审核台随后查看；审核后公开：审核通过才公开，修改也一样。',
  },
);
