import { JOB, recruitJobCalls } from '#contract/recruit/job-calls.ts';
import { recruitResumeCalls } from '#contract/recruit/resume-calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { restoreItem, takeDown } from '../../modules/publishing/index.ts';
import {
  addNote,
  applicationState,
  applyForJob,
  findForEnterprise,
  foundResume,
  interviewFile,
  inviteToJob,
  listApplicants,
  openOwnPdf,
  openSentPdf,
  ownApplications,
  ownJobs,
  ownResume,
  ownResumes,
  readApplicant,
  refreshJob,
  removeResume,
  resumeViews,
  saveResume,
  setContactShared,
  setDefaultResume,
  setResumeFile,
  setStage,
  withdrawApplication,
} from '../../modules/recruiting/index.ts';
import { mayPublishJobs } from '../../modules/verification/index.ts';
import { relatedItems } from '../../views/item-screen.ts';

/** Jobs and their applicants, for the enterprise and its employees. */
export const jobEndpoints: Endpoint[] = [
  serve(recruitJobCalls.detail, (ctx, { id }) => readDetail(ctx, JOB, id)),
  serve(recruitJobCalls.related, async (ctx, { id, page, limit }) => ({
    list: relatedItems(await recommendItems(ctx, JOB, { id, page, limit })),
    page,
    limit,
  })),
  serve(recruitJobCalls.gate, async (ctx) => ({ status: (await mayPublishJobs(ctx)) ? (1 as const) : (0 as const) })),
  serve(recruitJobCalls.jobs, (ctx, input) => ownJobs(ctx, input)),
  serve(recruitJobCalls.refresh, async (ctx, { id }) => {
    await refreshJob(ctx, id);
    return { id };
  }),
  serve(recruitJobCalls.close, async (ctx, { id }) => ({ id, status: await takeDown(ctx, id, JOB) })),
  serve(recruitJobCalls.reopen, async (ctx, { id }) => ({ id, status: await restoreItem(ctx, id, JOB) })),
  serve(recruitJobCalls.applicants, (ctx, input) => listApplicants(ctx, input)),
  serve(recruitJobCalls.applicant, (ctx, { id }) => readApplicant(ctx, id)),
  serve(recruitJobCalls.applicant_pdf, async (ctx, { id, which }) => {
    const { name, data } = await openSentPdf(ctx, id, which);
    return pdfAnswer(name, data);
  }),
  serve(recruitJobCalls.stage, async (ctx, input) => {
    await setStage(ctx, input);
    return { id: input.id };
  }),
  serve(recruitJobCalls.note, async (ctx, { id, text }) => {
    await addNote(ctx, id, text);
    return { id };
  }),
];

/** Resumes and applications, for those who look for work. */
export const resumeEndpoints: Endpoint[] = [
  serve(recruitResumeCalls.resumes, async (ctx) => ({ list: await ownResumes(ctx) })),
  serve(recruitResumeCalls.get_resume, (ctx, { id }) => ownResume(ctx, id)),
  serve(recruitResumeCalls.post_resume, (ctx, input) => saveResume(ctx, input)),
  serve(recruitResumeCalls.put_resume, (ctx, input) => saveResume(ctx, input)),
  serve(recruitResumeCalls.delete_resume, async (ctx, { id }) => {
    await removeResume(ctx, id);
    return { id };
  }),
  serve(recruitResumeCalls.resume_default, async (ctx, { id }) => {
    await setDefaultResume(ctx, id);
    return { id };
  }),
  serve(recruitResumeCalls.resume_file, (ctx, { id, file_id }) => setResumeFile(ctx, id, file_id)),
  serve(recruitResumeCalls.resume_pdf, async (ctx, { id, which }) => {
    const { name, data } = await openOwnPdf(ctx, id, which);
    return pdfAnswer(name, data);
  }),
  serve(recruitResumeCalls.resume_views, async (ctx, { id }) => ({ list: await resumeViews(ctx, id) })),
  serve(recruitResumeCalls.found, (ctx, input) => findForEnterprise(ctx, input)),
  serve(recruitResumeCalls.found_one, (ctx, { id }) => foundResume(ctx, id)),
  serve(recruitResumeCalls.invite, async (ctx, { id, job_id }) => {
    await inviteToJob(ctx, { id, job_id });
    return { id };
  }),
  serve(recruitResumeCalls.state, (ctx, { id }) => applicationState(ctx, id)),
  serve(recruitResumeCalls.apply, (ctx, input) => applyForJob(ctx, input)),
  serve(recruitResumeCalls.applications, (ctx, input) => ownApplications(ctx, input)),
  serve(recruitResumeCalls.withdraw, async (ctx, { id }) => {
    await withdrawApplication(ctx, id);
    return { id };
  }),
  serve(recruitResumeCalls.unshare, async (ctx, { id, share }) => {
    await setContactShared(ctx, id, Boolean(share));
    return { id };
  }),
  serve(
    recruitResumeCalls.interview,
    async (ctx, { id }) =>
      new Response(await interviewFile(ctx, id), {
        headers: {
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': contentDisposition('interview.ics'),
          'cache-control': 'no-store',
        },
      }),
  ),
];
