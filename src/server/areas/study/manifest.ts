import { KINDS } from '#contract/kinds.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { namedLessonFiles, revokeLinks, studyJobs } from '../../modules/study/index.ts';
import type { Manifest } from '../manifest.ts';
import { studyEndpoints } from './routes.ts';
import { talkLists } from './talk-lists.ts';

/** Courses and what their learners do. */
export const studyArea: Manifest = {
  name: 'study',
  endpoints: studyEndpoints,
  jobs: studyJobs,
  staff_lists: talkLists,
  file_uses: [(ctx, file_ids) => namedLessonFiles(ctx, file_ids)],
  // what was bought is gone with its money, also for a player that is open
  on_refund: async (tx, { subject, subject_id, buyer_id }, { whole }) => {
    if (whole && subject === 'item') await revokeLinks(tx, buyer_id, subject_id);
  },
  on: (app) => ({
    'study.changed': [({ item_id }) => purgeTags(app, [pageTags.item(item_id), pageTags.list(KINDS.course)])],
  }),
};
