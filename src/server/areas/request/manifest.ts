import { pageTags } from '../../http/cache-tags.ts';
import { purgeTags } from '../../http/purge-channel.ts';
import { paged } from '../../modules/privacy/index.ts';
import {
  forgetRequests,
  ownRequests,
  requestAnswersDaily,
  requestChatSubject,
  requestFieldsSetting,
  requestJobs,
  requestOpenMost,
  requestPlanners,
  requestReportRows,
  requestReview,
  requestReviewMode,
  requestWorkbench,
} from '../../modules/requests/index.ts';
import type { Manifest } from '../manifest.ts';
import { requestEndpoints } from './routes.ts';
import { requestStaffList } from './staff-list.ts';

/** The receive-order hall. */
export const requestArea: Manifest = {
  name: 'request',
  endpoints: requestEndpoints,
  jobs: requestJobs,
  settings: [requestFieldsSetting, requestPlanners, requestAnswersDaily, requestOpenMost, requestReviewMode],
  reviewables: [requestReview],
  staff_lists: [requestStaffList],
  chat_subjects: [requestChatSubject],
  workbench: requestWorkbench,
  on: (app) => ({
    'request.changed': [({ request_id }) => purgeTags(app, [pageTags.requests, pageTags.request(request_id)])],
  }),
  personal: {
    files: {
      求单举报: requestReportRows,
      我的求单: paged(async (ctx, _user_id, at) => (await ownRequests(ctx, { tab: 'asked', ...at })).list),
      我的接单: paged(async (ctx, _user_id, at) => (await ownRequests(ctx, { tab: 'answered', ...at })).list),
    },
    forget_later: [forgetRequests],
  },
};
