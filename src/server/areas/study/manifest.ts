import { KINDS } from '#contract/kinds.ts';
import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { membershipSubject } from '../../modules/membership/index.ts';
import {
  courseAnswerRows,
  exportedLearning,
  forgetLearning,
  namedLessonFiles,
  quizAnswerRows,
  revokeLinks,
  revokeLostLinks,
  studyJobs,
} from '../../modules/study/index.ts';
import { unionSubject } from '../../modules/union/index.ts';
import type { Manifest } from '../manifest.ts';
import { linkList } from './link-list.ts';
import { studyEndpoints } from './routes.ts';
import { talkLists } from './talk-lists.ts';

/** Subjects of orders whose refund ends a membership. */
const MEMBERSHIPS: ReadonlySet<string> = new Set([membershipSubject.name, unionSubject.name]);

/** Courses and what their learners do. */
export const studyArea: Manifest = {
  name: 'study',
  endpoints: studyEndpoints,
  jobs: studyJobs,
  staff_lists: [...talkLists, linkList],
  file_uses: [(ctx, file_ids) => namedLessonFiles(ctx, file_ids)],
  // what was bought is gone with its money, also for a player that is open
  on_refund: async (tx, { subject, subject_id, buyer_id }, { whole }) => {
    if (!whole) return;
    if (subject === 'item') await revokeLinks(tx, buyer_id, subject_id);
    if (MEMBERSHIPS.has(subject)) await revokeLostLinks(tx, buyer_id);
  },
  on: (app) => ({
    'study.changed': [({ item_id }) => purgeTags(app, [pageTags.item(item_id), pageTags.list(KINDS.course)])],
  }),
  personal: {
    files: { 课程学习: exportedLearning, 课程测验: quizAnswerRows, 课程回答: courseAnswerRows },
    forget: [forgetLearning],
  },
};
