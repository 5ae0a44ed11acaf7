import { KINDS } from '../kinds.ts';
import type { AreaPages } from './area.ts';

const { list, add, mobile } = KINDS.article.paths;

/** Articles, and the comments below them. */
export const article: AreaPages = {
  name: 'article',
  sections: [{ key: 'article', title: '文章', route: list, order: 80, publish: { title: '发布文章', route: add } }],
  // the list and the page of an article are cached as those of every kind
  pages: [{ path: mobile, params: { id: 'number' } }],
  screens: [{ key: 'comments', title: '评论', route: '/admin/comments', verb: 'comment.judge', group: '内容', order: 59 }],
};
