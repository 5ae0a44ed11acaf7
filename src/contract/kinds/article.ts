import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const article = {
  code: 8,
  key: 'article',
  noun: '文章',
  measure: '篇',
  example: '例如：千人年会现场，我用的三张清单',
  paths: {
    list: '/article',
    detail: '/article/details',
    add: '/article/add',
    edit: '/article/add',
    mobile: '/article/articleH5',
    missing: '/article',
  },
  types: { collect: 28, share: 28, report: 28, zan: 28, history: 4 },
  formats: [],
  facets: [CATEGORY, { ...TAG, label: '话题' }],
  // the pictures of its text, in their order
  media: { pictures: { min: 0, max: 60 }, video: false, locked: false },
  fields: [{ key: 'body', label: '正文', type: 'document', required: true }],
  calls: {
    detail: { path: '/article/index/detail', id: 'id' },
    related: { path: '/article/index/recommend', id: 'id', limit: 6 },
    publish: {
      form: '/article/article',
      options: '/article/article/options',
      change: '/article/article/change',
      draft: '/article/article/draft',
      shelf: '/article/article/shelf',
      mine: '/article/article/mine',
    },
  },
  gives: 'nothing',
} as const satisfies KindFacts;
