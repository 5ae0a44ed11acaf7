import { recruitResumeCalls } from '#contract/recruit/resume-calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { contentDisposition } from '../../kernel/disposition.ts';
import {
  applicationState,
  applyForJob,
  findForEnterprise,
  foundResume,
  interviewFile,
  inviteToJob,
  openOwnPdf,
  ownApplications,
  ownResume,
  ownResumes,
  removeResume,
  resumeViews,
  saveResume,
  setContactShared,
  setDefaultResume,
  setResumeFile,
  withdrawApplication,
} from '../../modules/recruiting/index.ts';

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
