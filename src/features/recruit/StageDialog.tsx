import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { ANSWER_MAX, type Applicant, type ApplicationStage, DECLINE_TEXT, INTERVIEW_SLOTS_MAX, PLACE_MAX } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Field } from '#ui/Field.tsx';
import { Form } from '#ui/Form.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { inputTime, timeOfInput } from '#ui/time-input.ts';
import { timeText } from '#ui/time-text.ts';
import type { ApplicantsStore } from './applicants.store.ts';

interface StageDialogProps {
  stage: ApplicationStage;
  applicant: Applicant;
  actions: ApplicantsStore['actions'];
  onClose(): void;
}

/** Invites to an interview with a time, or declines with courtesy. */
export function StageDialog({ stage, applicant, actions, onClose }: StageDialogProps) {
  const interview = stage === 'interview';
  const again = interview && applicant.stage === 'interview';
  const [answer, setAnswer] = useState(again ? applicant.answer : interview ? '' : DECLINE_TEXT);
  const [times, setTimes] = useState(() => {
    const open = applicant.interview.slots.filter((at) => at * 1000 > Date.now());
    return Array.from({ length: INTERVIEW_SLOTS_MAX }, (_, at) => inputTime(open[at] ?? 0));
  });
  const [place, setPlace] = useState(applicant.interview.place);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    const slots = times.flatMap((time) => timeOfInput(time) ?? []);
    if (interview && slots.length === 0) return setWrong('请选择面试时间');
    setBusy(true);
    const said = await actions.move({ stage, answer, ...(interview ? { slots, place } : {}) });
    setBusy(false);
    if (said !== null) return setWrong(said);
    toastSuccess('已发送，对方会收到通知');
    onClose();
  };
  const title = again ? `修改 ${applicant.name} 的面试时间` : interview ? `邀请 ${applicant.name} 面试` : `婉拒 ${applicant.name}`;
  return (
    <Dialog open title={title} width={480} modal_only onClose={onClose}>
      <Form onSubmit={send}>
        {interview && (
          <>
            <p className="mb-2 text-muted">给出一至三个时间，由对方选择（北京时间）。</p>
            {applicant.interview.at > 0 && (
              <p className="num mb-2 text-gold-ink">已约定 {timeText(applicant.interview.at)}，发送后这次约定取消，由对方重新选择。</p>
            )}
            {times.map((time, place) => (
              <Field
                // biome-ignore lint/suspicious/noArrayIndexKey: three places that never move
                key={place}
                label={`面试时间 ${place + 1}`}
                type="datetime-local"
                required={place === 0}
                value={time}
                error={place === 0 ? wrong : ''}
                onValue={(text) => {
                  setTimes(times.map((one, at) => (at === place ? text : one)));
                  setWrong('');
                }}
              />
            ))}
            <Field label="地点或会议链接" maxLength={PLACE_MAX} value={place} onValue={setPlace} />
          </>
        )}
        <TextArea
          label={interview ? '给对方的话' : '婉拒的话'}
          hint="对方会在通知和投递进度里看到"
          error={interview ? '' : wrong}
          rows={4}
          maxLength={ANSWER_MAX}
          value={answer}
          onValue={setAnswer}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" look="primary" busy={busy}>
            {interview ? '发送邀请' : '发送'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
