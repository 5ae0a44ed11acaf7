import { fetchFile, saveBlob } from '#client/fetch-csv.ts';
import { gateway } from '#client/gateway.ts';
import type { SaveWish } from '#client/saving-form.ts';
import type { Page } from '#contract/envelope.ts';
import {
  type Applicant,
  type ApplicantList,
  type ApplicationStage,
  type FoundResume,
  type JobGroup,
  type OwnApplication,
  type OwnJobList,
  type OwnResume,
  RECRUIT_CALLS,
  type ResumeContact,
  type ResumeParts,
  type ResumeRow,
  type ResumeView,
  type ResumeVisibility,
} from '#contract/recruit.ts';

/** Screens show their errors themselves. */
const SILENT = { silent: true } as const;

export const fetchGate = (): Promise<{ status: 0 | 1 }> => gateway.get(RECRUIT_CALLS.gate, {}, SILENT);

export const fetchOwnJobs = (group: JobGroup, page: number, limit = 10): Promise<OwnJobList> =>
  gateway.get(RECRUIT_CALLS.jobs, { group, page, limit }, SILENT);
// what a row of a list does is told by the gateway caller
export const refreshJob = (id: number) => gateway.post(RECRUIT_CALLS.refresh, { id });
export const closeJob = (id: number) => gateway.post(RECRUIT_CALLS.close, { id });
export const reopenJob = (id: number) => gateway.post(RECRUIT_CALLS.reopen, { id });

export const fetchApplicants = (id: number, stage: ApplicationStage | 'all', page: number): Promise<ApplicantList> =>
  gateway.get(RECRUIT_CALLS.applicants, { id, stage, page }, SILENT);
export const fetchApplicant = (id: number): Promise<Applicant> => gateway.get(RECRUIT_CALLS.applicant, { id }, SILENT);
export const postStage = (input: { id: number; stage: ApplicationStage; answer: string; interview_at: number; place: string }) =>
  gateway.post(RECRUIT_CALLS.stage, input, SILENT);
export const postNote = (id: number, text: string) => gateway.post(RECRUIT_CALLS.note, { id, text }, SILENT);

export const fetchResumes = (): Promise<{ list: ResumeRow[] }> => gateway.get(RECRUIT_CALLS.resumes, {}, SILENT);
export const fetchResume = (id: number): Promise<OwnResume> => gateway.get(RECRUIT_CALLS.resume, { id }, SILENT);
export interface ResumeForm {
  title: string;
  visibility: ResumeVisibility;
  parts: ResumeParts;
  contact: ResumeContact;
}
export function saveResume({ id, form, ...more }: SaveWish<ResumeForm>, leaving: boolean): Promise<OwnResume> {
  const body = { ...form, ...more };
  const options = { ...SILENT, background: true, keepalive: leaving };
  return id === null ? gateway.post(RECRUIT_CALLS.resume, body, options) : gateway.put(RECRUIT_CALLS.resume, { ...body, id }, options);
}
export const deleteResume = (id: number) => gateway.del(RECRUIT_CALLS.resume, { id }, SILENT);
export const setDefault = (id: number) => gateway.put(RECRUIT_CALLS.resume_default, { id }, SILENT);
export const setFile = (id: number, file_id: number | null): Promise<OwnResume> =>
  gateway.put(RECRUIT_CALLS.resume_file, { id, file_id }, SILENT);
export const fetchViews = (id: number): Promise<{ list: ResumeView[] }> => gateway.get(RECRUIT_CALLS.resume_views, { id }, SILENT);

export const fetchState = (id: number): Promise<{ application_id: number; stage: ApplicationStage | null; own: 0 | 1 }> =>
  gateway.get(RECRUIT_CALLS.state, { id }, SILENT);
export const postApplication = (input: { id: number; resume_id: number; message: string }): Promise<{ id: number }> =>
  gateway.post(RECRUIT_CALLS.apply, input, SILENT);
export const fetchApplications = (page: number): Promise<Page<OwnApplication>> => gateway.get(RECRUIT_CALLS.applications, { page }, SILENT);
export const withdraw = (id: number) => gateway.post(RECRUIT_CALLS.withdraw, { id });
export const share = (id: number, on: boolean) => gateway.post(RECRUIT_CALLS.unshare, { id, share: on ? 1 : 0 });

export const fetchFound = (keyword: string, page: number): Promise<Page<FoundResume>> =>
  gateway.get(RECRUIT_CALLS.found, { keyword, page }, SILENT);
export const fetchFoundOne = (id: number): Promise<FoundResume & { parts: ResumeParts; contact: ResumeContact }> =>
  gateway.get(RECRUIT_CALLS.found_one, { id }, SILENT);
export const inviteToJob = (id: number, job_id: number) => gateway.post(RECRUIT_CALLS.invite, { id, job_id }, SILENT);

/** Hands a file of the gateway to the browser's downloads. @throws ApiError */
export async function saveFile(path: string, query: Record<string, string | number>, media: string, name: string): Promise<void> {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  saveBlob(await fetchFile(`${path}?${search}`, media, '文件没有取到，请稍后再试'), name);
}
