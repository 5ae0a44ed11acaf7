import type { KindFacts } from '../kind-facts.ts';
import { CATEGORY, TAG } from './facets.ts';

export const talk = {
  code: 10,
  key: 'talk',
  noun: '短分享',
  measure: '段',
  paths: { list: '/salon/xtedList', detail: '/salon/playVideo', add: '/salon/addTalk', edit: '/salon/addTalk', missing: '/salon/xtedList' },
  types: { collect: 34, share: 34, report: 34 },
  formats: [],
  facets: [CATEGORY, TAG],
  media: { pictures: { min: 1, max: 6 }, video: true, video_required: true, locked: false },
  fields: [
    { key: 'speaker', label: '讲者', type: 'text', max: 20, required: true },
    { key: 'speaker_about', label: '讲者介绍', type: 'text', max: 60 },
    { key: 'salon_id', label: '来自沙龙', type: 'item', kind: 'salon' },
    { key: 'chapters', label: '章节', type: 'pairs', max: 12 },
  ],
  calls: {
    detail: { path: '/api/salon/xted_detail', id: 'id' },
    related: { path: '/api/salon/xted_related', id: 'id', limit: 6 },
    publish: {
      form: '/api/salon/xted',
      options: '/api/salon/xted/options',
      change: '/api/salon/xted/change',
      draft: '/api/salon/xted/draft',
      shelf: '/api/salon/xted/shelf',
      mine: '/api/salon/xted/mine',
    },
  },
  gives: 'nothing',
} as const satisfies KindFacts;
