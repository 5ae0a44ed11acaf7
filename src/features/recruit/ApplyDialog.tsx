import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createLoad } from '#client/load.store.ts';
import { toastSuccess } from '#client/toast.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { MESSAGE_MAX, RESUME_VISIBILITIES } from '#contract/recruit.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { FormError } from '#ui/FormError.tsx';
import { openDialog } from '#ui/open-dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { fetchResumes, postApplication } from './screen-calls.ts';

/** Resolves with whether the application went out. */
export function openApply(job: { id: number; title: string }): Promise<boolean> {
  return openDialog<boolean>((close) => <ApplyDialog {...job} onClose={close} />);
}

function ApplyDialog({ id, title, onClose }: { id: number; title: string; onClose(sent: boolean): void }) {
  const [resumes] = useState(() => createLoad(fetchResumes));
  const { data, failure } = useStore(resumes.$state);
  const [chosen, setChosen] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => void resumes.actions.load(), [resumes]);
  const may = data?.list.filter(({ ready, visibility }) => ready === 1 && visibility !== 'nobody') ?? [];
  const resume_id = chosen ?? (may.find(({ is_default }) => is_default === 1) ?? may[0])?.id ?? null;
  const send = async () => {
    if (resume_id === null) return;
    setBusy(true);
    const said = await resumes.actions.run(() => postApplication({ id, resume_id, message }));
    setBusy(false);
    if (said !== null) return setWrong(said);
    toastSuccess('已投递，进度在“我的简历 · 投递进度”查看');
    onClose(true);
  };
  return (
    <Dialog open title={`投递：${title}`} width={480} onClose={() => onClose(false)}>
      {failure && !data && <ErrorState {...failure} onRetry={() => void resumes.actions.load()} />}
      {!data && !failure && <Skeleton rows={2} row_class="h-14" />}
      {data && may.length === 0 && (
        <div className="grid gap-3">
          <p>{data.list.length === 0 ? '您还没有简历，先写一份再投递。' : '您的简历还不完整，或设为仅自己可见。'}</p>
          <p className="text-muted">姓名、期望职位和一种联系方式是必填的，写好后回到这里投递。</p>
          <a className="btn btn-primary" href={data.list[0] ? `${JOB_PATHS.resume}?id=${data.list[0].id}` : JOB_PATHS.resume}>
            {data.list.length === 0 ? '写简历' : '完善简历'}
          </a>
        </div>
      )}
      {data && may.length > 0 && (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">选择简历</legend>
            {may.map((resume) => (
              <label key={resume.id} className="flex items-center gap-3 rounded-box border border-line p-3">
                <input
                  type="radio"
                  name="resume"
                  className="radio radio-sm"
                  checked={resume.id === resume_id}
                  onChange={() => setChosen(resume.id)}
                />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{resume.title}</span>
                  <span className="text-xs text-muted">
                    {resume.position}，{RESUME_VISIBILITIES[resume.visibility]}可见
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
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
        </form>
      )}
    </Dialog>
  );
}
