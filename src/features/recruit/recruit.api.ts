import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { Page } from '#contract/envelope.ts';
import type {
  Applicant,
  ApplicantList,
  ApplicationStage,
  FoundResume,
  JobGroup,
  OwnApplication,
  OwnJobList,
  OwnResume,
  ResumeContact,
  ResumeParts,
  ResumeRow,
  ResumeView,
  ResumeVisibility,
} from '#contract/recruit.ts';
import type { SaveWish } from '#kit/saving-form.ts';

/** Screens show their errors themselves. */
const SILENT = { silent: true } as const;

export const fetchGate = (): Promise<{ status: 0 | 1 }> => gateway('GET /recruit/job/gate', {}, SILENT);

export const fetchOwnJobs = (group: JobGroup, page: number, limit = 10): Promise<OwnJobList> =>
  gateway('GET /recruit/job/mine', { group, page, limit }, SILENT);
// what a row of a list does is told by the gateway caller
export const refreshJob = (id: number) => gateway('POST /recruit/job/refresh', { id });
export const closeJob = (id: number) => gateway('POST /recruit/job/close', { id });
export const reopenJob = (id: number) => gateway('POST /recruit/job/reopen', { id });

export const fetchApplicants = (id: number, stage: ApplicationStage | 'all', page: number): Promise<ApplicantList> =>
  gateway('GET /recruit/applicant/list', { id, stage, page }, SILENT);
export const fetchApplicant = (id: number): Promise<Applicant> => gateway('GET /recruit/applicant', { id }, SILENT);
export const postStage = (input: { id: number; stage: ApplicationStage; answer: string; interview_at: number; place: string }) =>
  gateway('POST /recruit/applicant/stage', input, SILENT);
export const postNote = (id: number, text: string) => gateway('POST /recruit/applicant/note', { id, text }, SILENT);

export const fetchResumes = (): Promise<{ list: ResumeRow[] }> => gateway('GET /recruit/resume/mine', {}, SILENT);
export const fetchResume = (id: number): Promise<OwnResume> => gateway('GET /recruit/resume', { id }, SILENT);
export interface ResumeForm {
  title: string;
  visibility: ResumeVisibility;
  parts: ResumeParts;
  contact: ResumeContact;
}
export function saveResume({ id, form, ...more }: SaveWish<ResumeForm>, leaving: boolean): Promise<OwnResume> {
  const body = { ...form, ...more };
  const options = { ...SILENT, background: true, keepalive: leaving };
  return id === null ? gateway('POST /recruit/resume', body, options) : gateway('PUT /recruit/resume', { ...body, id }, options);
}
export const deleteResume = (id: number) => gateway('DELETE /recruit/resume', { id }, SILENT);
export const setDefault = (id: number) => gateway('PUT /recruit/resume/default', { id }, SILENT);
export const setFile = (id: number, file_id: number | null): Promise<OwnResume> =>
  gateway('PUT /recruit/resume/file', { id, file_id }, SILENT);
export const fetchViews = (id: number): Promise<{ list: ResumeView[] }> => gateway('GET /recruit/resume/views', { id }, SILENT);

export const fetchState = (id: number): Promise<{ application_id: number; stage: ApplicationStage | null; own: 0 | 1 }> =>
  gateway('GET /recruit/job/state', { id }, SILENT);
export const postApplication = (input: { id: number; resume_id: number; message: string }): Promise<{ id: number }> =>
  gateway('POST /recruit/application', input, SILENT);
export const fetchApplications = (page: number): Promise<Page<OwnApplication>> =>
  gateway('GET /recruit/application/mine', { page }, SILENT);
export const withdraw = (id: number) => gateway('POST /recruit/application/withdraw', { id });
export const share = (id: number, on: boolean) => gateway('POST /recruit/application/unshare', { id, share: on ? 1 : 0 });

export const fetchFound = (keyword: string, page: number): Promise<Page<FoundResume>> =>
  gateway('GET /recruit/resume/found', { keyword, page }, SILENT);
export const fetchFoundOne = (id: number): Promise<FoundResume & { parts: ResumeParts; contact: ResumeContact }> =>
  gateway('GET /recruit/resume/foundOne', { id }, SILENT);
export const inviteToJob = (id: number, job_id: number) => gateway('POST /recruit/resume/invite', { id, job_id }, SILENT);

/** Hands a file of the gateway to the browser's downloads. @throws ApiError */
export async function saveFile(path: string, query: Record<string, string | number>, media: string, name: string): Promise<void> {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  saveBlob(await fetchFile(`${path}?${search}`, media, '文件没有取到，请稍后再试'), name);
}
