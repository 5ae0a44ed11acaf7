import { z } from 'zod';
import { defineSetting } from '../settings/index.ts';

export const commentReviewMode = defineSetting(
  'comment_review',
  z
    .enum(['auto', 'hold'])
    .meta({ labels: { auto: '立即公开', hold: '审核后公开' } })
    .default('auto'),
  {
    group: '审核与安全',
    title: '评论审核',
    about: '立即公开：发表后立即显示，含有敏感词的等待审核；审核后公开：全部等待审核。',
  },
);

export const commentWords = defineSetting(
  'comment_words',
  z.array(z.string().min(1).max(30)).max(2_000).default(['加微信', '加VX', '代开发票', '刷单', '裸聊', '博彩', '返利群']),
  { group: '审核与安全', title: '评论敏感词', about: '每行一个，不分大小写，忽略空格；含有其中一个的评论发表后等待审核。' },
);

export const commentsDaily = defineSetting('comments_daily', z.int().min(0).max(5_000).meta({ unit: '条' }).default(100), {
  group: '审核与安全',
  title: '每天可发评论数',
  about: '一个用户每 24 小时可以发表多少条评论与回复，0 为不能发表。',
});
