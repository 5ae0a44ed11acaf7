import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const workReviewMode = defineSetting('work_review', z.enum(['auto', 'hold']).default('auto'), {
  title: '作品审核',
  about: 'auto：提交后立即发布；hold：提交后等待审核。',
});
