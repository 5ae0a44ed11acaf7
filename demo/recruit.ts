import { dayAfter } from '#contract/freelance.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { type ApplicationStage, EMPTY_CONTACT, EMPTY_PARTS, type ResumeParts, type ResumeVisibility } from '#contract/recruit.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { kindTerms } from '#server/modules/catalog/index.ts';
import { answerInvitation, inviteEmployee } from '#server/modules/employees/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { submitItem } from '#server/modules/publishing/index.ts';
import {
  addNote,
  applyForJob,
  ownApplications,
  ownResumes,
  readApplicant,
  saveResume,
  setDays,
  setStage,
} from '#server/modules/recruiting/index.ts';
import { asUser, atTime } from './at-time.ts';
import { chosenTerms, named } from './works/demo-work.ts';
import { DEMO_JOBS, DEMO_RESUMES, type DemoResume, jobFacts } from './world/jobs.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const MADE = 'recruit';
/** Place among the publishers of the verified enterprise (verify-some.ts), and of its employee. */
const ENTERPRISE = 0;
const EMPLOYEE = 5;
/** How far the application of each resume for the first job went. */
const STAGES: readonly ApplicationStage[] = ['interview', 'seen', 'sent'];

/** Jobs of a verified enterprise, resumes, applications in several stages, and an employee. Again after a crash goes on. */
export async function lookForPeople(ctx: Ctx, stopping?: AbortSignal): Promise<void> {
  const { people, made, seed } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now = ctx.app.clock.now();
  const enterprise_id = people.publisher_ids[ENTERPRISE] as number;
  const terms = await kindTerms(ctx, KINDS.job);
  const jobs: number[] = [];
  for (const [index, job] of DEMO_JOBS.entries()) {
    stopping?.throwIfAborted();
    const then = asUser(atTime(ctx, new Date(now.getTime() - job.days_ago * DAY_MS)), enterprise_id);
    const facts = jobFacts(job, index);
    const top = terms.categories.find(({ name }) => name === job.category[0]);
    const form = {
      ...EMPTY_FORM,
      ...{ title: job.title, introduction: job.team, category_id: top?.id ?? null, category_id_sub: named(top?.children, job.category[1]) },
      ...{
        tags: [...job.tags],
        price_type: 'free' as const,
        terms: chosenTerms(terms, { ...job.terms, event: facts.event, pay: '' }),
        fields: { ...job.fields, ...facts.fields, deadline: '' },
      },
    };
    jobs.push((await submitItem(then, { kind: KINDS.job, draft_key: `demo-${seed}-job-${index}`, form })).id);
  }
  for (const [index, resume] of DEMO_RESUMES.entries()) {
    const user_id = people.publisher_ids[resume.publisher] as number;
    await freeDays(ctx, user_id, index);
    await apply(ctx, { user_id, enterprise_id, job_id: jobs[0] as number, resume, stage: STAGES[index] ?? 'sent' });
  }
  await employ(ctx, enterprise_id, people.publisher_ids[EMPLOYEE] as number);
  await noteMade(ctx, MADE);
}

interface Applying {
  user_id: number;
  enterprise_id: number;
  job_id: number;
  resume: DemoResume;
  stage: ApplicationStage;
}

async function apply(ctx: Ctx, { user_id, enterprise_id, job_id, resume, stage }: Applying): Promise<void> {
  const reader = asUser(atTime(ctx, new Date(ctx.app.clock.now().getTime() - 2 * DAY_MS)), user_id);
  const owner = asUser(ctx, enterprise_id);
  if ((await ownResumes(reader)).length === 0) await saveResume(reader, { title: '', ...formOf(resume) });
  const [own] = await ownResumes(reader);
  await applyForJob(reader, { id: job_id, resume_id: own?.id ?? 0, message: resume.message }).catch(unlessDone);
  const sent = (await ownApplications(reader, { page: 1, limit: 9 })).list.find(({ job }) => job.id === job_id);
  if (stage === 'sent' || sent?.stage !== 'sent') return;
  await readApplicant(owner, sent.id);
  await addNote(owner, sent.id, '作品完整，现场经验够，约时间聊一次。');
  if (stage !== 'interview') return;
  // three afternoons, of which the applicant has yet to choose
  const today_s = Math.floor((ctx.app.clock.now().getTime() / 1000 + 8 * 3_600) / 86_400) * 86_400;
  const slots = [3, 4, 5].map((days, at) => today_s + days * 86_400 + (6 + at) * 3_600);
  const answer = '您的经历很合适，期待和您见面，请带上两个代表项目。';
  await setStage(owner, { id: sent.id, stage: 'interview', answer, slots, place: '上海市静安区南京西路 1 号 8 层' });
}

/** Weekends of two months are free, but for some that are taken. */
async function freeDays(ctx: Ctx, user_id: number, index: number): Promise<void> {
  const today = shanghaiDay(ctx.app.clock.now());
  const days = Array.from({ length: 60 }, (_, at) => dayAfter(today, at + 1)).filter((day) => [0, 6].includes(new Date(day).getUTCDay()));
  const mine = asUser(ctx, user_id);
  await setDays(mine, { price: [80_000, 60_000, 50_000][index] ?? 0, days, mark: 'free' });
  await setDays(mine, { days: days.filter((_, at) => (at + index) % 5 === 4), mark: 'busy' });
}

function formOf({ person, wish, experience, skills, visibility }: DemoResume): {
  visibility: ResumeVisibility;
  parts: ResumeParts;
  contact: typeof EMPTY_CONTACT;
} {
  const parts = {
    ...EMPTY_PARTS,
    ...{ person: { ...EMPTY_PARTS.person, ...person }, wish: { ...EMPTY_PARTS.wish, ...wish } },
    ...{ experience: experience.map((one) => ({ ...one })), skills: [...skills] },
  };
  return { visibility, parts, contact: { ...EMPTY_CONTACT, mobile: '13800000002' } };
}

async function employ(ctx: Ctx, enterprise_id: number, user_id: number): Promise<void> {
  const mobile = await accountMobile(ctx, user_id);
  if (!mobile) return;
  try {
    const id = await inviteEmployee(asUser(ctx, enterprise_id), { mobile, rights: ['publish', 'recruit'] });
    await answerInvitation(asUser(ctx, user_id), id, true);
  } catch (error) {
    unlessDone(error);
  }
}

/** Done before a crash. */
function unlessDone(error: unknown): void {
  if ((error as { status?: number }).status !== 409) throw error;
}
