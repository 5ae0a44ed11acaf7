import { findContactDetails } from '#contract/contact-details.ts';
import { JOB_OPEN_DAYS, JOB_TERMS_WANTED } from '#contract/job.ts';
import { KINDS } from '#contract/kinds.ts';
import type { ItemForm } from '#contract/publish.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiDay } from '../../kernel/clock.ts';
import { type FieldErrors, forbidden } from '../../kernel/errors.ts';
import type { PublishGate } from '../publishing/index.ts';
import { mayPublishJobs } from '../verification/index.ts';

const CONTACT = '请不要写联系方式：应聘者直接投递，联系方式在应聘者里查看';
const DAY_MS = 86_400_000;

/** What is wrong with a job beyond what every form is asked. `today`, `latest`: days in Shanghai. */
export function wrongInJob({ title, introduction, terms, fields }: ItemForm, today: string, latest: string): FieldErrors {
  const missing = JOB_TERMS_WANTED.find(({ key }) => terms[key] === undefined);
  const own = Object.entries(fields).map(([key, text]): [string, string] => [`field.${key}`, String(text ?? '')]);
  const texts: Array<[string, string]> = [['title', title], ['introduction', introduction], ...own];
  const contacts = texts.flatMap(([key, text]) => (findContactDetails(text).length > 0 ? [[key, CONTACT]] : []));
  const deadline = String(fields['deadline'] ?? '');
  return {
    ...Object.fromEntries(contacts),
    ...(missing ? { terms: missing.text } : {}),
    ...(deadline !== '' && deadline < today ? { 'field.deadline': '截止日期已经过去，请重新选择' } : {}),
    ...(deadline > latest ? { 'field.deadline': `截止日期最晚为 ${JOB_OPEN_DAYS} 天以后` } : {}),
  };
}

/** Jobs are published by verified enterprises (shell spec 8: code 1 of the auth checks). */
export const jobGate: PublishGate = {
  kind: KINDS.job.key,
  async may(ctx: Ctx) {
    if (!(await mayPublishJobs(ctx))) throw forbidden('企业认证通过后才能发布招聘');
  },
  check(ctx, form) {
    const now = ctx.app.clock.now();
    return wrongInJob(form, shanghaiDay(now), shanghaiDay(new Date(now.getTime() + JOB_OPEN_DAYS * DAY_MS)));
  },
};
