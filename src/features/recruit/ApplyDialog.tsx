import { useState } from 'react';
import { toastSuccess } from '#client/toast.ts';
import { MESSAGE_MAX } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { ResumeChoice, useResumes } from './ResumeChoice.tsx';
import { postApplication } from './screen-calls.ts';

/** Resolves with whether the application went out. */
export function openApply(job: { id: number; title: string }): Promise<boolean> {
  return openDialog<boolean>((close) => <ApplyDialog {...job} onClose={close} />);
}

function ApplyDialog({ id, title, onClose }: { id: number; title: string; onClose(sent: boolean): void }) {
  const resumes = useResumes();
  const { resume } = resumes;
  const [message, setMessage] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!resume) return;
    setBusy(true);
    const said = await resumes.actions.run(() => postApplication({ id, resume_id: resume.id, message }));
    setBusy(false);
    if (said !== null) return setWrong(said);
    toastSuccess('已投递，进度在“我的简历 · 投递进度”查看');
    onClose(true);
  };
  return (
    <Dialog open title={`投递：${title}`} width={480} onClose={() => onClose(false)}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <ResumeChoice of={resumes} job_id={id}>
          <TextArea
            label="附言"
            hint={`${[...message].length}/${MESSAGE_MAX}`}
            rows={3}
            maxLength={MESSAGE_MAX}
            placeholder="一两句话说明为什么适合这个职位"
            value={message}
            onValue={setMessage}
          />
          <p className="text-xs text-muted">简历按现在的内容发送，联系方式只给这家企业，之后可以收回。</p>
          <FormError>{wrong}</FormError>
          <Button type="submit" look="primary" busy={busy} wide>
            确认投递
          </Button>
        </ResumeChoice>
      </form>
    </Dialog>
  );
}
