import { CircleCheckBig } from 'lucide-react';
import { detailPath, type KindFacts } from '#contract/kinds.ts';
import type { PublishState } from './publish.store.ts';

type Done = NonNullable<PublishState['done']>;

export interface PublishDoneProps {
  kind: KindFacts;
  done: Done;
  title: string;
  held: boolean;
}

/** What happened to the submit, and where to go from here. */
export function PublishDone({ kind, done, title, held }: PublishDoneProps) {
  const { heading, text } = wordsFor(kind, done, held);
  return (
    <div className="panel mx-auto grid max-w-xl justify-items-center gap-2 px-6 py-16 text-center" role="status">
      <CircleCheckBig size={48} className="text-success" aria-hidden="true" />
      <h1 className="mt-2 text-lg font-semibold">{heading}</h1>
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {done.status === 'published' && (
          <a className="btn btn-primary" href={detailPath(kind, done.id)}>
            查看{kind.noun}
          </a>
        )}
        <a className={done.status === 'published' ? 'btn' : 'btn btn-primary'} href="/personalCenter/myPublish">
          我的发布
        </a>
        <a className="btn btn-ghost" href={kind.paths.add}>
          再发布一{kind.measure}
        </a>
      </div>
    </div>
  );
}

function wordsFor(kind: KindFacts, { status, waiting, was_published }: Done, held: boolean): { heading: string; text: string } {
  const new_file = held ? '新文件正在生成页面，完成后先由审核员查看，通过后重新上架。' : '新文件正在生成页面，完成后自动替换旧页面。';
  if (status === 'published' && waiting) return { heading: '修改已生效', text: new_file };
  if (status === 'published' && was_published) return { heading: '修改已生效', text: '读者现在看到的就是修改后的内容。' };
  if (status === 'published') return { heading: '发布成功', text: '读者现在就能搜索到它。' };
  if (status === 'scheduled') return { heading: '已定时发布', text: '到时自动发布，可在“我的发布”更改或取消时间。' };
  if (status === 'reviewing') return { heading: '已提交审核', text: '通过后自动上架，结果会显示在“我的发布”。' };
  if (status === 'taken_down') return { heading: '修改已保存', text: `${kind.noun}仍处于下架状态，可在“我的发布”恢复上架。` };
  return { heading: '已提交', text: `文件还在生成页面，完成后自动${held ? '送审' : '发布'}，您可以离开此页。` };
}
