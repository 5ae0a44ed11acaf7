import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const demandReviewMode = defineSetting('demand_review', z.enum(['after', 'before']).default('after'), {
  title: '需求审核',
  about: 'after：提交后立即公开，审核台随后查看；before：审核通过后才公开，修改也一样。',
});
