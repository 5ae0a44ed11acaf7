import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway, SILENT } from '#client/gateway.ts';
import type { DayMarkKey } from '#contract/freelance.ts';
import type { ApplicationStage, InterviewActKey, JobGroup } from '#contract/recruit.ts';
import type { OwnListQuery } from '#kit/own-list/own-list.store.ts';

/** What the screens of jobs and resumes hand to their stores; errors of a list's rows are shown by the gateway caller. */
export const fetchGate = () => gateway('GET /recruit/job/gate', {}, SILENT);
export const fetchState = (id: number) => gateway('GET /recruit/job/state', { id }, SILENT);
export const fetchOwnJobs = (group: JobGroup, page: number, limit = 10) => gateway('GET /recruit/job/mine', { group, page, limit }, SILENT);
export const refreshJob = (id: number) => gateway('POST /recruit/job/refresh', { id });
export const closeJob = (id: number) => gateway('POST /recruit/job/close', { id });
export const reopenJob = (id: number) => gateway('POST /recruit/job/reopen', { id });
export const fetchResumes = () => gateway('GET /recruit/resume/mine', {}, SILENT);
export const deleteResume = (id: number) => gateway('DELETE /recruit/resume', { id }, SILENT);
export const setDefault = (id: number) => gateway('PUT /recruit/resume/default', { id }, SILENT);
export const fetchViews = (id: number) => gateway('GET /recruit/resume/views', { id }, SILENT);
export const fetchFoundOne = (id: number) => gateway('GET /recruit/resume/foundOne', { id }, SILENT);
export const fetchTalkResume = (id: number, seq: number) => gateway('GET /recruit/resume/inTalk', { id, seq }, SILENT);
export const invite = (id: number, to: { job_id: number } | { request_id: number }) =>
  gateway('POST /recruit/resume/invite', { id, ...to }, SILENT);
export const postApplication = (input: { id: number; resume_id: number; message: string }) =>
  gateway('POST /recruit/application', input, SILENT);
export const withdraw = (id: number) => gateway('POST /recruit/application/withdraw', { id });
export const share = (id: number, on: boolean) => gateway('POST /recruit/application/unshare', { id, share: on ? 1 : 0 });
export const answerInterview = (id: number, act: InterviewActKey, { at = 0, note = '' }: { at?: number; note?: string }) =>
  gateway('POST /recruit/application/interview', { id, act, at, note }, SILENT);
export const fetchDays = () => gateway('GET /recruit/days', {}, SILENT);
export const setDays = (input: { days?: string[]; mark?: DayMarkKey; price?: number }) => gateway('PUT /recruit/days', input, SILENT);

export const declineMany = (ids: number[], answer: string) => gateway('POST /recruit/applicant/decline', { ids, answer }, SILENT);

/** Hands a file of the gateway to the browser's downloads. @throws ApiError */
export async function saveFile(path: string, query: Record<string, string | number>, media: string, name: string): Promise<void> {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  saveBlob(await fetchFile(`${path}?${search}`, media, '文件没有取到，请稍后再试'), name);
}

/** What their lists load. */
export const loadOwnJobs = ({ filters, page }: OwnListQuery) => fetchOwnJobs(filters['group'] as JobGroup, page);
export const loadFound = ({ q, filters, page }: OwnListQuery) => {
  const { from = '', to = '' } = filters;
  return gateway('GET /recruit/resume/found', { keyword: q, page, from, to }, SILENT);
};
export const fetchOwnRequests = () => gateway('GET /receive/request/mine', { tab: 'asked', page: 1, limit: 50 }, SILENT);
export const loadApplications = ({ page }: OwnListQuery) => gateway('GET /recruit/application/mine', { page }, SILENT);
export const loadApplicants =
  (id: number) =>
  ({ filters, q, page }: OwnListQuery) =>
    gateway('GET /recruit/applicant/list', { id, keyword: q, stage: filters['stage'] as ApplicationStage | 'all', page }, SILENT);
