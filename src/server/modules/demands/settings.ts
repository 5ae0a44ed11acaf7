import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

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
