import { FileDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { enterpriseOfPage } from '#client/in-name-of.ts';
import { toastError, toastSuccess } from '#client/toast.ts';
import { askPath } from '#contract/chat-path.ts';
import { APPLICATION_STAGES, type Applicant, type ApplicationStage, NOTE_MAX, RECRUIT_CALLS, STAGE_MOVES } from '#contract/recruit.ts';
import { useTyped } from '#kit/use-typed.ts';
import { Button } from '#ui/Button.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { timeText } from '#ui/time-text.ts';
import type { ApplicantsStore } from './applicants.store.ts';
import { InterviewBox } from './InterviewBox.tsx';
import { ResumeSheet } from './ResumeSheet.tsx';
import { StageDialog } from './StageDialog.tsx';
import { saveFile } from './screen-calls.ts';

interface ApplicantPanelProps {
  job_id: number;
  applicant: Applicant;
  busy: boolean;
  actions: ApplicantsStore['actions'];
}

const ACTS: Partial<Record<ApplicationStage, string>> = {
  seen: '重新考虑',
  interview: '邀请面试',
  offer: '拟录用',
  hired: '确认录用',
  declined: '婉拒',
};

const download = (path: string, query: Record<string, string | number>, media: string, name: string) =>
  saveFile(path, query, media, name).catch((error: Error & { msg?: string }) => toastError(error.msg ?? '文件没有取到，请稍后再试'));

/** One applicant: resume, stage, interview, private notes and what happened. */
export function ApplicantPanel({ job_id, applicant, busy, actions }: ApplicantPanelProps) {
  const [asked, setAsked] = useState<ApplicationStage | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, stage, interview } = applicant;
  // opening an applicant by key or on a phone moves the focus to it
  // biome-ignore lint/correctness/useExhaustiveDependencies: of each applicant once
  useEffect(() => heading.current?.focus(), [id]);
  const moves = [...STAGE_MOVES[stage], ...(stage === 'interview' ? (['interview'] as const) : [])].filter((one) => ACTS[one]);
  const next = moves.find((one) => one !== 'declined' && one !== 'seen' && one !== stage);
  const quick = async (to: ApplicationStage) => {
    if (to === 'interview' || to === 'declined') return setAsked(to);
    const wrong = await actions.move({ stage: to });
    if (wrong) toastError(wrong);
    else toastSuccess('已更新，对方会收到通知');
  };
  return (
    <section className="panel grid min-w-0 gap-5 p-4 sm:p-6" aria-labelledby="applicant-title">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="applicant-title" ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-semibold outline-none">
          {applicant.name}
          <span className="badge badge-soft ml-2 align-middle">{APPLICATION_STAGES[stage]}</span>
        </h2>
        <p className="flex gap-2">
          <Button size="sm" aria-keyshortcuts="k" onClick={() => void actions.step(-1)}>
            上一位
          </Button>
          <Button size="sm" aria-keyshortcuts="j" onClick={() => void actions.step(1)}>
            下一位
          </Button>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {moves.map((one) => (
          <Button
            key={one}
            look={one === 'declined' ? 'ghost' : one === next ? 'primary' : 'outline'}
            size="sm"
            busy={busy}
            onClick={() => void quick(one)}
          >
            {one === 'interview' && stage === 'interview' ? '修改面试时间' : ACTS[one]}
          </Button>
        ))}
        {/* an employee's talks are their own, not the enterprise's */}
        {enterpriseOfPage() === null && (
          <a className="btn btn-sm" href={`${askPath('job', job_id)}&with=${applicant.user_id}`}>
            发消息
          </a>
        )}
        <Button
          size="sm"
          icon={<FileDown size={14} aria-hidden="true" />}
          onClick={() => void download(RECRUIT_CALLS.applicant_pdf, { id, which: 'made' }, 'application/pdf', `${applicant.name}.pdf`)}
        >
          下载 PDF
        </Button>
        {applicant.has_pdf === 1 && applicant.contact !== null && (
          <Button
            size="sm"
            icon={<FileDown size={14} aria-hidden="true" />}
            onClick={() => void download(RECRUIT_CALLS.applicant_pdf, { id, which: 'uploaded' }, 'application/pdf', applicant.pdf_name)}
          >
            附件简历
          </Button>
        )}
      </div>
      <InterviewBox id={id} interview={interview} applicant={false} closed={stage !== 'interview'} onChanged={() => actions.open(id)} />
      {applicant.message && <p className="rounded-box bg-ground p-3 whitespace-pre-line">附言：{applicant.message}</p>}
      {applicant.answer && <p className="text-muted">已告知对方：{applicant.answer}</p>}
      <ResumeSheet parts={applicant.parts} contact={applicant.contact} />
      <Notes key={id} applicant={applicant} busy={busy} actions={actions} />
      <details>
        <summary className="text-muted">处理记录</summary>
        <ol className="mt-2 grid gap-1">
          {applicant.moves.map((move) => (
            <li key={`${move.create_time}-${move.to}`} className="num text-xs text-muted">
              {timeText(move.create_time)} {move.by}：{APPLICATION_STAGES[move.to]}
            </li>
          ))}
        </ol>
      </details>
      {asked && <StageDialog stage={asked} applicant={applicant} actions={actions} onClose={() => setAsked(null)} />}
    </section>
  );
}

function Notes({ applicant, busy, actions }: Omit<ApplicantPanelProps, 'job_id'>) {
  const [text, setText] = useTyped(`applicant-note-${applicant.id}`);
  const [wrong, setWrong] = useState('');
  const save = async () => {
    const said = await actions.note(text);
    setWrong(said ?? '');
    if (said === null) setText('');
  };
  return (
    <section className="grid gap-2" aria-labelledby="notes-title">
      <h3 id="notes-title" className="border-b border-line pb-1 font-semibold">
        备注<span className="ml-2 text-xs font-normal text-muted">仅招聘方可见</span>
      </h3>
      <ul className="grid gap-2">
        {applicant.notes.map((note) => (
          <li key={note.id} className="rounded-lg bg-ground p-3">
            <p className="whitespace-pre-line">{note.text}</p>
            <p className="num text-xs text-muted">
              {note.by}，{timeText(note.create_time)}
            </p>
          </li>
        ))}
      </ul>
      <form
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextArea label="添加备注" error={wrong} rows={2} maxLength={NOTE_MAX} value={text} onValue={setText} />
        <Button type="submit" size="sm" busy={busy} className="justify-self-start">
          保存备注
        </Button>
      </form>
    </section>
  );
}
