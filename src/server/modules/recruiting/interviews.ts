import {
  ANSWER_MAX,
  INTERVIEW_ACTS,
  type InterviewActKey,
  type InterviewFacts,
  interviewStateText,
  mayActOnInterview,
  PLACE_MAX,
} from '#contract/recruit.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { calendarText } from '../../kernel/calendar-text.ts';
import { shanghaiTimeText, unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { getItem } from '../catalog/index.ts';
import { sendNotices } from '../notices/index.ts';
import { enterpriseNames } from '../verification/index.ts';
import { type ApplicationLine, findApplication, lockApplication, takeToRemind, updateApplication } from './repo.ts';
import { applicantsPage, cutText, OWN_APPLICATIONS } from './rules.ts';

const [REMIND_MS, REMIND_BATCH] = [86_400_000, 200];

export const interviewOf = (row: ApplicationLine): InterviewFacts => ({
  ...{ state: row.interview_state, place: row.interview_place, slots: row.interview_slots, note: row.interview_note },
  at: row.interview_at && row.interview_state === 'agreed' ? unixSeconds(row.interview_at) : 0,
});

/** What an offer of times writes; the applicant chooses one of them. @throws AppError code 1 without a time to come */
export function offeredTimes(row: ApplicationLine, { slots, place }: { slots: readonly number[]; place: string }, now: Date) {
  const times = [...new Set(slots)].sort((a, b) => a - b);
  if (times.length === 0 || times.some((at) => at * 1000 <= now.getTime())) throw invalid({ slots: '请选择将来的面试时间' });
  return {
    ...{ interview_state: 'proposed' as const, interview_slots: times, interview_place: cutText(place, PLACE_MAX), interview_note: '' },
    ...{ interview_seq: row.interview_seq + 1, interview_reminded: false },
  };
}

/** What the end of an application does to an interview to come. */
export function endedInterview(row: ApplicationLine, now: Date) {
  const open = mayActOnInterview('cancel', row.interview_state, true);
  const past = row.interview_state === 'agreed' && row.interview_at !== null && row.interview_at <= now;
  return open && !past ? { interview_state: 'cancelled' as const, interview_seq: row.interview_seq + 1 } : {};
}

/**
 * Picks one of the offered times, asks for another, declines or cancels; the other side is notified. One of many presses takes a time.
 * @throws AppError 404; 409 for what the state does not allow; code 1 for a time that was not offered or is over
 */
export async function answerInterview(ctx: Ctx, input: { id: number; act: InterviewActKey; at: number; note: string }): Promise<void> {
  const user_id = requireUser(ctx);
  const { act, at } = input;
  await inTransaction(ctx, async (tx) => {
    const row = await lockApplication(tx.db, input.id);
    const mine = row?.user_id === user_id;
    if (!row || (!mine && row.enterprise_id !== user_id) || row.stage === 'withdrawn') throw notFound('没有面试安排');
    if (row.stage !== 'interview' || !mayActOnInterview(act, row.interview_state, mine))
      throw conflict(`不能${INTERVIEW_ACTS[act].verb}：${interviewStateText(row.interview_state, mine)}`);
    const now = tx.app.clock.now();
    const interview_note = cutText(input.note, ANSWER_MAX);
    if (act === 'ask' && interview_note === '') throw invalid({ note: '请写上您方便的时间' });
    if (act === 'pick' && (!row.interview_slots.includes(at) || at * 1000 <= now.getTime()))
      throw invalid({ at: '这个时间已经过去或没有给出，请选择其他时间' });
    const set = {
      ...{ interview_state: INTERVIEW_ACTS[act].to, interview_note, interview_seq: row.interview_seq + 1, interview_reminded: false },
      ...(act === 'pick' ? { interview_at: new Date(at * 1000) } : {}),
      updated_at: now,
    };
    await updateApplication(tx.db, row.id, set);
    const when = act === 'pick' ? shanghaiTimeText(new Date(at * 1000)) : '';
    await tell(tx, row, mine ? 'enterprise' : 'applicant', `answer:${set.interview_seq}`, INTERVIEW_ACTS[act].said, [when, interview_note]);
  });
}

async function tell(
  tx: TxCtx,
  row: ApplicationLine,
  to: 'enterprise' | 'applicant',
  key: string,
  said: string,
  more: string[],
): Promise<void> {
  const [job, nameOf] = [await getItem(tx, row.item_id), await enterpriseNames(tx, [row.enterprise_id])];
  const applicant = to === 'applicant';
  await sendNotices(tx, [applicant ? row.user_id : row.enterprise_id], {
    ...{ topic: 'recruit', key: `interview:${row.id}:${key}:${to}`, item_id: row.item_id },
    title: `${applicant ? nameOf(row.enterprise_id) : row.parts.person.name}${said}`,
    content: [job?.title ?? '', ...more].filter(Boolean).join('，'),
    href: applicant ? OWN_APPLICATIONS : applicantsPage(row.item_id),
  });
}

/** Reminds both sides of interviews of the next day, once each. @returns how many */
export function remindOfInterviews(ctx: Ctx): Promise<number> {
  const now = ctx.app.clock.now();
  return inTransaction(ctx, async (tx) => {
    const due = await takeToRemind(tx.db, { now, by: new Date(now.getTime() + REMIND_MS), limit: REMIND_BATCH });
    for (const row of due) {
      const when = [shanghaiTimeText(row.interview_at as Date), row.interview_place];
      for (const to of ['applicant', 'enterprise'] as const) await tell(tx, row, to, `remind:${row.interview_seq}`, '：面试即将开始', when);
    }
    return due.length;
  });
}

/** The interview as a calendar file for both sides: it takes the place of what was there before, or strikes it out. @throws AppError 404 */
export async function interviewFile(ctx: Ctx, id: number): Promise<string> {
  const user_id = requireUser(ctx);
  const row = await findApplication(ctx.db, id);
  const mine = row?.user_id === user_id;
  if (!row || (!mine && row.enterprise_id !== user_id) || !row.interview_at) throw notFound('没有面试安排');
  const [job, nameOf] = [await getItem(ctx, row.item_id), await enterpriseNames(ctx, [row.enterprise_id])];
  const site = ctx.app.config.site_url;
  const withdrawn = row.stage === 'withdrawn';
  const is_over = withdrawn || row.interview_state !== 'agreed';
  const name = (!withdrawn && row.parts.person?.name) || '应聘者';
  const event = {
    // as the feed of the workbench names it, so that one calendar shows it once
    uid: `${mine ? 'application' : 'interview'}-${id}-at@${new URL(site).hostname}`,
    title: `面试：${job?.title ?? '职位'}（${mine ? nameOf(row.enterprise_id) : name}）`,
    ...{ note: row.answer, url: `${site}${mine ? OWN_APPLICATIONS : applicantsPage(row.item_id)}`, place: row.interview_place },
    ...{ at: row.interview_at, all_day: false, alarms: [1_440, 60], sequence: row.interview_seq, is_over },
  };
  return calendarText([event], { name: '策猫面试', now: row.updated_at, cancels: is_over });
}
