import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { ApiError, formErrors } from '#client/api-error.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import {
  ANSWER_MAX,
  INTERVIEW_ACTS,
  type InterviewActKey,
  type InterviewFacts,
  interviewStateText,
  mayActOnInterview,
  RECRUIT_CALLS,
} from '#contract/recruit.ts';
import { askReason } from '#kit/ask-reason.tsx';
import { Button } from '#ui/Button.tsx';
import { timeText } from '#ui/time-text.ts';
import { answerInterview, saveFile } from './screen-calls.ts';

interface InterviewBoxProps {
  /** Of the application. */
  id: number;
  interview: InterviewFacts;
  /** Whose eyes; the recruiter offers times elsewhere. */
  applicant: boolean;
  /** Nothing is changed any more: what was agreed on is read only. */
  closed: boolean;
  onChanged(): Promise<unknown>;
}

const ABOUT: Record<Exclude<InterviewActKey, 'pick'>, string> = {
  ask: '写上您方便的时间，对方会重新给出时间；已约定的时间随之取消。',
  decline: '对方会收到通知。投递仍然保留，之后还可以再约。',
  cancel: '对方会收到通知，日历里的安排随之取消。',
};

const saveCalendar = (id: number) =>
  saveFile(RECRUIT_CALLS.interview, { id }, 'text/calendar', 'interview.ics')
    .then(() => toastSuccess('日历文件已保存'))
    .catch((error: Error & { msg?: string }) => toastError(error.msg ?? '文件没有取到，请稍后再试'));

/** Where an interview stands, and what this side may do about it. */
export function InterviewBox({ id, interview, applicant, closed, onChanged }: InterviewBoxProps) {
  const { state, at, place, slots, note } = interview;
  const [picking, setPicking] = useState(0);
  if (state === 'none') return null;
  const pick = async (slot: number) => {
    if (picking !== 0) return;
    setPicking(slot);
    try {
      await answerInterview(id, 'pick', { at: slot });
      toastSuccess('面试时间已约定，对方会收到通知');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toastError(Object.values(formErrors(error))[0] ?? error.msg);
    } finally {
      setPicking(0);
    }
    await onChanged();
  };
  const ask = async (act: Exclude<InterviewActKey, 'pick'>) => {
    const { verb } = INTERVIEW_ACTS[act];
    const wish = { title: verb, about: ABOUT[act], verb: act === 'ask' ? '发送' : verb, back: '返回' };
    const words = act === 'ask' && { max: ANSWER_MAX, label: '方便的时间' };
    const done = await askReason({ ...wish, ...words, run: (reason) => answerInterview(id, act, { note: reason }) });
    if (done === null) return;
    toastSuccess('已告知对方');
    await onChanged();
  };
  const may = (act: InterviewActKey) => !closed && mayActOnInterview(act, state, applicant);
  return (
    <section className="num grid gap-2 rounded-box bg-tint p-3" aria-label="面试">
      <p className="font-semibold">{interviewStateText(state, applicant)}</p>
      {at > 0 && <p>{timeText(at)}</p>}
      {place && <p className="break-words">{place}</p>}
      {note && <p className="whitespace-pre-line break-words">留言：{note}</p>}
      {state === 'proposed' && (
        <ul className="flex flex-wrap gap-2" aria-label="可选的面试时间">
          {slots.map((slot) => (
            <li key={slot}>
              {may('pick') ? (
                <Button
                  size="sm"
                  look="primary"
                  aria-label={`选择 ${timeText(slot)} 面试`}
                  busy={picking === slot}
                  onClick={() => void pick(slot)}
                >
                  {timeText(slot)}
                </Button>
              ) : (
                <span className="rounded-field bg-base-100 px-2 py-1">{timeText(slot)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-2">
        {at > 0 && (
          <Button size="sm" icon={<CalendarPlus size={14} aria-hidden="true" />} onClick={() => void saveCalendar(id)}>
            加入日历
          </Button>
        )}
        {(['ask', 'decline', 'cancel'] as const)
          .filter((act) => may(act) && !(act === 'cancel' && may('decline')))
          .map((act) => (
            <Button key={act} size="sm" look="ghost" onClick={() => void ask(act)}>
              {INTERVIEW_ACTS[act].verb}
            </Button>
          ))}
      </p>
    </section>
  );
}
