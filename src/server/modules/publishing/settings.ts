import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const workReviewMode = defineSetting(
  'work_review',
  z
    .enum(['auto', 'hold'])
    .meta({ labels: { auto: '立即公开', hold: '审核后公开' } })
    .default('auto'),
  {
    group: '审核与安全',
    title: '作品审核',
    about: '立即公开：提交后立即发布；审核后公开：提交后等待审核。',
  },
);
