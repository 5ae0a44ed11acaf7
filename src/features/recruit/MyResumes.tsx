import { useState } from 'react';
import { toastError, toastSuccess } from '#client/toast.ts';
import { JOB_PATHS } from '#contract/job.ts';
import { RECRUIT_CALLS, RESUME_VISIBILITIES, RESUMES_MAX, type ResumeRow } from '#contract/recruit.ts';
import { useOwnPage } from '#kit/own-list/use-own-page.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Empty } from '#ui/Empty.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { timeText } from '#ui/time-text.ts';
import { deleteResume, fetchResumes, fetchViews, saveFile, setDefault } from './screen-calls.ts';

type Asked = { what: 'remove' | 'views'; resume: ResumeRow } | null;

/** One's own resumes: edit, default, PDF, who looked at them. */
export function MyResumes() {
  const { data, failure, actions } = useOwnPage(fetchResumes);
  const [asked, setAsked] = useState<Asked>(null);
  const act = async (work: () => Promise<unknown>, done: string) => {
    const wrong = await actions.run(work);
    if (wrong === null) toastSuccess(done);
    else toastError(wrong);
    setAsked(null);
  };
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={2} row_class="h-28" />;
  const add = (
    <a className="btn btn-primary" href={JOB_PATHS.resume}>
      新建简历
    </a>
  );
  if (data.list.length === 0) {
    return (
      <div className="panel">
        <Empty title="还没有简历" hint="写好一份，投递职位时直接选用；联系方式只给您投递的企业。">
          {add}
          <a className="btn" href={JOB_PATHS.list}>
            看看职位
          </a>
        </Empty>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      {data.list.length < RESUMES_MAX && <div>{add}</div>}
      <ul className="grid grid-cols-1 gap-4">
        {data.list.map((resume) => (
          <li key={resume.id} className="panel grid gap-3 p-4 sm:p-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 className="text-base font-semibold">
                {resume.title}
                {resume.is_default === 1 && <span className="badge badge-soft ml-2 align-middle">默认</span>}
                {resume.ready === 0 && <span className="badge badge-warning ml-2 align-middle">未完成</span>}
              </h2>
              <p className="num text-xs text-muted">{timeText(resume.updated_at)} 保存</p>
            </div>
            <p className="text-muted">
              {resume.position || '未填期望职位'}，{RESUME_VISIBILITIES[resume.visibility]}可见
              {resume.pdf_name && `，附件 ${resume.pdf_name}`}
            </p>
            <div className="flex flex-wrap gap-2">
              <a className="btn btn-sm" href={`${JOB_PATHS.resume}?id=${resume.id}`}>
                编辑
              </a>
              <Button
                size="sm"
                onClick={() =>
                  void act(
                    () => saveFile(RECRUIT_CALLS.resume_pdf, { id: resume.id, which: 'made' }, 'application/pdf', `${resume.title}.pdf`),
                    'PDF 已生成',
                  )
                }
              >
                生成 PDF
              </Button>
              <Button size="sm" onClick={() => setAsked({ what: 'views', resume })}>
                谁看过 <span className="num">{resume.view_num}</span>
              </Button>
              {resume.is_default === 0 && (
                <Button size="sm" onClick={() => void act(() => setDefault(resume.id), '已设为默认')}>
                  设为默认
                </Button>
              )}
              <Button size="sm" look="ghost" onClick={() => setAsked({ what: 'remove', resume })}>
                删除
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked?.what === 'remove' && (
        <Dialog open title="删除简历" width={400} onClose={() => setAsked(null)}>
          <p className="mb-4">删除“{asked.resume.title}”？已经投递的内容不受影响。</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setAsked(null)}>取消</Button>
            <Button look="primary" onClick={() => void act(() => deleteResume(asked.resume.id), '简历已删除')}>
              删除
            </Button>
          </div>
        </Dialog>
      )}
      {asked?.what === 'views' && (
        <Dialog open title="谁看过这份简历" width={480} onClose={() => setAsked(null)}>
          <Views id={asked.resume.id} />
        </Dialog>
      )}
    </div>
  );
}

function Views({ id }: { id: number }) {
  const { data, failure, actions } = useOwnPage(() => fetchViews(id));
  if (failure && !data) return <ErrorState {...failure} onRetry={() => void actions.load()} />;
  if (!data) return <Skeleton rows={2} row_class="h-10" />;
  if (data.list.length === 0) return <p className="text-muted">还没有企业看过。投递后或设为公开后，企业的每次查看都会记在这里。</p>;
  return (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {data.list.map((view) => (
        <li key={`${view.enterprise}-${view.last_at}`} className="flex justify-between gap-3 py-2">
          <span>{view.enterprise}</span>
          <span className="num text-muted">
            {timeText(view.last_at)}，当天 {view.times} 次
          </span>
        </li>
      ))}
    </ul>
  );
}
