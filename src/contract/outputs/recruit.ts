import { z } from 'zod';
import { INTERVIEW_STATE_KEYS, RESUME_VISIBILITY_KEYS, STAGE_KEYS } from '#contract/recruit.ts';
import { itemDetailOutput } from './item.ts';
import { shopInfoOutput } from './shop.ts';

const flag = z.literal([0, 1]);
const stage = z.enum(STAGE_KEYS);
const visibility = z.enum(RESUME_VISIBILITY_KEYS);

export const jobDetailOutput = itemDetailOutput.extend({
  shop_id: z.int(),
  shop: shopInfoOutput.nullable(),
  enterprise: z.string(),
});

const resumeExperienceOutput = z.strictObject({
  company: z.string(),
  position: z.string(),
  from: z.string(),
  /** Empty: until today. */
  to: z.string(),
  text: z.string(),
});
export type ResumeExperience = z.infer<typeof resumeExperienceOutput>;

const ownWork = z.strictObject({ id: z.int(), title: z.string(), kind: z.string() });
/** `work`: the one of this site that it was. */
const resumeProjectOutput = z.strictObject({
  name: z.string(),
  role: z.string(),
  when: z.string(),
  text: z.string(),
  work: ownWork.optional(),
});
export type ResumeProject = z.infer<typeof resumeProjectOutput>;

const resumeEducationOutput = z.strictObject({
  school: z.string(),
  degree: z.string(),
  major: z.string(),
  from: z.string(),
  to: z.string(),
});
export type ResumeEducation = z.infer<typeof resumeEducationOutput>;

export const resumePartsOutput = z.strictObject({
  person: z.strictObject({ name: z.string(), birth_year: z.string(), city: z.string(), years: z.string(), about: z.string() }),
  wish: z.strictObject({ position: z.string(), city: z.string(), salary: z.string(), work: z.string(), available: z.string() }),
  experience: z.array(resumeExperienceOutput),
  projects: z.array(resumeProjectOutput),
  education: z.array(resumeEducationOutput),
  skills: z.array(z.string()),
  /** Works of one's own on this site. */
  works: z.array(ownWork),
});
export type ResumeParts = z.infer<typeof resumePartsOutput>;

export const resumeContactOutput = z.strictObject({
  mobile: z.string(),
  mail: z.string(),
  wechat: z.string(),
});
export type ResumeContact = z.infer<typeof resumeContactOutput>;

/** A resume as who was shown it reads it: what was sent in a conversation. */
export const shownResumeOutput = z.strictObject({ name: z.string(), parts: resumePartsOutput, contact: resumeContactOutput });
export type ShownResume = z.infer<typeof shownResumeOutput>;

export const resumeRowOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  visibility,
  is_default: flag,
  position: z.string(),
  pdf_name: z.string(),
  /** It may be sent to a job as it is. */
  ready: flag,
  /** Enterprises that looked at it. */
  view_num: z.int(),
  updated_at: z.int(),
});
export type ResumeRow = z.infer<typeof resumeRowOutput>;

export const ownResumeOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  visibility,
  is_default: flag,
  parts: resumePartsOutput,
  contact: resumeContactOutput,
  pdf: z.strictObject({ name: z.string(), size_bytes: z.int() }).nullable(),
  updated_at: z.int(),
  edition: z.int(),
});
/** One's own resume for editing. */
export type OwnResume = z.infer<typeof ownResumeOutput>;

export const resumeViewOutput = z.strictObject({
  enterprise: z.string(),
  times: z.int(),
  last_at: z.int(),
});
export type ResumeView = z.infer<typeof resumeViewOutput>;

export const ownDaysOutput = z.strictObject({
  /** Yuan a day; 0: agreed upon. */
  price: z.number(),
  today: z.string(),
  days: z.array(z.strictObject({ day: z.string(), mark: z.enum(['free', 'busy']) })),
  /** A resume of theirs is shown to enterprises: else the days are not found. */
  is_found: flag,
});
/** One's own days, from today on. */
export type OwnDays = z.infer<typeof ownDaysOutput>;

