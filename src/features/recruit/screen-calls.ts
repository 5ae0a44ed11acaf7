import type { ApplicationStage, JobGroup } from '#contract/recruit.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';
import { fetchApplicants, fetchApplications, fetchFound, fetchOwnJobs } from './recruit.api.ts';

/** What the screens of jobs and resumes hand to their stores. */
export {
  closeJob,
  deleteResume,
  fetchFoundOne,
  fetchGate,
  fetchOwnJobs,
  fetchResumes,
  fetchState,
  fetchViews,
  inviteToJob,
  postApplication,
  refreshJob,
  reopenJob,
  saveFile,
  setDefault,
  share,
  withdraw,
} from './recruit.api.ts';

/** What their lists load. */
export const loadOwnJobs = ({ filters, page }: OwnListQuery) => fetchOwnJobs(filters['group'] as JobGroup, page);
export const loadFound = ({ q, page }: OwnListQuery) => fetchFound(q, page);
export const loadApplications = ({ page }: OwnListQuery) => fetchApplications(page);
export const loadApplicants =
  (id: number) =>
  ({ filters, page }: OwnListQuery) =>
    fetchApplicants(id, filters['stage'] as ApplicationStage | 'all', page);
