import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const salonReviewMode = defineSetting('salon_review', z.enum(['before', 'after']).default('before'), {
  title: '沙龙审核',
  about: 'before：审核通过后才公开，修改也一样；after：提交后立即公开，审核台随后查看。',
});

export const organiserShare = defineSetting('salon_share_bp', z.int().min(0).max(10_000).default(9_000), {
  title: '沙龙主办方分成（万分比）',
  about: '门票收入中主办方所得的比例，下单时确定；9000 即九成。',
  moves_money: true,
});
