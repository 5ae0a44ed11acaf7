import { JOB, recruitJobCalls } from '#contract/recruit/job-calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { pdfAnswer } from '../../http/pdf-answer.ts';
import { readDetail } from '../../http/read-detail.ts';
import { recommendItems } from '../../modules/catalog/index.ts';
import { restoreItem, takeDown } from '../../modules/publishing/index.ts';
import { addNote, listApplicants, openSentPdf, ownJobs, readApplicant, refreshJob, setStage } from '../../modules/recruiting/index.ts';
import { mayPublishJobs } from '../../modules/verification/index.ts';
import { relatedItems } from '../../views/related-items.ts';

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
