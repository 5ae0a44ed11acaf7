import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const salonReviewMode = defineSetting(
  'salon_review',
  z
    .enum(['before', 'after'])
    .meta({ labels: { before: '审核后公开', after: '先公开后审核' } })
    .default('before'),
  {
    group: '审核与安全',
    title: '沙龙审核',
    about: '审核后公开：审核通过才公开，修改也一样；先公开后审核：提交后立即公开，审核台随后查看。',
  },
);

export const organiserShare = defineSetting('salon_share_bp', z.int().min(0).max(10_000).meta({ unit: 'bp' }).default(9_000), {
  group: '交易',
  title: '沙龙主办方分成',
  about: '门票收入中主办方所得的比例，下单时确定。',
  moves_money: true,
});
