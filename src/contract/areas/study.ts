import { STUDY_PATHS } from '../study.ts';
import type { AreaPages } from './area.ts';

/** Courses: paths to learn, films, teachers, the player. */
export const study: AreaPages = {
  name: 'study',
  sections: [{ key: 'study', title: '学习', route: STUDY_PATHS.home, order: 70 }],
  center: [
    {
      ...{ key: 'myClass', group: 'bought', title: '我的课程', route: STUDY_PATHS.mine, order: 45 },
      about: '接着上次学，笔记、证书与课程订单。',
    },
  ],
  screens: [
    { key: 'courseQuestions', title: '课程提问', route: '/admin/courseQuestions', verb: 'review.see', group: '内容', order: 55 },
    { key: 'courseAnswers', title: '课程回答', route: '/admin/courseAnswers', verb: 'review.see', group: '内容', order: 55 },
    { key: 'filmLinks', title: '播放记录', route: '/admin/filmLinks', verb: 'review.see', group: '内容', order: 56 },
  ],
  pages: [
    { path: STUDY_PATHS.home, in_sitemap: true },
    { path: STUDY_PATHS.teachers, params: { id: 'number' }, in_sitemap: true },
    { path: STUDY_PATHS.films, params: { before: 'number' }, in_sitemap: true },
    { path: '/study/player', params: { id: 'number', lesson: 'number' } },
    { path: '/study/playerH5', params: { id: 'number', lesson: 'number' } },
  ],
};