export const foundResumeOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  position: z.string(),
  city: z.string(),
  years: z.string(),
  about: z.string(),
  skills: z.array(z.string()),
  /** Days that are free from today on, and yuan for one (0: agreed upon); null: none is. */
  by_day: z.strictObject({ price: z.number(), free: z.array(z.string()) }).nullable(),
  updated_at: z.int(),
});
/** A resume that enterprises may find, without its contact. */
export type FoundResume = z.infer<typeof foundResumeOutput>;

const interview = z.strictObject({
  state: z.enum(INTERVIEW_STATE_KEYS),
  /** What both agreed on; 0: nothing. */
  at: z.int(),
  place: z.string(),
  /** What the applicant chooses from. */
  slots: z.array(z.int()),
  /** What who answered last wrote. */
  note: z.string(),
});
export type InterviewFacts = z.infer<typeof interview>;

export const ownApplicationOutput = z.strictObject({
  id: z.int(),
  job: z.strictObject({ id: z.int(), title: z.string(), enterprise: z.string(), open: flag }),
  resume_title: z.string(),
  stage,
  answer: z.string(),
  interview,
  /** The recruiter sees the contact. */
  contact_shared: flag,
  create_time: z.int(),
  update_time: z.int(),
});
/** An application as its applicant sees it. */
export type OwnApplication = z.infer<typeof ownApplicationOutput>;

export const applicantRowOutput = z.strictObject({
  id: z.int(),
  name: z.string(),
  headimgurl: z.string(),
  position: z.string(),
  years: z.string(),
  city: z.string(),
  stage,
  interview,
  notes_num: z.int(),
  create_time: z.int(),
});
/** A line of a job's applicants. */
export type ApplicantRow = z.infer<typeof applicantRowOutput>;

export const applicantOutput = applicantRowOutput.extend({
  user_id: z.int(),
  parts: resumePartsOutput,
  /** Null: the applicant took it back. */
  contact: resumeContactOutput.nullable(),
  message: z.string(),
  answer: z.string(),
  has_pdf: flag,
  pdf_name: z.string(),
  notes: z.array(z.strictObject({ id: z.int(), by: z.string(), text: z.string(), create_time: z.int() })),
  moves: z.array(z.strictObject({ from: stage.nullable(), to: stage, by: z.string(), create_time: z.int() })),
});
/** An application as its recruiter sees it. */
export type Applicant = z.infer<typeof applicantOutput>;

export const stageCountsOutput = z.record(stage, z.int());

export const ownJobOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** published, taken_down ... */
  status: z.string(),
  state_text: z.string(),
  deadline: z.string(),
  counts: stageCountsOutput,
  /** Of those not looked at, the time of the oldest; 0: none. */
  waiting_since: z.int(),
  view_num: z.int(),
  refreshed_today: flag,
  published_at: z.int(),
});
/** One's own job with what waits there. */
export type OwnJobRow = z.infer<typeof ownJobOutput>;

const paged = { total: z.int(), page: z.int(), limit: z.int() };

export const ownJobListOutput = z.strictObject({
  list: z.array(ownJobOutput),
  ...paged,
  /** What who looks at a job reads of the enterprise's answers; '': too few. */
  answers: z.string(),
  counts: z.strictObject({ all: z.int(), open: z.int(), closed: z.int(), unsent: z.int() }),
});
/** GET of one's own jobs. `counts`: of each group. */
export type OwnJobList = z.infer<typeof ownJobListOutput>;

export const applicantListOutput = z.strictObject({
  job: z.strictObject({ id: z.int(), title: z.string(), status: z.string() }),
  counts: stageCountsOutput,
  list: z.array(applicantRowOutput),
  ...paged,
});
/** GET of the applicants of a job. `counts`: of each stage. */
export type ApplicantList = z.infer<typeof applicantListOutput>;
