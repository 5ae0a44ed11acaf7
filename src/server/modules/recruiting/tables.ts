import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ApplicationStage, InterviewState, ResumeContact, ResumeParts, ResumeVisibility } from '#contract/recruit.ts';
import { at, counter, created, fen, id, ref } from '../../db/columns.ts';

/** A job went to the top of the list: once a Shanghai day, which the key says. */
export const job_refreshes = pgTable(
  'job_refreshes',
  { item_id: ref().notNull(), day: date({ mode: 'string' }).notNull(), created_at: created() },
  (t) => [primaryKey({ columns: [t.item_id, t.day] })],
);

/** Resumes, several a person. */
export const resumes = pgTable(
  'resumes',
  {
    id: id(),
    user_id: ref().notNull(),
    title: text().notNull(),
    /** Named by the page that began it: the same key is the same resume. */
    draft_key: text().notNull().default(''),
    parts: jsonb().$type<ResumeParts>().notNull(),
    /** Seen by enterprises only where it was shared with a job. */
    contact: jsonb().$type<ResumeContact>().notNull(),
    /** `nobody`, `applied` or `all`. */
    visibility: text().$type<ResumeVisibility>().notNull().default('applied'),
    is_default: boolean().notNull().default(false),
    /** The person's own PDF in private storage; empty: none. */
    pdf_key: text().notNull().default(''),
    pdf_name: text().notNull().default(''),
    pdf_size_bytes: counter(),
    /** Words of the parts, for the search of enterprises. */
    words: text().notNull().default(''),
    created_at: created(),
    updated_at: created(),
  },
  (t) => [
    index('resumes_of_user').on(t.user_id, t.id),
    uniqueIndex('resumes_one_default').on(t.user_id).where(sql`${t.is_default}`),
    index('resumes_for_all').on(t.updated_at.desc().nullsFirst(), t.id.desc().nullsFirst()).where(sql`${t.visibility} = 'all'`),
    check('resumes_visibility', sql`${t.visibility} in ('nobody', 'applied', 'all')`),
  ],
);

/** What a day of somebody costs, and which days are free; found only while one of their resumes is shown to all. */
export const freelancers = pgTable(
  'freelancers',
  {
    user_id: ref().primaryKey(),
    /** 0: agreed upon. */
    day_fen: fen().notNull().default(0),
    /** By day: free or busy; at most half a year ahead. */
    days: jsonb().$type<Record<string, 'free' | 'busy'>>().notNull().default({}),
  },
  (t) => [
    index('freelancers_days').using('gin', sql`${t.days} jsonb_path_ops`),
    check('freelancers_price', sql`${t.day_fen} between 0 and 10000000`),
  ],
);

/** Which enterprise looked at a resume, one row a day. */
export const resume_views = pgTable(
  'resume_views',
  {
    resume_id: ref().notNull(),
    enterprise_id: ref().notNull(),
    day: date({ mode: 'string' }).notNull(),
    times: counter(),
    last_at: created(),
  },
  (t) => [
    primaryKey({ columns: [t.resume_id, t.enterprise_id, t.day] }),
    index('resume_views_newest').on(t.resume_id, t.last_at.desc().nullsFirst()),
  ],
);

/** A person applied for a job, once each; with the resume as it was then. */
export const applications = pgTable(
  'job_applications',
  {
    id: id(),
    item_id: ref().notNull(),
    /** Publisher of the job. */
    enterprise_id: ref().notNull(),
    user_id: ref().notNull(),
    resume_id: ref().notNull(),
    title: text().notNull(),
    parts: jsonb().$type<ResumeParts>().notNull(),
    /** Empty once the applicant took it back. */
    contact: jsonb().$type<ResumeContact>(),
    pdf_key: text().notNull().default(''),
    pdf_name: text().notNull().default(''),
    message: text().notNull().default(''),
    /** sent, seen, interview, offer, hired, declined, closed, withdrawn */
    stage: text().$type<ApplicationStage>().notNull(),
    /** What the applicant reads with a decline or an interview. */
    answer: text().notNull().default(''),
    /** The time that was agreed upon last, also where it is no more. */
    interview_at: at(),
    interview_place: text().notNull().default(''),
    interview_state: text().$type<InterviewState>().notNull().default('none'),
    /** Unix seconds, at most three. */
    interview_slots: jsonb().$type<number[]>().notNull().default([]),
    interview_note: text().notNull().default(''),
    /** Rises with every change, for calendars. */
    interview_seq: integer().notNull().default(0),
    interview_reminded: boolean().notNull().default(false),
    /** When it was last sent: it may be sent again. */
    sent_at: created(),
    /** When the enterprise first answered it; null: it did not. */
    answered_at: at(),
    /** When the enterprise was warned that it ends without an answer. */
    warned_at: at(),
    created_at: created(),
    updated_at: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('job_applications_once').on(t.item_id, t.user_id),
    index('job_applications_of_job').on(t.item_id, t.stage, t.id),
    index('job_applications_of_user').on(t.user_id, t.id.desc().nullsFirst()),
    index('job_applications_of_enterprise').on(t.enterprise_id, t.stage, t.id),
    index('job_applications_waiting').on(t.sent_at).where(sql`${t.stage} in ('sent', 'seen') and ${t.answered_at} is null`),
    index('job_applications_pdf').on(t.pdf_key).where(sql`${t.pdf_key} <> ''`),
    index('job_applications_to_remind')
      .on(t.interview_at)
      .where(sql`${t.interview_state} = 'agreed' and ${t.stage} = 'interview' and not ${t.interview_reminded}`),
    check('job_applications_interview', sql`${t.interview_state} in ('none', 'proposed', 'agreed', 'asked', 'declined', 'cancelled')`),
    check('job_applications_stage', sql`${t.stage} in ('sent', 'seen', 'interview', 'offer', 'hired', 'declined', 'closed', 'withdrawn')`),
  ],
);

/** Every change of an application, with who made it. */
export const application_moves = pgTable(
  'job_application_moves',
  {
    id: id(),
    application_id: ref().notNull(),
    from_stage: text().$type<ApplicationStage>(),
    to_stage: text().$type<ApplicationStage>().notNull(),
    by_id: ref().notNull(),
    created_at: created(),
  },
  (t) => [index('job_application_moves_of').on(t.application_id, t.id)],
);

/** Private notes of the recruiter; the applicant never sees them. */
export const application_notes = pgTable(
  'job_application_notes',
  {
    id: id(),
    application_id: ref().notNull(),
    by_id: ref().notNull(),
    text: text().notNull(),
    created_at: created(),
  },
  (t) => [index('job_application_notes_of').on(t.application_id, t.id)],
);
