import { noticeJobs } from '../../modules/notices/index.ts';
import type { Manifest } from '../manifest.ts';
import { givenUpList } from './given-up-list.ts';
import { noticeEndpoints } from './routes.ts';
import { noticeToday } from './today.ts';

/** What the site tells its users. */
export const noticeArea: Manifest = {
  name: 'notice',
  endpoints: noticeEndpoints,
  jobs: noticeJobs,
  today: noticeToday,
  staff_lists: [givenUpList],
};
